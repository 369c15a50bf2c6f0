/// Microphones and cameras that give nothing while others do.
extension VerdictDraft {
  mutating func judgeMicrophonesAndCameras() {
    let mostSpoken = report.participants.map(\.spoken).filter(\.isFinite).max() ?? 0
    let hasSound = report.paths.contains { $0.sound != nil }
    for participant in report.participants {
      let subject = CallTestFinding.Subject(kind: .participant, participant: participant.number)
      let name = report.name(of: participant.number)
      if hasSound, participant.spoken == 0, mostSpoken >= CallTestThresholds.leastSpeech {
        add(
          .muted, .bad, subject,
          "\(name)'s microphone will be silent: it captured nothing, while others spoke for up to "
            + "\(ReportFigure.seconds(mostSpoken)).",
          "Unmute \(name) and check which microphone is chosen.",
          [.init("participants.spoken", 0, .seconds, limit: CallTestThresholds.leastSpeech)])
      }
      let captured = report.paths.filter { $0.from == participant.number }
        .compactMap { $0.picture?.captured }
      if !captured.isEmpty, captured.allSatisfy({ $0 == 0 }), hasCameras {
        add(
          .noCamera, .bad, subject,
          "\(name)'s camera will show nothing: it captured no picture, while others did.",
          "Turn \(name)'s camera on and check that no other program holds it.",
          [.init("picture.captured", 0, .count, limit: 1)])
      }
    }
  }

  private var hasCameras: Bool {
    report.paths.contains { ($0.picture?.captured ?? 0) > 0 }
  }
}
