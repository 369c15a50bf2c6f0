/// How soon strokes could be read.
extension CallTestHTML {
  func writeStrokes(into html: inout HTMLWriter) {
    guard let board = report.board, !board.viewers.isEmpty else { return }
    section("How soon strokes can be read", into: &html) { html in
      html.element(
        "p",
        "\(report.name(of: board.author)) draws \(ReportFigure.count(board.strokes, "stroke")). The "
          + "time runs from when 80 % of a stroke's ink is on their own board until it is there.")
      table("In time are 250 ms by events and 500 ms by video, unless said otherwise", into: &html)
      {
        html in
        headings(
          ["Viewer", "Way", "Strokes", "Median", "95 in 100", "In time", "Never"], into: &html)
        html.element("tbody") { html in
          for viewer in board.viewers {
            writeRow(viewer, "events", viewer.events, board, into: &html)
            writeRow(viewer, "video", viewer.video, board, into: &html)
          }
        }
      }
      html.element("div", ["class": "plots"]) { html in
        for viewer in board.viewers { plot(viewer).write(into: &html) }
      }
    }
  }

  private func writeRow(
    _ viewer: CallTestReport.Viewer, _ way: String, _ legibility: CallTestReport.Legibility,
    _ board: CallTestReport.Board, into html: inout HTMLWriter
  ) {
    let delays = Self.delays(legibility)
    let share = legibility.share(ofPlanned: board.strokes)
    let never = max(board.strokes, legibility.strokes.count) - delays.count
    html.element("tr") { html in
      html.element("th", ["scope": "row"], report.name(of: viewer.participant))
      cell(way, into: &html)
      cell("\(legibility.strokes.count)", into: &html)
      cell(
        ReportFigure.milliseconds(ReportFigure.quantile(0.5, of: delays)), into: &html)
      cell(
        ReportFigure.milliseconds(ReportFigure.quantile(0.95, of: delays)), into: &html)
      cell(
        ReportFigure.percent(share), "≤ \(ReportFigure.milliseconds(legibility.goal))",
        level: level(share, CallTestThresholds.strokesInTime), into: &html)
      cell("\(never)", level: never > 0 ? .bad : .good, into: &html)
    }
  }

  private static func delays(_ legibility: CallTestReport.Legibility) -> [Double] {
    legibility.strokes.compactMap(\.delay).filter(\.isFinite)
  }

  private func plot(_ viewer: CallTestReport.Viewer) -> SVGPlot {
    let name = report.name(of: viewer.participant)
    let highest = max(
      (Self.delays(viewer.events) + Self.delays(viewer.video)).max() ?? 0, viewer.video.goal)
    func read(_ legibility: CallTestReport.Legibility) -> [CallTestReport.Point] {
      legibility.strokes.compactMap { stroke in stroke.delay.map { .init(stroke.time, $0) } }
    }
    // What never came stands above everything that did.
    let never = (viewer.events.strokes + viewer.video.strokes).filter { $0.delay == nil }
      .map { CallTestReport.Point($0.time, highest) }
    let medians = [("events", viewer.events), ("video", viewer.video)].map { way, legibility in
      let median = ReportFigure.quantile(0.5, of: Self.delays(legibility))
      return "\(ReportFigure.milliseconds(median)) by \(way)"
    }
    return SVGPlot(
      title: name, unit: "ms", duration: report.duration,
      series: [
        PlotSeries("by events", read(viewer.events), colour: 0, mark: .dots),
        PlotSeries("by video", read(viewer.video), colour: 1, mark: .squares),
        PlotSeries("never", never, colour: 3, mark: .crosses),
      ], limits: [(viewer.events.goal, "in time"), (viewer.video.goal, "in time")],
      events: eventTimes,
      summary: "Until \(name) can read a stroke, medians: \(medians.joined(separator: ", ")); "
        + "\(never.count) never.")
  }
}
