internal import CallSession
internal import Glibc
internal import MediaCore
internal import MediaIO

/// Calls over bad networks beside what they are to reach, over several seeds.
enum CallFigures {
  /// A figure of a call, and what it is to be.
  struct Goal {
    let name: String
    let limit: Double
    let isLeast: Bool
    let unit: String
    /// The worst path's or viewer's.
    let value: (CallTestReport) -> Double?

    init(
      _ name: String, atMost limit: Double, _ unit: String,
      _ value: @escaping (CallTestReport) -> Double?
    ) {
      (self.name, self.limit, self.unit, self.value, isLeast) = (name, limit, unit, value, false)
    }

    init(
      _ name: String, atLeast limit: Double, _ unit: String,
      _ value: @escaping (CallTestReport) -> Double?
    ) {
      (self.name, self.limit, self.unit, self.value, isLeast) = (name, limit, unit, value, true)
    }

    func isMet(_ value: Double) -> Bool { isLeast ? value >= limit : value <= limit }
  }

  struct Subject {
    let profile: String
    let seconds: Int64
    let goals: [Goal]
  }

  static var subjects: [Subject] {
    [
      Subject(
        profile: "lossy-10", seconds: 60,
        goals: [
          Goal("audibly concealed", atMost: 1, "%") { worst($0) { $0.audiblyConcealed * 100 } },
          Goal("frozen a minute", atMost: 200, "ms") { frozen($0).max() },
          Goal("frozen a minute, mean of the paths", atMost: 200, "ms") { report in
            let paths = frozen(report)
            return paths.isEmpty ? nil : paths.reduce(0, +) / Double(paths.count)
          },
          Goal("strokes by events in 250 ms", atLeast: 95, "%") { inTime($0, \.events) },
          Goal("strokes by video in 500 ms", atLeast: 95, "%") { inTime($0, \.video) },
        ]),
      Subject(
        profile: "lossy-30", seconds: 60,
        goals: [
          Goal("MOS", atLeast: 3, "") { least($0) { $0.mos } },
          Goal("STOI", atLeast: 0.75, "") { least($0) { $0.intelligibility } },
        ]),
      Subject(
        profile: "outage-3s", seconds: 60,
        goals: [
          Goal("sound is back after", atMost: 1_000, "ms") { worst($0) { $0.recovery } },
          Goal("picture is back after", atMost: 1_000, "ms") { report in
            report.paths.compactMap { $0.picture?.recovery }.max()
          },
        ]),
      Subject(
        profile: "step-2M-300k-2M", seconds: 60,
        goals: [
          Goal("queue over 500 ms for", atMost: 2_000, "ms") {
            links($0) { $0.longestCongestion ?? 0 }
          },
          Goal("lost to the queue", atMost: 5, "%") { links($0) { ($0.queueLoss ?? 0) * 100 } },
        ]),
      Subject(
        profile: "skew-500ppm", seconds: 300,
        goals: [
          Goal("sound and picture apart", atMost: 20, "ms") { report in
            report.paths.compactMap { $0.picture?.largestOffset }.max()
          },
          Goal("audibly concealed", atMost: 0, "%") { worst($0) { $0.audiblyConcealed * 100 } },
        ]),
    ]
  }

  static func worst(
    _ report: CallTestReport, _ value: (CallTestReport.Sound) -> Double?
  ) -> Double? {
    report.paths.compactMap { $0.sound.flatMap(value) }.max()
  }

  static func least(
    _ report: CallTestReport, _ value: (CallTestReport.Sound) -> Double?
  ) -> Double? {
    var least = Double.infinity
    for path in report.paths {
      guard let sound = path.sound, let value = value(sound) else { return nil }
      least = min(least, value)
    }
    return least
  }

  /// Of each path, milliseconds a minute.
  static func frozen(_ report: CallTestReport) -> [Double] {
    report.paths.compactMap { $0.picture.map { $0.frozen * 60 / report.duration } }
  }

  static func links(
    _ report: CallTestReport, _ value: (CallTestReport.Link) -> Double
  ) -> Double? {
    report.participants.map { max(value($0.up), value($0.down)) }.max()
  }

  static func inTime(
    _ report: CallTestReport, _ way: (CallTestReport.Viewer) -> CallTestReport.Legibility
  ) -> Double? {
    report.board?.viewers.map { viewer in
      let legibility = way(viewer)
      let inTime = legibility.strokes.count { ($0.delay ?? .infinity) <= legibility.goal }
      return Double(inTime) * 100 / Double(max(legibility.strokes.count, 1))
    }.min()
  }

  /// A call of three in which one draws.
  static func plan(
    _ profile: String, seconds: Int64, seed: UInt64, voices: [[Float]]
  ) throws(MediaError) -> CallTestPlan {
    guard let profile = NetworkProfile.named(profile) else {
      throw MediaError(.usage, "no profile is called \(profile)")
    }
    let duration = MediaTime(milliseconds: seconds * 1_000)
    var plan = CallTestPlan(
      profile: profile, seed: seed, duration: duration,
      names: Array(["Ada", "Ben", "Cleo"].prefix(voices.count)), speech: voices)
    plan.header = SampleDrawing.header
    plan.board = SampleDrawing.events(until: duration, seed: seed)
    return plan
  }

  static func voices(_ count: Int) throws(MediaError) -> [[Float]] {
    var voices: [[Float]] = []
    for participant in 1...count { voices.append(try SpokenText.speech(of: participant)) }
    return voices
  }

  /// A table of all goals: median and worst over the seeds, and how many seeds meet each.
  static func run(seeds: UInt64, only profile: String?) throws(MediaError) {
    let voices = try voices(3)
    print("| Profile | Figure | Goal | Median | Worst | Met |")
    print("|---|---|---|---|---|---|")
    for subject in subjects where profile == nil || subject.profile == profile {
      var values = [[Double?]](repeating: [], count: subject.goals.count)
      for seed in 1...seeds {
        let report = try CallTest.run(
          try plan(subject.profile, seconds: subject.seconds, seed: seed, voices: voices))
        for (index, goal) in subject.goals.enumerated() {
          values[index].append(goal.value(report))
        }
      }
      for (goal, values) in zip(subject.goals, values) { printRow(subject, goal, values) }
    }
  }

  private static func printRow(_ subject: Subject, _ goal: Goal, _ values: [Double?]) {
    let known = values.compactMap(\.self).sorted()
    let met = known.count { goal.isMet($0) }
    let worst = goal.isLeast ? known.first : known.last
    func text(_ value: Double?) -> String {
      value.map { String(format($0)) + (goal.unit.isEmpty ? "" : " " + goal.unit) } ?? "none"
    }
    print(
      "| \(subject.profile) | \(goal.name) | \(goal.isLeast ? "≥" : "≤") \(text(goal.limit)) "
        + "| \(text(known.isEmpty ? nil : known[known.count / 2])) | \(text(worst)) "
        + "| \(met) of \(values.count) |")
    fflush(nil)
  }

  private static func format(_ value: Double) -> String {
    let places = abs(value) < 10 ? 100.0 : 1
    let rounded = (value * places).rounded() / places
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// One call, for a look at it.
  static func show(_ profile: String, seconds: Int64, seed: UInt64) throws(MediaError) {
    let report = try CallTest.run(
      try plan(profile, seconds: seconds, seed: seed, voices: try voices(3)))
    for path in report.paths {
      if let sound = path.sound {
        print(
          path.from, path.to, "delay", sound.delay ?? -1, sound.delay95 ?? -1, "mos",
          sound.mos ?? -1, "stoi", sound.intelligibility ?? -1, "loss", sound.lossBefore ?? -1,
          sound.lossAfter, "audible", sound.audiblyConcealed, "spoken", sound.spoken,
          sound.heard, "recovery", sound.recovery ?? -1)
      }
      if let picture = path.picture {
        print(
          "   picture", picture.captured, picture.shown, picture.changed, "freezes",
          picture.freezes, picture.frozen, "ssim", picture.similarity ?? -1, "delay",
          picture.delay ?? -1, "offset", picture.offsetAtStart ?? -999,
          picture.offsetInMiddle ?? -999, picture.offsetAtEnd ?? -999,
          picture.largestOffset ?? -999, "recovery", picture.recovery ?? -1)
      }
    }
    for participant in report.participants {
      for (name, link) in [("up", participant.up), ("down", participant.down)] {
        print(
          participant.number, name, link.packets, link.bytes, "loss", link.loss ?? -1,
          link.queueLoss ?? -1,
          "latency", link.latency ?? -1, "queue", link.longestQueue ?? -1,
          link.longestCongestion ?? -1,
          "estimate", link.estimate.map { Int($0.value / 1_000) })
      }
    }
    for viewer in report.board?.viewers ?? [] {
      for legibility in [viewer.events, viewer.video] {
        print(
          viewer.participant, legibility.goal,
          legibility.strokes.map { $0.delay.map { Int($0) } ?? -1 })
      }
    }
  }
}
