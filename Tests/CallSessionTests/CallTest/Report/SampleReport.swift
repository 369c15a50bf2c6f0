import TestSupport

@testable import CallSession

/// Reports as a call test makes them, and reports of anything.
enum SampleReport {
  static let names = ["Ada", "Ben", "Chloé", "Dmitri", "Эва", "Fu"]

  /// Nothing in it is worse than good.
  static func good(participants count: Int = 3, seed: UInt64 = 1) -> CallTestReport {
    var random = SeededGenerator(seed: seed)
    var report = CallTestReport(profile: "wifi", seed: seed, duration: 60, encoder: "faceboard")
    for number in 1...count {
      var participant = CallTestReport.Participant(
        number: number, name: names[(number - 1) % names.count], up: link(700, &random),
        down: link(1100, &random))
      participant.spoken = 12 + Double(number)
      report.participants.append(participant)
    }
    for from in 1...count {
      for to in 1...count where to != from {
        report.paths.append(path(from, to, &random))
      }
    }
    report.board = board(viewers: Array(2...max(count, 2)), strokes: 24, &random)
    return report
  }

  static func link(_ kilobits: Double, _ random: inout SeededGenerator) -> CallTestReport.Link {
    var link = CallTestReport.Link()
    link.packets = 6000
    link.bytes = 5_000_000
    link.loss = 0.0052
    link.plannedLoss = 0.005
    link.plannedBurst = 2
    link.latency = 13
    link.plannedLatency = 10
    link.plannedJitter = 3
    link.queue = 1
    link.longestQueue = 22
    for second in 0..<60 {
      let share = Double.random(in: 0.8...1.1, using: &random)
      link.bitrate.append(.init(Double(second), kilobits * 1000 * share))
      link.estimate.append(.init(Double(second), min(3e5 + 1e5 * Double(second), 1.9e6)))
    }
    return link
  }

  static func path(_ from: Int, _ to: Int, _ random: inout SeededGenerator) -> CallTestReport.Path {
    var path = CallTestReport.Path(from: from, to: to)
    var sound = CallTestReport.Sound()
    sound.delay = Double.random(in: 120...150, using: &random)
    sound.delay95 = 178
    sound.lossBefore = 0.0103
    sound.lossAfter = 0.0011
    sound.audiblyConcealed = 0.0006
    sound.burstRatio = 1.3
    sound.mos = Double.random(in: 4.1...4.3, using: &random)
    sound.codecImpairment = 16.8
    sound.codecRobustness = 10.44
    sound.intelligibility = 0.94
    sound.spoken = 12 + Double(from)
    sound.heard = 11.6 + Double(from)
    var picture = CallTestReport.Picture()
    picture.captured = 900
    picture.shown = 893
    picture.changed = 890
    picture.freezes = 1
    picture.frozen = 310
    picture.longestFreeze = 310
    picture.similarity = 0.95
    picture.delay = 118
    picture.offsetAtStart = 22
    picture.offsetInMiddle = -14
    picture.offsetAtEnd = 9
    picture.largestOffset = 38
    for second in stride(from: from, to: 60, by: 2) {
      let time = Double(second)
      sound.delays.append(.init(time, Double.random(in: 110...160, using: &random)))
      picture.offsets.append(.init(time, Double.random(in: -35...35, using: &random)))
    }
    path.sound = sound
    path.picture = picture
    return path
  }

  static func board(
    viewers: [Int], strokes: Int, _ random: inout SeededGenerator
  ) -> CallTestReport.Board {
    var board = CallTestReport.Board(author: 1, strokes: strokes)
    for viewer in viewers {
      var events = CallTestReport.Legibility(goal: 250)
      var video = CallTestReport.Legibility(goal: 500)
      for number in 1...strokes {
        let time = Double(number) * 2.3
        events.strokes.append(
          .init(number: number, time: time, delay: Double.random(in: 20...70, using: &random)))
        video.strokes.append(
          .init(number: number, time: time, delay: Double.random(in: 120...290, using: &random)))
      }
      board.viewers.append(.init(participant: viewer, events: events, video: video))
    }
    return board
  }

  /// Any report: of any size, with figures missing, of any size, and with such as are none.
  static func anything(seed: UInt64) -> CallTestReport {
    var random = SeededGenerator(seed: seed)
    var report = good(participants: Int.random(in: 1...6, using: &random), seed: seed)
    if random.chance(0.1) { return report }
    let isWild = random.chance(0.5)
    func upset(_ value: inout Double, _ most: Double) {
      guard random.chance(0.15) else { return }
      value =
        isWild && random.chance(0.4) ? strange(&random) : .random(in: 0...most, using: &random)
    }
    func upset(_ value: inout Double?, _ most: Double) {
      if random.chance(0.1) { return value = nil }
      var number = value ?? 0
      upset(&number, most)
      value = number
    }
    upset(&report.duration, 100)
    for index in report.participants.indices {
      report.participants[index].name = names.randomElement(using: &random) ?? ""
      if random.chance(0.1) { report.participants[index].name = "<b>&\"'\u{202E}\u{1}" }
      upset(&report.participants[index].spoken, 0.5)
      upset(&report.participants[index].up.loss, 0.1)
      upset(&report.participants[index].down.latency, 200)
      upset(&report.participants[index].down.plannedLoss, 0.2)
      upset(&report.participants[index].up.longestQueue, 4000)
      for second in report.participants[index].up.bitrate.indices {
        upset(&report.participants[index].up.bitrate[second].value, 3e6)
      }
    }
    for index in report.paths.indices {
      if random.chance(0.1) { report.paths[index].sound = nil }
      if random.chance(0.1) { report.paths[index].picture = nil }
      if var sound = report.paths[index].sound {
        upset(&sound.delay, 900)
        upset(&sound.mos, 4.5)
        upset(&sound.intelligibility, 1)
        upset(&sound.audiblyConcealed, 0.3)
        upset(&sound.heard, 2)
        upset(&sound.recovery, 9000)
        report.paths[index].sound = sound
      }
      if var picture = report.paths[index].picture {
        picture.shown = Int.random(in: 0...900, using: &random)
        picture.changed = Int.random(in: 0...max(picture.shown, 1), using: &random)
        upset(&picture.frozen, 20_000)
        upset(&picture.similarity, 1)
        upset(&picture.delay, 1500)
        upset(&picture.largestOffset, 400)
        upset(&picture.offsetAtEnd, 400)
        report.paths[index].picture = picture
      }
    }
    if random.chance(0.2) { report.board = nil }
    if var board = report.board {
      for viewer in board.viewers.indices {
        for stroke in board.viewers[viewer].video.strokes.indices {
          upset(&board.viewers[viewer].video.strokes[stroke].delay, 2000)
        }
      }
      report.board = board
    }
    if random.chance(0.5) { report.networkEvents = [.init(time: 15, text: "an outage of 3 s")] }
    return report
  }

  private static func strange(_ random: inout SeededGenerator) -> Double {
    [.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, -0.0, -5]
      .randomElement(using: &random) ?? .nan
  }
}
