/// A line to a server, in the place of a call.
extension VerdictDraft {
  mutating func judgeLine() {
    guard let line = report.line else { return }
    let limit = CallTestThresholds.machineLate
    add(
      .busyMachine, limit.level(of: line.machineLate), .call,
      "This machine was too busy for the test: \(ReportFigure.percent(line.machineLate)) of the sound "
        + "left and was played more than 60 ms late, whatever the line did.",
      "End what else runs here and test again.", [.init(limit, line.machineLate)])
    guard let fault = line.fault else { return }
    add(
      .lostLine, .bad, .call,
      "The line broke after \(ReportFigure.seconds(report.duration)): \(fault).",
      "Test again, by a cable or another network if it breaks again.",
      [.init("duration", report.duration, .seconds)])
  }

  /// What to do about a delay there and back.
  var lineDelayRemedy: String {
    guard let roundTrip = report.line?.roundTrip else {
      return "How long the way itself takes is not known: try a server that is nearer."
    }
    let text = ReportFigure.milliseconds(roundTrip)
    return roundTrip >= Self.longRoundTrip
      ? "The way to the server and back takes \(text) of it: use a nearer server or a faster network."
      : "The way to the server and back takes \(text) only: look at the buffers before sound and "
        + "pictures are played."
  }

  /// Milliseconds.
  private static let longRoundTrip = 120.0
}

extension CallTestVerdict {
  /// Only of what was measured.
  static func linePraise(_ report: CallTestReport) -> String {
    let isHeard = report.paths.contains { $0.sound != nil }
    let isSeen = report.paths.contains { $0.picture != nil }
    let verbs = (isHeard ? ["said"] : []) + (isSeen ? ["shown"] : [])
    return
      "This line will carry a call well: what was \(verbs.joined(separator: " and ")) came back "
      + "as it should."
  }
}
