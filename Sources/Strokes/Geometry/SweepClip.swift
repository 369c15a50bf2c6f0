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
  func emit(from start: PenPose, to end: PenPose, point: Int32, _ emit: (Sweep) -> Void) {
    let reach = max(start.reach, end.reach) + 2
    let (left, right) = start.x < end.x ? (start.x, end.x) : (end.x, start.x)
    let (top, bottom) = start.y < end.y ? (start.y, end.y) : (end.y, start.y)
    guard right >= -reach, bottom >= -reach, left <= width + reach, top <= height + reach else {
      return
    }
    var (from, to) = (0.0, 1.0)
    let edge = reach + Self.surroundings
    if left < -edge || top < -edge || right > width + edge || bottom > height + edge {
      guard Self.cut(start.x, end.x, -edge, width + edge, &from, &to),
        Self.cut(start.y, end.y, -edge, height + edge, &from, &to)
      else { return }
    }
    let first = from > 0 ? start.mixed(with: end, share: from) : start
    let last = to < 1 ? start.mixed(with: end, share: to) : end
    emit(Sweep(from: first.end, to: last.end, point: point))
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
