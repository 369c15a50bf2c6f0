/// A filled shape: glyphs of a text, the inside of a rectangle, anything whose edge is known.
///
/// Coordinates are in 1/64 board pixel of the item's own space.
package struct Outline: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case move(x: Int32, y: Int32)
    case line(x: Int32, y: Int32)
    case quadratic(controlX: Int32, controlY: Int32, x: Int32, y: Int32)
    case cubic(
      control1X: Int32, control1Y: Int32, control2X: Int32, control2Y: Int32, x: Int32, y: Int32)
    /// Back to the last `move`. Contours are closed for filling whether or not they say so.
    case close
  }

  package enum FillRule: UInt8, Hashable, Sendable {
    case nonZero = 0
    case evenOdd = 1
  }

  package var segments: [Segment]
  package var fillRule: FillRule

  package init(segments: [Segment], fillRule: FillRule = .nonZero) {
    self.segments = segments
    self.fillRule = fillRule
  }
}
