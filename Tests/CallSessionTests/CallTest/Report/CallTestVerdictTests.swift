import Testing

@testable import CallSession

@Suite struct CallTestVerdictTests {
  static func names(_ report: CallTestReport) -> [String] {
    CallTestVerdict(report).findings.map(\.name.rawValue)
  }

  /// The only finding.
  static func finding(_ report: CallTestReport) throws -> CallTestFinding {
    let findings = CallTestVerdict(report).findings
    try #require(findings.count == 1, "\(findings.map(\.text))")
    return findings[0]
  }

  static func change(
    _ report: inout CallTestReport, from: Int? = nil, to: Int? = nil,
    _ body: (inout CallTestReport.Sound, inout CallTestReport.Picture) -> Void
  ) {
    for index in report.paths.indices
    where (from ?? report.paths[index].from) == report.paths[index].from
      && (to ?? report.paths[index].to) == report.paths[index].to
    {
      guard var sound = report.paths[index].sound, var picture = report.paths[index].picture else {
        continue
      }
      body(&sound, &picture)
      report.paths[index].sound = sound
      report.paths[index].picture = picture
    }
  }

  @Test func `a call without a flaw is praised for what was measured`() {
    var report = SampleReport.good()
    let verdict = CallTestVerdict(report)
    #expect(verdict.level == .good)
    #expect(verdict.findings.isEmpty)
    #expect(
      verdict.summary == "Everybody will hear and see everybody well, and read the board in time.")
    report.board = nil
    Self.change(&report) { _, picture in picture = CallTestReport.Picture() }
    for index in report.paths.indices { report.paths[index].picture = nil }
    #expect(CallTestVerdict(report).summary == "Everybody will hear everybody well.")
  }

  @Test func `a call of which nothing is known is not good`() {
    let report = CallTestReport(profile: "wifi", seed: 1, duration: 1, encoder: "faceboard")
    #expect(Self.names(report) == ["not-measured"])
    var silent = SampleReport.good()
    for index in silent.participants.indices { silent.participants[index].spoken = 0 }
    Self.change(&silent) { sound, _ in
      sound.spoken = 0
      sound.heard = 0
    }
    #expect(Self.names(silent) == ["nobody-spoke"])
  }

  @Test func `who is mute is named, and not what follows from it`() throws {
    var report = SampleReport.good()
    report.participants[1].spoken = 0
    Self.change(&report, from: 2) { sound, _ in
      sound.spoken = 0
      sound.heard = 0
      sound.delay = nil
      sound.mos = nil
      sound.intelligibility = nil
    }
    let finding = try Self.finding(report)
    #expect(finding.name == .muted)
    #expect(finding.level == .bad)
    #expect(finding.subject == .init(kind: .participant, participant: 2))
    #expect(
      finding.text
        == "Ben's microphone will be silent: it captured nothing, while others spoke for up to 15.0 s."
    )
  }

  @Test func `who speaks and is heard nowhere is told apart from who is mute`() throws {
    var report = SampleReport.good()
    Self.change(&report, from: 2) { sound, _ in
      sound.heard = 0
      sound.delay = nil
      sound.mos = nil
      sound.intelligibility = 0.1
      sound.audiblyConcealed = 1
    }
    let finding = try Self.finding(report)
    #expect(finding.name == .noSound)
    #expect(
      finding.text
        == "Nobody will hear Ben: 14.0 s were said, and nothing of it was heard.")
    #expect(finding.figures.map(\.name) == ["sound.heard", "sound.spoken", "sound.heard"])
  }

  @Test func `one cause is one sentence, for whoever it is about`() {
    func texts(from: Int?, to: Int?) -> [String] {
      var report = SampleReport.good()
      Self.change(&report, from: from, to: to) { sound, _ in sound.heard = 0 }
      return CallTestVerdict(report).findings.map { String($0.text.prefix { $0 != ":" }) }
    }
    #expect(texts(from: nil, to: nil) == ["Nobody will hear anybody"])
    #expect(texts(from: 1, to: nil) == ["Nobody will hear Ada"])
    #expect(texts(from: nil, to: 1) == ["Ada will hear nobody"])
    #expect(texts(from: 1, to: 2) == ["Ben will not hear Ada"])
  }

  @Test func `80 ms added to a link are named, jitter and queue of the profile are not`() throws {
    var report = SampleReport.good()
    report.participants[1].up.latency = 93
    let finding = try Self.finding(report)
    #expect(finding.name == .slowLink)
    #expect(finding.level == .bad)
    #expect(finding.subject == .init(kind: .up, participant: 2))
    #expect(
      finding.text.hasPrefix("Ben's link to the room will be 79 ms slower than planned: 93 ms"))
    report.participants[1].up.plannedJitter = 60
    report.participants[1].up.queue = 15
    #expect(Self.names(report) == [])
    // Without the mean, the longest queue may explain it.
    report.participants[1].up.plannedJitter = nil
    report.participants[1].up.queue = nil
    report.participants[1].up.longestQueue = 80
    #expect(Self.names(report) == [])
  }

  @Test func `3 % of loss that nobody planned are named`() throws {
    var report = SampleReport.good()
    report.participants[2].down.loss = 0.035
    let finding = try Self.finding(report)
    #expect(finding.name == .lossyLink)
    #expect(finding.level == .bad)
    #expect(finding.subject == .init(kind: .down, participant: 3))
    #expect(finding.text.contains("3.5 % of 6000 packets instead of 0.50 %"))
  }

  @Test func `loss by chance, by a queue and by an outage is not named as unplanned`() {
    var report = SampleReport.good()
    // Of 200 packets in rows of two, 2 % are two rows.
    report.participants[0].up.packets = 200
    report.participants[0].up.loss = 0.02
    report.participants[1].up.loss = 0.055
    report.participants[1].up.outageLoss = 0.05
    report.participants[2].up.loss = 0.0145
    report.participants[2].up.queueLoss = 0.0095
    #expect(Self.names(report) == [])
    report.participants[0].up.packets = 20_000
    #expect(Self.names(report) == ["lossy-link"])
  }

  @Test func `losses in rows are given more to chance`() {
    let single = VerdictDraft.deviation(0.01, burst: 1, packets: 10_000)
    #expect((single - 0.000_995).magnitude < 1e-6)
    let rows = VerdictDraft.deviation(0.01, burst: 5, packets: 10_000)
    #expect((rows - 3 * single).magnitude < 1e-9)
    #expect(VerdictDraft.deviation(0, burst: 1, packets: 100) > 0)
  }

  @Test func `a queue is named with its length and what it drops`() throws {
    var report = SampleReport.good()
    report.participants[0].down.longestQueue = 1410
    report.participants[0].down.longestCongestion = 2600
    report.participants[0].down.queueLoss = 0.02
    report.participants[0].down.loss = 0.025
    let finding = try Self.finding(report)
    #expect(finding.name == .queue)
    #expect(finding.level == .bad)
    #expect(
      finding.text
        == "Ada's link from the room will be overfull: packets wait up to 1.4 s, more than 500 ms for "
        + "2.6 s in a row, and 2.0 % are dropped.")
  }

  @Test func `still, frozen and missing cameras are told apart`() throws {
    var still = SampleReport.good()
    Self.change(&still, from: 3) { _, picture in picture.changed = 1 }
    #expect(
      try Self.finding(still).text
        == "Everybody will see a still picture of Chloé: 900 were captured and 893 shown, 1 of "
        + "them unlike the one before.")
    #expect(try Self.finding(still).name == .stillCamera)

    var frozen = SampleReport.good()
    Self.change(&frozen, from: 3, to: 1) { _, picture in
      picture.frozen = 21_000
      picture.longestFreeze = 19_500
    }
    #expect(try Self.finding(frozen).name == .frozenCamera)
    #expect(try Self.finding(frozen).subject == .init(kind: .path, participant: 3, other: 1))
    #expect(
      try Self.finding(frozen).text
        == "Ada will see Chloé freeze: 21.0 s a minute of standing still, the longest for 19.5 s.")

    var none = SampleReport.good()
    Self.change(&none, to: 2) { _, picture in
      picture.shown = 0
      picture.changed = 0
      picture.similarity = nil
    }
    #expect(try Self.finding(none).name == .noPicture)
    #expect(try Self.finding(none).text.hasPrefix("Ben will see nobody: 900 pictures"))

    var dark = SampleReport.good()
    Self.change(&dark, from: 1) { _, picture in picture = CallTestReport.Picture() }
    #expect(try Self.finding(dark).name == .noCamera)
  }

  @Test func `a stroke that nobody can read is named with its number and time`() throws {
    var report = SampleReport.good()
    var board = try #require(report.board)
    for viewer in board.viewers.indices {
      board.viewers[viewer].events.strokes[6].delay = nil
      board.viewers[viewer].video.strokes[6].delay = nil
    }
    report.board = board
    let finding = try Self.finding(report)
    #expect(finding.name == .lostStroke)
    #expect(finding.subject == .init(kind: .board))
    #expect(finding.text.hasPrefix("Nobody will be able to read stroke 7 (at 16.1 s), neither"))
    for viewer in board.viewers.indices {
      board.viewers[viewer].events.strokes.remove(at: 6)
      board.viewers[viewer].video.strokes.remove(at: 6)
    }
    report.board = board
    #expect(try Self.finding(report).text.hasPrefix("Nobody will see stroke 7: planned, but never"))
  }

  @Test func `a stroke that one viewer cannot read by video is that viewer's`() throws {
    var report = SampleReport.good()
    report.board?.viewers[1].video.strokes[2].delay = nil
    let finding = try Self.finding(report)
    #expect(finding.subject == .init(kind: .board, participant: 3))
    #expect(finding.text == "Chloé will never be able to read stroke 3 (at 6.9 s) by video.")
  }

  @Test func `late strokes are named with their share`() throws {
    var report = SampleReport.good()
    for stroke in 0..<6 { report.board?.viewers[0].events.strokes[stroke].delay = 800 }
    let finding = try Self.finding(report)
    #expect(finding.name == .lateStrokes)
    #expect(finding.level == .bad)
    #expect(finding.text.hasPrefix("Ben will read strokes late by events: 75.0 % within 250 ms"))
  }

  @Test func `the figures of sound have names and levels of their own`() throws {
    let cases:
      [(CallTestFinding.Name, CallTestVerdict.Level, (inout CallTestReport.Sound) -> Void)] = [
        (.lowMOS, .fair, { $0.mos = 3.5 }), (.lowMOS, .bad, { $0.mos = 3.0 }),
        (.unintelligible, .fair, { $0.intelligibility = 0.7 }),
        (.unintelligible, .bad, { $0.intelligibility = 0.5 }),
        (.concealed, .fair, { $0.audiblyConcealed = 0.03 }),
        (.concealed, .bad, { $0.audiblyConcealed = 0.09 }),
        (.lateSound, .fair, { $0.delay = 300 }), (.lateSound, .bad, { $0.delay = 410 }),
        (.lostSpeech, .fair, { $0.heard = 9 }), (.lostSpeech, .bad, { $0.heard = 2 }),
        (.noRecovery, .fair, { $0.recovery = 2500 }), (.noRecovery, .bad, { $0.recovery = 6000 }),
      ]
    for (name, level, body) in cases {
      var report = SampleReport.good()
      Self.change(&report, from: 1, to: 2) { sound, _ in body(&sound) }
      let finding = try Self.finding(report)
      #expect(finding.name == name)
      #expect(finding.level == level, "\(name)")
    }
  }

  @Test func `the figures of cameras have names and levels of their own`() throws {
    let cases:
      [(CallTestFinding.Name, CallTestVerdict.Level, (inout CallTestReport.Picture) -> Void)] = [
        (.outOfSync, .fair, { $0.largestOffset = 120 }),
        (.outOfSync, .bad, { $0.offsetAtEnd = -250 }),
        (.poorPicture, .fair, { $0.similarity = 0.8 }),
        (.poorPicture, .bad, { $0.similarity = 0.5 }),
        (.latePicture, .fair, { $0.delay = 500 }), (.latePicture, .bad, { $0.delay = 900 }),
        (.frozenCamera, .fair, { $0.frozen = 2000 }),
        (
          .fewPictures, .bad,
          {
            $0.shown = 100
            $0.changed = 100
          }
        ),
        (.noRecovery, .bad, { $0.recovery = 6000 }),
      ]
    for (name, level, body) in cases {
      var report = SampleReport.good()
      Self.change(&report, from: 1, to: 2) { _, picture in body(&picture) }
      let finding = try Self.finding(report)
      #expect(finding.name == name)
      #expect(finding.level == level, "\(name)")
    }
  }

  @Test func `the remedy names the link that did most of it`() throws {
    var report = SampleReport.good()
    report.participants[1].down.loss = 0.08
    report.participants[1].down.plannedLoss = 0.08
    Self.change(&report, to: 2) { sound, _ in sound.mos = 2.8 }
    #expect(
      try Self.finding(report).remedy
        == "Ben's link from the room loses most, 8.0 %: use a cable or a better network there.")
  }

  @Test func `the bad come before the fair, what hurts most before the rest`() {
    var report = SampleReport.good()
    Self.change(&report, from: 1, to: 2) { sound, picture in
      sound.mos = 3.4
      sound.intelligibility = 0.5
      picture.changed = 0
    }
    report.participants[0].up.longestQueue = 400
    #expect(Self.names(report) == ["still-camera", "unintelligible", "queue", "low-mos"])
    let verdict = CallTestVerdict(report)
    #expect(verdict.level == .bad)
    #expect(verdict.summary == verdict.findings[0].text + " And 3 more findings.")
  }

  @Test func `two of one name are told apart`() throws {
    var report = SampleReport.good()
    report.participants[1].name = "Ada"
    report.participants[2].name = "  \n"
    #expect(report.name(of: 1) == "Ada (1)")
    #expect(report.name(of: 2) == "Ada (2)")
    #expect(report.name(of: 3) == "Participant 3")
    report.participants[2].name = "A\nB"
    #expect(report.name(of: 3) == "A B")
  }
}
