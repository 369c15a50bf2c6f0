/// Takes the tremble of whole screen pixels out of a thick freehand stroke.
///
/// Excalidraw draws behind a pen that lags. Here a point moves only where its neighbours are nearer
/// than half the stroke's width: there a step is no shape but noise of the device, and corners that
/// can be seen stay.
enum FreedrawSmoothing {
  private static let passes = 2

  static func smoothed(_ points: [SIMD2<Double>], width: Double) -> [SIMD2<Double>] {
    guard points.count > 2 else { return points }
    let reach = width * width / 4
    var result = points
    for _ in 0..<passes {
      var before = result[0]
      for index in 1..<(result.count - 1) {
        let (point, after) = (result[index], result[index + 1])
        let (back, ahead) = (point - before, after - point)
        let isDense =
          back.x * back.x + back.y * back.y < reach
          && ahead.x * ahead.x + ahead.y * ahead.y < reach
        if isDense { result[index] = (before + point * 2 + after) / 4 }
        before = point
      }
    }
    return result
  }
}
