package import Strokes

/// What is streamed: a picture that changes, and the sound to it, on a clock that begins with the stream.
///
/// It is asked and never waited for. Who asks owns the picture, so that several encoders can read the same
/// one. Times are stream time; they do not go back from call to call.
package protocol LiveSource: AnyObject {
  /// Of the picture, in pixels.
  var size: (width: Int32, height: Int32) { get }
  /// Of the sound: 1 or 2, or 0 when there is none.
  var channels: Int { get }
  /// When to ask for the picture again; nil while nobody knows.
  var deadline: MediaTime? { get }
  /// When the last of it has been shown and heard; nil while nobody knows.
  var end: MediaTime? { get }

  /// Brings the picture to where it is at `now`.
  ///
  /// - Parameter picture: as the last call left it; it has the source's size, and before the first call
  ///   it is anything.
  /// - Returns: nil when nothing changed. The first call that changes anything changes everything.
  func draw(at now: MediaTime, into picture: inout I420Picture) throws(MediaError) -> LiveChange?

  /// The next piece of the sound that begins before `time`; nil when there is none now. What comes later
  /// begins later.
  func nextSound(before time: MediaTime) throws(MediaError) -> PCMChunk?

  /// What it calls, on any thread, when there is something that no deadline tells of.
  func callOnNews(_ call: @escaping @Sendable () -> Void)

  /// What a person should be told since the last call, a line each.
  func takeNotes() -> [String]
}

extension LiveSource {
  package func callOnNews(_ call: @escaping @Sendable () -> Void) {}
  package func takeNotes() -> [String] { [] }
}

/// What changed in a live picture.
package struct LiveChange: Sendable {
  /// Whatever differs lies in these.
  package var blocks: BlockMap
  /// When it was captured.
  package var time: MediaTime

  package init(blocks: BlockMap, time: MediaTime) {
    self.blocks = blocks
    self.time = time
  }

  /// Both, as one change.
  mutating func add(_ blocks: BlockMap, at time: MediaTime) {
    self.blocks.formUnion(blocks)
    self.time = max(self.time, time)
  }
}
