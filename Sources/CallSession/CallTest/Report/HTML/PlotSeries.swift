/// What a plot shows in one colour.
struct PlotSeries {
  enum Mark: String {
    case line
    case dots
    case squares
    case crosses
  }

  let name: String
  let points: [CallTestReport.Point]
  /// Of the palette, counted from 0.
  let colour: Int
  let mark: Mark

  /// Points that are no numbers are left out.
  init(_ name: String, _ points: [CallTestReport.Point], colour: Int, mark: Mark = .line) {
    self.name = name
    self.points = points.filter {
      $0.time.isFinite && $0.value.isFinite && max($0.time.magnitude, $0.value.magnitude) < 1e12
    }.sorted { $0.time < $1.time }
    self.colour = colour
    self.mark = mark
  }

  static let columns = 300

  /// At most two points a column, the least and the greatest: no peak is lost.
  func reduced() -> [CallTestReport.Point] {
    guard points.count > 2 * Self.columns, let first = points.first, let last = points.last,
      last.time > first.time
    else { return points }
    var result: [CallTestReport.Point] = []
    var index = 0
    for column in 1...Self.columns {
      let end = first.time + (last.time - first.time) * Double(column) / Double(Self.columns)
      let start = index
      while index < points.count, points[index].time <= end || column == Self.columns { index += 1 }
      let slice = points[start..<index]
      guard let least = slice.min(by: { $0.value < $1.value }),
        let most = slice.max(by: { $0.value < $1.value })
      else { continue }
      if least == most {
        result.append(least)
      } else {
        result += least.time <= most.time ? [least, most] : [most, least]
      }
    }
    return result
  }

  /// A line is broken where nothing was measured for long: over five usual distances.
  var longestStep: Double {
    let steps = zip(points, points.dropFirst()).map { $1.time - $0.time }
    return 5 * (ReportFigure.quantile(0.5, of: steps) ?? 0)
  }
}
