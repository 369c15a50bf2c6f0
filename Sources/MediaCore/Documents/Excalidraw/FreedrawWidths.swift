internal import Glibc

/// How wide a freehand stroke of Excalidraw is.
///
/// With pressures the diameter is strokeWidth · 8.5 · sin(π/2 · (0.5 + 0.6 · (p − 0.5))). Without,
/// or with pressures that a pen reported as nothing but zero, it is strokeWidth · 1.4 throughout.
/// Excalidraw guesses a pressure from the distance between points where a mouse drew; that makes
/// the same movement thicker on a faster mouse, so it is not done here.
enum FreedrawWidths {
  /// Board pixels by which the width may change on one pixel of the way: pens report jumps, and
  /// hands make none.
  static let steepest = 0.5

  static func constant(strokeWidth: Double) -> Double { strokeWidth * 1.4 }

  /// A tap is a dot twice as wide as a line.
  static func dot(strokeWidth: Double) -> Double { 2 * constant(strokeWidth: strokeWidth) }

  /// About how wide the whole stroke is.
  static func typical(pressures: [Double]?, strokeWidth: Double) -> Double {
    guard let pressures, !pressures.isEmpty else { return constant(strokeWidth: strokeWidth) }
    var total = 0.0
    for pressure in pressures { total += pressure }
    return width(pressure: total / Double(pressures.count), strokeWidth: strokeWidth)
  }

  static func width(pressure: Double, strokeWidth: Double) -> Double {
    strokeWidth * 8.5 * sin(Double.pi / 2 * (0.5 + 0.6 * (pressure - 0.5)))
  }

  /// Pressures that can be used: as many as points, each 0…1, the last one held where they run
  /// out. Nil when there is none above zero.
  static func usable(_ pressures: [Double], count: Int) -> [Double]? {
    var result: [Double] = []
    result.reserveCapacity(count)
    var last: Double?
    var isPressed = false
    for pressure in pressures.prefix(count) {
      if !pressure.isNaN { last = min(max(pressure, 0), 1) }
      result.append(last ?? .nan)
      if let last, last > 0 { isPressed = true }
    }
    guard isPressed, let last else { return nil }
    while result.count < count { result.append(last) }
    // Those before the first number.
    if let first = result.first(where: { !$0.isNaN }) {
      var index = 0
      while result[index].isNaN {
        result[index] = first
        index += 1
      }
    }
    return result
  }

  /// The width at each point in board pixels, nowhere changing faster than `steepest`.
  static func widths(
    pressures: [Double], along points: [SIMD2<Double>], strokeWidth: Double
  ) -> [Double] {
    var widths: [Double] = []
    widths.reserveCapacity(points.count)
    for pressure in pressures { widths.append(width(pressure: pressure, strokeWidth: strokeWidth)) }
    for index in points.indices.dropFirst() {
      let way = BoardPolyline.length(points[index] - points[index - 1])
      widths[index] = min(widths[index], widths[index - 1] + steepest * way)
    }
    for index in points.indices.dropLast().reversed() {
      let way = BoardPolyline.length(points[index + 1] - points[index])
      widths[index] = min(widths[index], widths[index + 1] + steepest * way)
    }
    return widths
  }
}
