import Foundation
import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// The client of a line's test against a server's echo, over the simulated network.
@Suite struct LineTestTests {
  /// Those that several tests look at.
  private static let perfect = Result { try report(.perfect) }
  private static let lossy = Result { try report(.lossy10, seconds: 10) }

  private static func report(
    _ profile: NetworkProfile, seconds: Int64 = 12, seed: UInt64 = 1
  ) throws -> CallTestReport {
    let line = try EchoedLine(over: profile, seconds: seconds, seed: seed)
    try line.run()
    #expect(line.isOver && line.events == [.connected])
    return try #require(line.report())
  }

  @Test func `on a perfect line all comes back, and the server's second is no delay`() throws {
    let report = try Self.perfect.get()
    #expect(CallTestVerdict(report).level == .good, "\(CallTestVerdict(report).summary)")
    let path = try #require(report.paths.first)
    let sound = try #require(path.sound)
    #expect(try #require(sound.delay) > 20 && sound.delay ?? 0 < 180, "\(sound)")
    #expect(try #require(sound.mos) > 4)
    #expect(try #require(sound.intelligibility) > 0.93)
    #expect(sound.audiblyConcealed == 0 && sound.lossBefore == 0)
    #expect(sound.heard > sound.spoken * 0.9 && sound.spoken > 2)
    let picture = try #require(path.picture)
    #expect(picture.frozen == 0 && picture.shown > picture.captured * 95 / 100, "\(picture)")
    #expect(try #require(picture.similarity) > 0.85)
    #expect(try #require(picture.delay) < 300)
    #expect(try #require(picture.largestOffset) < 60)
    let you = try #require(report.participants.first)
    #expect(you.up.loss == 0 && you.down.loss == 0 && you.up.queueLoss == nil)
    #expect(you.up.bitrate.count == 12 && you.up.estimate.count == 12)
    #expect(you.down.bitrate.count == 12 && you.down.estimate.isEmpty)
    #expect(report.line?.echoDelay == 1_000 && report.line?.roundTrip != nil)
    #expect(report.board == nil && report.encoder == nil)
  }

  @Test func `the delay is that of the way`() throws {
    func delay(_ milliseconds: Int64) throws -> Double {
      var link = NetworkProfile.perfect.up
      link.latency = MediaTime(milliseconds: milliseconds)
      return try #require(
        Self.report(NetworkProfile(name: "far", both: link), seconds: 10).paths[0].sound?.delay)
    }
    let added = try delay(120) - delay(20)
    #expect(abs(added - 200) < 40, "\(added)")
  }

  @Test func `what is lost is told for each link, and made up sound is counted`() throws {
    var profile = NetworkProfile.perfect
    profile.up.latency = MediaTime(milliseconds: 20)
    profile.down.latency = MediaTime(milliseconds: 20)
    profile.up.loss = .independent(rate: 0.1)
    let report = try Self.report(profile, seconds: 16)
    let you = try #require(report.participants.first)
    #expect(try #require(you.up.loss) > 0.05 && you.up.loss ?? 1 < 0.16, "\(you.up.loss ?? -1)")
    #expect(you.down.loss == 0)
    let sound = try #require(report.paths.first?.sound)
    #expect(abs((sound.lossBefore ?? 0) - (you.up.loss ?? 1)) < 1e-9)
    // The packets' own redundancy makes up for some of it.
    #expect(sound.lossAfter > 0.005 && sound.lossAfter < 0.1, "\(sound.lossAfter)")
    #expect(try #require(sound.mos) < 4.3)
    profile.up.loss = .none
    profile.down.loss = .independent(rate: 0.1)
    let other = try Self.report(profile, seconds: 16)
    #expect(other.participants[0].up.loss ?? 1 < 0.01)
    #expect(other.participants[0].down.loss ?? 0 > 0.05)
  }

  @Test func `equal seeds give equal reports, other seeds others`() throws {
    let first = try Self.lossy.get()
    #expect(try Self.report(.lossy10, seconds: 10) == first)
    #expect(try Self.report(.lossy10, seconds: 10, seed: 2).paths != first.paths)
  }

  @Test func `a test that is stopped tells what there is`() throws {
    let line = try EchoedLine(seconds: 60)
    #expect(line.report() == nil)
    try line.run(until: MediaTime(milliseconds: 4_000))
    let early = try #require(line.report())
    #expect(early.paths[0].sound == nil && early.paths[0].picture != nil)
    #expect(early.duration > 3 && early.duration < 4)
    try line.run(until: MediaTime(milliseconds: 12_000))
    let later = try #require(line.report())
    #expect(try #require(later.paths[0].sound?.mos) > 4)
    #expect(CallTestVerdict(later).level == .good)
    let cut = try #require(line.report(fault: "it is gone"))
    let finding = try #require(CallTestVerdict(cut).findings.first)
    #expect(finding.name == .lostLine && finding.level == .bad)
  }

  @Test func `a line that is cut ends, and what was not heard is no praise`() throws {
    let line = try EchoedLine(seconds: 40)
    try line.run(until: MediaTime(milliseconds: 9_000))
    line.isCut = true
    try line.run(until: MediaTime(milliseconds: 30_000))
    #expect(line.events.contains { if case .ended = $0 { true } else { false } }, "\(line.events)")
    let report = try #require(line.report(fault: "nothing comes"))
    #expect(CallTestVerdict(report).level == .bad)
  }

  @Test func `the page and the figures are whole, and say what was not tested`() throws {
    let report = try Self.lossy.get()
    let html = CallTestHTMLTests.html(report)
    #expect(CallTestHTMLTests.imbalance(html) == nil)
    for word in ["NaN", "nan ", "inf ", "nil", "Optional(", "<script", "You's", "the room"] {
      #expect(!html.contains(word), "\(word)")
    }
    for word in [
      "Line test", "http://192.0.2.1/echo", "board was not tested", "ICE, DTLS and SRTP",
    ] {
      #expect(html.contains(word), "\(word)")
    }
    let json = try CallTestReportJSONTests.object(report)
    #expect((json["line"] as? [String: Any])?["echoDelay"] as? Double == 1_000)
    #expect(json["board"] is NSNull && json["encoder"] is NSNull)
    let participants = try #require(json["participants"] as? [[String: Any]])
    #expect((participants[0]["up"] as? [String: Any])?["longestQueue"] is NSNull)
  }

  @Test func `a machine that was too busy is told from a bad line`() throws {
    var report = try Self.perfect.get()
    #expect(report.line?.machineLate == 0)
    report.line?.machineLate = 0.1
    let finding = try CallTestVerdictTests.finding(report)
    #expect(finding.name == .busyMachine && finding.level == .fair)
  }

  @Test func `findings speak of an echo, and requirements of the way`() throws {
    var report = try Self.perfect.get()
    report.paths[0].sound?.delay = 500
    report.line?.roundTrip = 300
    let finding = try CallTestVerdictTests.finding(report)
    #expect(finding.text.hasPrefix("You will hear your echo late: 500 ms"), "\(finding.text)")
    #expect(finding.remedy.contains("takes 300 ms of it"))
    let result = CallTestRequirement(.mos, 4.9).judged(by: report)
    #expect(!result.isMet && result.place == "there and back")
    #expect(!CallTestRequirement(.strokesVideo, 1).judged(by: report).isMet)
  }
}
