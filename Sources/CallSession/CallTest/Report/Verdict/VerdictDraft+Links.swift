/// Links that are worse than they were planned to be.
extension VerdictDraft {
  mutating func judgeLinks() {
    for participant in report.participants {
      for isUp in [true, false] {
        let name = report.name(of: participant.number)
        let place = LinkPlace(
          subject: .init(kind: isUp ? .up : .down, participant: participant.number),
          link: isUp ? participant.up : participant.down,
          name: report.linkName(of: participant.number, isUp: isUp),
          affected: isUp ? "Everybody hears and sees \(name)" : "\(name) hears and sees everybody")
        judgeLatency(place)
        judgeLoss(place)
        judgeQueue(place)
      }
    }
  }

  private struct LinkPlace {
    let subject: CallTestFinding.Subject
    let link: CallTestReport.Link
    let name: String
    let affected: String
  }

  private mutating func judgeLatency(_ place: LinkPlace) {
    let link = place.link
    guard let latency = link.latency, let planned = link.plannedLatency else { return }
    // The longest queue explains too much rather than too little.
    let explained = planned + (link.plannedJitter ?? 0) + (link.queue ?? link.longestQueue ?? 0)
    let added = latency - explained
    guard added.isFinite else { return }
    let limit = CallTestThresholds.addedLatency
    add(
      .slowLink, limit.level(of: added), place.subject,
      "\(place.name) will be \(ReportFigure.milliseconds(added)) slower than planned: "
        + "\(ReportFigure.milliseconds(latency)) in the median, of which latency, jitter and queue "
        + "explain \(ReportFigure.milliseconds(explained)).",
      "\(place.affected) that much later. Look for what holds packets back there.",
      [
        .init("latency", latency, .milliseconds, limit: explained + limit.fair),
        .init("plannedLatency", planned, .milliseconds),
        .init("plannedJitter", link.plannedJitter ?? 0, .milliseconds),
        .init("queue", link.queue ?? link.longestQueue ?? 0, .milliseconds),
      ])
  }

  private mutating func judgeLoss(_ place: LinkPlace) {
    let link = place.link
    guard let planned = link.plannedLoss, let loss = link.loss, link.packets > 0 else { return }
    let (queueLoss, outageLoss) = (link.queueLoss ?? 0, link.outageLoss ?? 0)
    let byChance = loss - queueLoss - outageLoss
    let added = byChance - planned
    let deviation = Self.deviation(
      planned, burst: link.plannedBurst ?? 1, packets: Double(link.packets))
    guard added.isFinite, added > CallTestThresholds.chance * deviation else { return }
    let limit = CallTestThresholds.addedLoss
    add(
      .lossyLink, limit.level(of: added), place.subject,
      "\(place.name) will lose more than planned: \(ReportFigure.percent(byChance)) of "
        + "\(ReportFigure.count(Int(clamping: link.packets), "packet")) instead of "
        + "\(ReportFigure.percent(planned)), \(ReportFigure.text(added / deviation)) deviations "
        + "beyond chance.",
      "\(place.affected) with gaps. Look for what drops packets there, a bad cable or radio first.",
      [
        .init("loss", loss, .share, limit: planned + limit.fair),
        .init("queueLoss", queueLoss, .share),
        .init("outageLoss", outageLoss, .share),
        .init("plannedLoss", planned, .share),
        .init("packets", Double(link.packets), .count),
      ])
  }

  /// Of the share lost, as the binomial distribution has it. Losses in rows of `burst` in the mean
  /// are fewer independent events: the variance is 2 · burst − 1 times as large (Gilbert's chain, small
  /// rates). At least of one lost packet, since a planned 0 has no deviation.
  static func deviation(_ rate: Double, burst: Double, packets: Double) -> Double {
    let share = min(max(rate, 1 / packets), 1)
    let inflation = 2 * max(burst, 1) - 1
    return max((share * (1 - share) * inflation / packets).squareRoot(), 1 / packets)
  }

  private mutating func judgeQueue(_ place: LinkPlace) {
    let link = place.link
    let (congestion, queueLoss) = (link.longestCongestion ?? 0, link.queueLoss ?? 0)
    let figures: [(CallTestLimit, Double)] = [
      (CallTestThresholds.queue, link.longestQueue ?? 0),
      (CallTestThresholds.congestion, congestion),
      (CallTestThresholds.queueLoss, queueLoss),
    ].filter { $0.1.isFinite }
    let level = figures.map { $0.0.level(of: $0.1) }.max() ?? .good
    var text =
      "\(place.name) will be overfull: packets wait up to "
      + ReportFigure.milliseconds(link.longestQueue)
    if congestion > 0 {
      text += ", more than 500 ms for \(ReportFigure.milliseconds(congestion)) in a row"
    }
    if queueLoss > 0 { text += ", and \(ReportFigure.percent(queueLoss)) are dropped" }
    let estimates = link.estimate.map(\.value)
    let carried = ReportFigure.quantile(0.5, of: estimates).map {
      " Its sender takes it for \(ReportFigure.bitrate($0)) in the median."
    }
    add(
      .queue, level, place.subject, text + ".",
      "It carries less than is sent: end what else uses it, or send smaller pictures."
        + (carried ?? ""),
      figures.map { CallTestFinding.Figure($0.0, $0.1) })
  }
}
