/// How late sound and pictures were, over the call.
extension CallTestHTML {
  func writeDelays(into html: inout HTMLWriter) {
    let delays = plots("Mouth to ear", "hears", CallTestThresholds.delay) {
      $0.sound?.delays ?? []
    }
    let offsets = plots("Picture after sound", "sees", CallTestThresholds.offset) {
      $0.picture?.offsets ?? []
    }
    guard !delays.isEmpty || !offsets.isEmpty else { return }
    section("Delay and lip sync over the call", into: &html) { html in
      if !delays.isEmpty {
        html.element("h3", "From mouth to ear")
        write(delays, into: &html)
      }
      if !offsets.isEmpty {
        html.element("h3", "How much later than the sound the picture is shown")
        write(offsets, into: &html)
      }
      html.element(
        "p", ["class": "facts"],
        "The limit is that of what is good."
          + (report.networkEvents.isEmpty
            ? "" : " Numbers: what happens to the network, as above."))
    }
  }

  private func write(_ plots: [SVGPlot], into html: inout HTMLWriter) {
    html.element("div", ["class": "plots"]) { html in
      for plot in plots { plot.write(into: &html) }
    }
  }

  /// A plot for each who listens, a series for each who speaks.
  private func plots(
    _ figure: String, _ verb: String, _ limit: CallTestLimit,
    _ points: (CallTestReport.Path) -> [CallTestReport.Point]
  ) -> [SVGPlot] {
    report.participants.map { listener in
      let name = report.name(of: listener.number)
      let paths = report.paths.filter { $0.to == listener.number }
      let medians = paths.compactMap { path in
        ReportFigure.quantile(0.5, of: points(path).map(\.value)).map {
          report.line == nil
            ? "\(ReportFigure.milliseconds($0)) from \(report.name(of: path.from))"
            : ReportFigure.milliseconds($0)
        }
      }
      return SVGPlot(
        title: report.line == nil ? "What \(name) \(verb)" : "There and back", unit: "ms",
        duration: report.duration,
        series: paths.map { path in
          PlotSeries(
            report.line == nil ? report.name(of: path.from) : "echo", points(path),
            colour: colour(of: path.from))
        }, limits: [limit.fair, -limit.fair].map { ($0, "limit") }, events: eventTimes,
        summary: report.line == nil
          ? "\(figure) for \(name), medians: \(medians.joined(separator: ", "))."
          : "\(figure): \(medians.joined(separator: ", ")) in the median.")
    }.filter { !$0.isEmpty }
  }
}
