/// A linear axis with few, round ticks.
struct PlotAxis: Equatable {
  let low: Double
  let high: Double
  let step: Double

  /// Holds both values, and ends on ticks unless `isTight`.
  init(from first: Double, to second: Double, intervals: Int = 4, isTight: Bool = false) {
    let (least, most) = (Self.bounded(min(first, second)), Self.bounded(max(first, second)))
    let span = most > least ? most - least : max(least.magnitude, 1)
    step = Self.round(span / Double(max(intervals, 1)))
    low = isTight ? least : (least / step).rounded(.down) * step
    let top = isTight ? least + span : (most / step).rounded(.up) * step
    high = top > low ? top : low + step
  }

  private static func bounded(_ value: Double) -> Double {
    value.isFinite ? min(max(value, -1e12), 1e12) : 0
  }

  /// 1, 2 or 5 times a power of ten, next above.
  private static func round(_ value: Double) -> Double {
    var power = 1.0
    while power > value { power /= 10 }
    while power * 10 <= value { power *= 10 }
    return [1, 2, 5].map { $0 * power }.first { $0 >= value * 0.999 } ?? 10 * power
  }

  var ticks: [Double] {
    let first = Int((low / step - 1e-6).rounded(.up))
    let last = Int((high / step + 1e-6).rounded(.down))
    guard first <= last else { return [] }
    return (first...last).map { Double($0) * step }
  }

  /// 0 at the low end, 1 at the high end, and no further.
  func place(of value: Double) -> Double {
    min(max((value - low) / (high - low), 0), 1)
  }

  var decimals: Int { step >= 1 ? 0 : step >= 0.1 ? 1 : 2 }
}
