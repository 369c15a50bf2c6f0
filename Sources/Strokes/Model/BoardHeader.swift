/// The first line of a session: what every reader must know before the first event.
package struct BoardHeader: Hashable, Sendable {
  /// Version of the schema that this code writes.
  package static let currentVersion: UInt32 = 1
  /// Version of the ink engine: two engines with equal numbers draw equal pixels.
  package static let currentInkEngine: UInt32 = 2

  package var version: UInt32 = currentVersion
  package var inkEngine: UInt32 = currentInkEngine
  /// Size of the canvas in board pixels; nil for a board without edges, which is fitted.
  package var canvasWidth: Int32?
  package var canvasHeight: Int32?
  /// Device pixels per board pixel on the author's screen; advice for an exporter.
  package var scale: Double = 1
  package var background: Background = .colour(.white)
  /// Milliseconds since 1970-01-01 UTC at session time 0, when known.
  package var wallClockOrigin: Int64?
  package var title: String?

  package init(canvasWidth: Int32? = nil, canvasHeight: Int32? = nil) {
    self.canvasWidth = canvasWidth
    self.canvasHeight = canvasHeight
  }
}
