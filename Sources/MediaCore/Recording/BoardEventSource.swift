package import Strokes

/// The events of a session in their order, one at a time, so that no session has to fit in memory.
package protocol BoardEventSource {
  /// The next event; nil at the end.
  mutating func next() throws(MediaError) -> BoardEvent?
}
