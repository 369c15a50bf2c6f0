/// Cuts sweeps to the surroundings of a canvas, so that far away points neither cost time nor
/// lose the precision of what is seen. The cut depends on the sweep and the canvas alone.
struct SweepClip {
  private let width: Double
  private let height: Double
  /// Sweeps that stay within this distance of the canvas are left alone.
  private static let surroundings = 1_024.0

  init(width: Int32, height: Int32) {
    self.width = Double(width)
    self.height = Double(height)
  }

  @inline(__always)
  func emit(
    x0: Double, y0: Double, r0: Double, x1: Double, y1: Double, r1: Double, opacity: Float,
    point: Int32, _ emit: (Sweep) -> Void
  ) {
    let reach = (r0 > r1 ? r0 : r1) + 2
    let (left, right) = (x0 < x1 ? (x0, x1) : (x1, x0))
    let (top, bottom) = (y0 < y1 ? (y0, y1) : (y1, y0))
    guard right >= -reach, bottom >= -reach, left <= width + reach, top <= height + reach else {
      return
    }
    var (from, to) = (0.0, 1.0)
    let edge = reach + Self.surroundings
    if left < -edge || top < -edge || right > width + edge || bottom > height + edge {
      guard Self.cut(x0, x1, -edge, width + edge, &from, &to),
        Self.cut(y0, y1, -edge, height + edge, &from, &to)
      else { return }
    }
    let (dx, dy, dr) = (x1 - x0, y1 - y0, r1 - r0)
    emit(
      Sweep(
        fromX: Float(from > 0 ? x0 + dx * from : x0), fromY: Float(from > 0 ? y0 + dy * from : y0),
        toX: Float(to < 1 ? x0 + dx * to : x1), toY: Float(to < 1 ? y0 + dy * to : y1),
        fromRadius: Float(from > 0 ? r0 + dr * from : r0),
        toRadius: Float(to < 1 ? r0 + dr * to : r1), opacity: opacity, point: point))
  }

  /// Narrows the share of a line that lies between two parallels (Liang and Barsky's method).
  private static func cut(
    _ start: Double, _ end: Double, _ low: Double, _ high: Double, _ from: inout Double,
    _ to: inout Double
  ) -> Bool {
    let delta = end - start
    guard delta != 0 else { return start >= low && start <= high }
    let (first, second) = ((low - start) / delta, (high - start) / delta)
    let (enter, leave) = first < second ? (first, second) : (second, first)
    if enter > from { from = enter }
    if leave < to { to = leave }
    return from <= to
  }
}
