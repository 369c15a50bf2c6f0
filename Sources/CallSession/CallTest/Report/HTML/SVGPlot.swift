/// Figures over the time of the call, as SVG within HTML.
struct SVGPlot {
  let title: String
  /// Of the values: "ms", "kbit/s".
  let unit: String
  let duration: Double
  var series: [PlotSeries]
  /// Horizontal lines to where a figure is good, with their names in the legend.
  var limits: [(value: Double, name: String)] = []
  /// Vertical lines, numbered from 1 on.
  var events: [Double] = []
  /// What the plot shows, in a sentence for those who do not see it.
  var summary: String

  var isEmpty: Bool { series.allSatisfy(\.points.isEmpty) }

  private static let (width, height) = (480.0, 190.0)
  private static let (left, right, top, bottom) = (44.0, 14.0, 22.0, 24.0)

  /// A figure with its caption and legend. Nothing without points.
  func write(into html: inout HTMLWriter) {
    guard !isEmpty else { return }
    html.element("figure") { html in
      html.element("figcaption") { html in
        html.element("span", ["class": "plot-title"], title)
        writeLegend(into: &html)
      }
      html.element(
        "svg", ["viewBox": "0 0 480 190", "role": "img", "class": "plot", "aria-label": summary]
      ) { html in
        html.element("title", summary)
        writeAxes(into: &html)
        for one in series { write(one, into: &html) }
      }
    }
  }

  private var times: PlotAxis {
    let last = series.flatMap(\.points).map(\.time).max() ?? 0
    return PlotAxis(
      from: 0, to: max(duration.isFinite ? duration : 0, last), intervals: 6, isTight: true)
  }

  private var values: PlotAxis {
    let all = series.flatMap(\.points).map(\.value)
    return PlotAxis(from: min(all.min() ?? 0, 0), to: max(all.max() ?? 0, 0))
  }

  private var shownLimits: [(value: Double, name: String)] {
    let values = values
    return limits.filter { $0.value > values.low && $0.value < values.high }
  }

  private func x(_ time: Double) -> Double {
    Self.left + times.place(of: time) * (Self.width - Self.left - Self.right)
  }

  private func y(_ value: Double, _ axis: PlotAxis) -> Double {
    Self.height - Self.bottom - axis.place(of: value) * (Self.height - Self.top - Self.bottom)
  }

  private func writeAxes(into html: inout HTMLWriter) {
    let (times, values) = (times, values)
    let (end, floor) = (Self.width - Self.right, Self.height - Self.bottom)
    html.element("text", ["x": "0", "y": "11", "class": "unit"], unit)
    for tick in values.ticks {
      let place = y(tick, values)
      Self.line(Self.left, place, end, place, tick == 0 ? "axis" : "grid", into: &html)
      html.element(
        "text", ["x": "38", "y": Self.coordinate(place + 4), "class": "tick-y"],
        ReportFigure.text(tick, values.decimals))
    }
    for limit in shownLimits {
      Self.line(
        Self.left, y(limit.value, values), end, y(limit.value, values), "limit", into: &html)
    }
    let inMinutes = times.high > 600
    let axis =
      inMinutes ? PlotAxis(from: 0, to: times.high / 60, intervals: 6, isTight: true) : times
    for (index, tick) in axis.ticks.enumerated() {
      let place = x(inMinutes ? tick * 60 : tick)
      let unit = index == axis.ticks.count - 1 ? (inMinutes ? " min" : " s") : ""
      html.element(
        "text", ["x": Self.coordinate(place), "y": "184", "class": "tick-x"],
        ReportFigure.text(tick, axis.decimals) + unit)
    }
    for (index, time) in events.enumerated() where time.isFinite && time >= 0 && time <= times.high
    {
      Self.line(x(time), Self.top - 6, x(time), floor, "event", into: &html)
      html.element(
        "text", ["x": Self.coordinate(x(time)), "y": "12", "class": "event-number"], "\(index + 1)")
    }
  }

  private func write(_ series: PlotSeries, into html: inout HTMLWriter) {
    let axis = values
    let style = "mark \(series.mark.rawValue) c\(series.colour % 6)"
    var path = ""
    var last: Double?
    for point in series.reduced() {
      let place = (x(point.time), y(point.value, axis))
      switch series.mark {
      case .line:
        let isBroken =
          last.map { point.time - $0 > max(series.longestStep, times.high / 60) } ?? true
        // A length of nothing with round ends is a dot.
        path += (isBroken ? "M" : "L") + Self.pair(place) + (isBroken ? "h0" : "")
        last = point.time
      case .dots: path += "M\(Self.pair(place))h0"
      case .squares: path += "M\(Self.pair((place.0 - 2.5, place.1 - 2.5)))h5v5h-5z"
      case .crosses:
        path += "M\(Self.pair((place.0 - 3.5, place.1 - 3.5)))l7 7m0 -7l-7 7"
      }
    }
    html.empty("path", ["class": style, "d": path])
  }

  private func writeLegend(into html: inout HTMLWriter) {
    html.element("span", ["class": "legend"]) { html in
      for one in series where !one.points.isEmpty {
        let path =
          switch one.mark {
          case .line: "M2 6h18"
          case .dots: "M11 6h0"
          case .squares: "M8.5 3.5h5v5h-5z"
          case .crosses: "M7.5 2.5l7 7m0 -7l-7 7"
          }
        let style = "mark \(one.mark.rawValue) c\(one.colour % 6)"
        Self.key(one.name, style: style, path: path, into: &html)
      }
      var named = Set<String>()
      for limit in shownLimits where named.insert(limit.name).inserted {
        Self.key(limit.name, style: "limit", path: "M2 6h18", into: &html)
      }
    }
  }

  private static func key(
    _ name: String, style: String, path: String, into html: inout HTMLWriter
  ) {
    html.element("span", ["class": "key"]) { html in
      html.element("svg", ["viewBox": "0 0 22 12", "aria-hidden": "true"]) { html in
        html.empty("path", ["class": style, "d": path])
      }
      html.text(name)
    }
  }

  private static func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String,
    into html: inout HTMLWriter
  ) {
    html.empty("path", ["class": style, "d": "M\(pair((x1, y1)))L\(pair((x2, y2)))"])
  }

  private static func coordinate(_ value: Double) -> String {
    ReportFigure.text(value, 1, minus: "-")
  }

  private static func pair(_ place: (Double, Double)) -> String {
    "\(coordinate(place.0)) \(coordinate(place.1))"
  }
}
