package import MediaCore

extension LineTest {
  /// All figures, until now or the test's end; nil when media never flowed. It compares all that was heard with
  /// what was said, which takes a while.
  ///
  /// - Parameters:
  ///   - client: by which the test was run, also after its end.
  ///   - fault: why the line broke, if it did: one line.
  package func report(
    of client: borrowing WebRTCClient, fault: String?, at now: MediaTime
  ) -> CallTestReport? {
    guard began != nil, let peer = client.peer else { return nil }
    let lasted = time(at: now)
    var report = CallTestReport(
      profile: "line", seed: plan.seed, duration: lasted.seconds, encoder: nil)
    report.usesSockets = true
    var line = CallTestReport.Line(
      server: plan.server, echoDelay: plan.echoDelay.milliseconds)
    line.roundTrip = peer.roundTrip?.milliseconds
    line.fault = fault
    if blocks > 0 { line.machineLate = Double(lateBlocks) / Double(blocks) }
    report.line = line
    let traffic = peer.traffic
    var (up, down) = (up, down)
    up.count(packets: client.sent.packets, bytes: client.sent.bytes)
    down.count(packets: traffic.received.packets, bytes: traffic.received.bytes)
    var you = CallTestReport.Participant(
      number: 1, name: "You", up: up.report(ofRealLoss: traffic.lossThere),
      down: down.report(ofRealLoss: traffic.lossBack))
    // What the server takes the link to carry it does not tell.
    you.down.estimate = []
    you.spoken = Double(spoken) / Double(TurnScript.rate)
    report.participants = [you]
    report.paths = [path(you, until: lasted)]
    return report
  }

  private func path(
    _ you: CallTestReport.Participant, until end: MediaTime
  ) -> CallTestReport.Path {
    var path = CallTestReport.Path(from: 1, to: 1)
    let watch = soundWatch
    if !watch.blocks.isEmpty {
      path.sound =
        SoundSummary(
          watch, heard: player.report, spoken: spoken, others: spoken,
          bitrate: VoiceEncoder.settings.bitrate
        ).report(lost: you.up.loss, you.down.loss)
    }
    // Of what is on its way at the end nothing can be said.
    if end > plan.echoDelay {
      path.picture =
        PictureSummary(
          view, captured: captured.filter { $0 + plan.echoDelay < end }, sound: watch,
          rate: plan.camera.rate, duration: end, held: plan.echoDelay
        ).report
    }
    return path
  }

  /// Of the turns that can have come back to their end.
  private var soundWatch: SoundWatch {
    var watch = SoundWatch()
    let card = ParticipantClock()
    let way = (plan.echoDelay + Self.longestWay).ticks(of: TurnScript.rate)
    for turn in script.turns(until: plan.speechEnd) {
      guard let end = heard.end, end >= turn.samples.upperBound + way else { break }
      watch.compare(turn, of: script, by: card, to: heard, by: card, held: plan.echoDelay)
    }
    return watch
  }

  /// What is heard later counts as missing at the end of a test that was stopped.
  private static let longestWay = MediaTime(milliseconds: 500)
}
