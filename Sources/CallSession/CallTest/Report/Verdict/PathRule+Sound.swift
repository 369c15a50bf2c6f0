/// How people are heard.
extension PathRule {
  private static func isHeard(_ sound: CallTestReport.Sound) -> Bool {
    !(sound.spoken >= CallTestThresholds.leastSpeech && sound.heard == 0)
  }

  /// Of speech of which something was heard; what was not heard at all is one finding.
  private static func heard(
    _ figure: @escaping @Sendable (CallTestReport.Sound) -> Double?
  ) -> @Sendable (CallTestReport.Path, CallTestReport) -> Double? {
    { path, _ in path.sound.flatMap { isHeard($0) ? figure($0) : nil } }
  }

  private static func speech(_ path: CallTestReport.Path) -> [CallTestFinding.Figure] {
    [
      .init("sound.spoken", path.sound?.spoken ?? 0, .seconds),
      .init("sound.heard", path.sound?.heard ?? 0, .seconds),
    ]
  }

  private static func losses(_ path: CallTestReport.Path) -> [CallTestFinding.Figure] {
    [
      .init("sound.lossBefore", path.sound?.lossBefore ?? 0, .share),
      .init("sound.lossAfter", path.sound?.lossAfter ?? 0, .share),
    ]
  }

  static let sound: [PathRule] = [
    PathRule(
      .noSound, CallTestThresholds.heard,
      .other(
        "The microphone works: look for where its packets end, and for the wrong loudspeaker."),
      measure: { path, _ in
        path.sound.map { isHeard($0) ? 1 : 0 }
      },
      text: { people, _, path in
        "\(people.not("hear")): \(ReportFigure.seconds(path.sound?.spoken)) were said, and nothing "
          + "of it was heard."
      }, companions: speech
    ),
    PathRule(
      .lostSpeech, CallTestThresholds.heard, .loss,
      measure: heard {
        $0.spoken >= CallTestThresholds.leastSpeech ? $0.heard / $0.spoken : nil
      },
      text: { people, figures, _ in
        "\(people.listener) will miss words of \(people.speaker): \(figures) of the speech was heard."
      }, companions: speech),
    PathRule(
      .unintelligible, CallTestThresholds.intelligibility, .loss,
      measure: heard(\.intelligibility),
      text: { people, figures, path in
        let value = path.sound?.intelligibility ?? 0
        let isBad = CallTestThresholds.intelligibility.level(of: value) == .bad
        return
          "\(people.listener) will \(isBad ? "hardly understand" : "not understand every word of") "
          + "\(people.speaker): intelligibility \(figures) of 1, "
          + "\(CallTestThresholds.intelligibility.goal)."
      }, companions: losses),
    PathRule(
      .lowMOS, CallTestThresholds.mos, .loss,
      measure: heard(\.mos),
      text: { people, figures, path in
        "\(people.listener) will be dissatisfied with how \(people.speaker) sounds: MOS \(figures) of "
          + "4.5, \(CallTestThresholds.mos.goal)."
      },
      companions: { path in
        [
          .init("sound.delay", path.sound?.delay ?? .nan, .milliseconds),
          .init("sound.lossAfter", path.sound?.lossAfter ?? 0, .share),
          .init("sound.burstRatio", path.sound?.burstRatio ?? 1, .score),
        ]
      }),
    PathRule(
      .concealed, CallTestThresholds.concealed, .loss,
      measure: heard(\.audiblyConcealed),
      text: { people, figures, _ in
        "\(people.listener) will hear gaps in what \(people.speaker) says: \(figures) of the speech "
          + "is made up for longer than 20 ms."
      }, companions: losses),
    PathRule(
      .lateSound, CallTestThresholds.delay, .delay,
      measure: heard(\.delay),
      text: { people, figures, _ in
        "\(people.listener) will hear \(people.speaker) late: \(figures) from mouth to ear, "
          + "\(CallTestThresholds.delay.goal)."
      }),
    PathRule(
      .noRecovery, CallTestThresholds.recovery,
      .other(
        "Look at what is asked for after the outage, and when: key frames, lost packets, rates."),
      measure: { path, _ in
        [path.sound?.recovery, path.picture?.recovery].compactMap { $0 }.filter(\.isFinite).max()
      },
      text: { people, figures, path in
        let sense =
          (path.picture?.recovery ?? 0) > (path.sound?.recovery ?? 0) ? "see" : "hear"
        return
          "\(people.listener) will \(sense) \(people.speaker) again only \(figures) after an outage."
      }),
  ]
}
