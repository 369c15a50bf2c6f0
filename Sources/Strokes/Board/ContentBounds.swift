/// Collects the box around everything that a session ever shows, to fit a board without edges.
package struct ContentBounds: Sendable {
  /// Nil while nothing has been drawn.
  package private(set) var bounds: BoardBounds?

  package init() {}

  package mutating func include(_ event: BoardEvent) {}
}
