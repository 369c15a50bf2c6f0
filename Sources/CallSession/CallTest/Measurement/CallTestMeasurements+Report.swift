import MediaCore

extension CallTestMeasurements {
  /// All figures of the test.
  func report<Carrier: CallTestCarrier & ~Copyable>(
    _ seats: [CallTestSeat], _ hub: borrowing CallTestHub, _ carrier: borrowing Carrier,
    _ reference: InkReference
  ) -> CallTestReport {
    var report = CallTestReport(
      profile: plan.profile.name, seed: plan.seed, duration: plan.duration.seconds,
      encoder: plan.encoder.rawValue)
    for seat in seats {
      var participant = CallTestReport.Participant(
        number: seat.index + 1, name: plan.names[seat.index],
        up: linkReport(seat.index, isUp: true, carrier),
        down: linkReport(seat.index, isUp: false, carrier))
      participant.sampleClockPPM = Double(seat.clocks.samples.drift) / 1_000
      participant.spoken = Double(seat.spoken) / Double(TurnScript.rate)
      report.participants.append(participant)
    }
    for speaker in seats {
      for listener in seats where listener.index != speaker.index {
        report.paths.append(path(speaker, listener, hub, report))
      }
    }
    if strokes > 0 { report.board = board(seats, reference) }
    report.networkEvents = networkEvents
    return report
  }

  private func linkReport<Carrier: CallTestCarrier & ~Copyable>(
    _ participant: Int, isUp: Bool, _ carrier: borrowing Carrier
  ) -> CallTestReport.Link {
    let name = CallTestLink(participant: participant, isUp: isUp)
    let statistics = carrier.statistics(of: name)
    let planned = isUp ? plan.profile.up : plan.profile.down
    return link(name).report(statistics, plan: statistics == nil ? nil : planned)
  }

  private func board(
    _ seats: [CallTestSeat], _ reference: InkReference
  ) -> CallTestReport.Board {
    var board = CallTestReport.Board(author: 1, strokes: strokes)
    for seat in seats where seat.index != 0 {
      board.viewers.append(
        .init(
          participant: seat.index + 1,
          events: seat.board.byEvents.legibility(
            of: reference, goal: MediaTime(milliseconds: 250), until: plan.duration),
          video: seat.board.byVideo.legibility(
            of: reference, goal: MediaTime(milliseconds: 500), until: plan.duration)))
    }
    var judged: Set<Int> = []
    for viewer in board.viewers {
      for stroke in viewer.events.strokes + viewer.video.strokes { judged.insert(stroke.number) }
    }
    board.skipped = (1...max(strokes, 1)).filter { !judged.contains($0) }
    return board
  }

  // MARK: Paths

  private func path(
    _ speaker: CallTestSeat, _ listener: CallTestSeat, _ hub: borrowing CallTestHub,
    _ report: CallTestReport
  ) -> CallTestReport.Path {
    var path = CallTestReport.Path(from: speaker.index + 1, to: listener.index + 1)
    let watch = sound(Pair(from: speaker.index, to: listener.index))
    path.sound = sound(watch, speaker, listener, hub, report)
    if let view = listener.views.first(where: { $0.participant == speaker.index }) {
      path.picture =
        PictureSummary(
          view, captured: speaker.captured, sound: watch, outages: outageEnds,
          rate: plan.camera.rate, duration: plan.duration
        ).report
    }
    return path
  }

  private func sound(
    _ watch: SoundWatch, _ speaker: CallTestSeat, _ listener: CallTestSeat,
    _ hub: borrowing CallTestHub, _ report: CallTestReport
  ) -> CallTestReport.Sound {
    var others: Int64 = 0
    for participant in report.participants where participant.number != listener.index + 1 {
      others += Int64(participant.spoken * Double(TurnScript.rate))
    }
    var summary = SoundSummary(
      watch, heard: listener.client.soundReport, spoken: speaker.spoken, others: others,
      bitrate: listener.client.configuration.opus.bitrate)
    summary.up = hub.room.audioStatistics(of: speaker.index) ?? AudioReceptionStatistics()
    summary.outages = outageEnds
    return summary.report(
      lost: report.participants[speaker.index].up.loss,
      report.participants[listener.index].down.loss)
  }

  // MARK: What the network does by plan

  private var outageEnds: [MediaTime] {
    var ends: [MediaTime] = []
    for outage in plan.profile.up.outages + plan.profile.down.outages {
      if !ends.contains(outage.end), outage.end < plan.duration { ends.append(outage.end) }
    }
    return ends
  }

  private var networkEvents: [CallTestReport.NetworkEvent] {
    var events: [CallTestReport.NetworkEvent] = []
    func add(_ time: MediaTime, _ text: String) {
      let event = CallTestReport.NetworkEvent(time: time.seconds, text: text)
      if time < plan.duration, !events.contains(event) { events.append(event) }
    }
    for link in [plan.profile.up, plan.profile.down] {
      for outage in link.outages {
        add(outage.start, "outage")
        add(outage.end, "outage ends")
      }
      for step in (link.capacity?.steps ?? []).dropFirst() {
        add(step.start, "\(step.rate / 1_000) kbit/s")
      }
    }
    return events.sorted { $0.time < $1.time }
  }
}
