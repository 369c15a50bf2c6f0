import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// Whole calls, through all that carries a real one.
@Suite struct CallTestTests {
  static func plan(
    _ profile: NetworkProfile, participants: Int = 3, seconds: Int64 = 24, seed: UInt64 = 1
  ) throws -> CallTestPlan {
    let duration = MediaTime(milliseconds: seconds * 1_000)
    var plan = CallTestPlan(
      profile: profile, seed: seed, duration: duration,
      names: Array(["Ada", "Ben", "Cleo"].prefix(participants)),
      speech: try SampleSpeech.parts(participants))
    plan.header = SampleDrawing.header
    plan.board = SampleDrawing.events(until: duration, seed: seed)
    return plan
  }

  @Test func `on a perfect network everybody hears, sees and reads everything`() throws {
    let report = try CallTest.run(try Self.plan(.perfect))
    #expect(report.paths.count == 6)
    for path in report.paths {
      let sound = try #require(path.sound)
      #expect(try #require(sound.delay) < 150)
      #expect(try #require(sound.mos) > 4)
      #expect(try #require(sound.intelligibility) > 0.93)
      #expect(sound.audiblyConcealed == 0 && sound.lossBefore == 0)
      #expect(sound.heard > sound.spoken * 0.9 && sound.spoken > 2)
      let picture = try #require(path.picture)
      #expect(picture.frozen == 0)
      #expect(picture.shown > picture.captured * 95 / 100)
      #expect(try #require(picture.similarity) > 0.85)
      #expect(try #require(picture.largestOffset) < 20)
    }
    let board = try #require(report.board)
    #expect(board.strokes > 10 && board.viewers.count == 2)
    for viewer in board.viewers {
      #expect(viewer.events.strokes.count > 10)
      #expect(viewer.events.strokes.allSatisfy { ($0.delay ?? .infinity) < 100 })
      #expect(viewer.video.strokes.allSatisfy { ($0.delay ?? .infinity) < 150 })
    }
    #expect(CallTestVerdict(report).level == .good)
  }

  @Test(arguments: NetworkProfile.named.map(\.name))
  func `every profile comes to its end with whole figures`(name: String) throws {
    let profile = try #require(NetworkProfile.named(name))
    let report = try CallTest.run(try Self.plan(profile, participants: 2, seconds: 25))
    for path in report.paths {
      // What is lost in an outage counts in the mean of a short call.
      #expect(try #require(path.sound?.mos) > (profile.up.outages.isEmpty ? 2 : 0.9), "\(name)")
      #expect(try #require(path.sound?.intelligibility) > 0.5, "\(name)")
      let picture = try #require(path.picture)
      #expect(picture.shown > 50, "\(name)")
      #expect((picture.recovery ?? 0) < 1_000 && (path.sound?.recovery ?? 0) < 1_000, "\(name)")
    }
    let viewer = try #require(report.board?.viewers.first)
    #expect(viewer.events.strokes.count { $0.delay != nil } > 8)
    #expect(viewer.video.strokes.count { $0.delay != nil } > 8)
  }

  @Test func `equal seeds give equal reports, other seeds others`() throws {
    let first = try CallTest.run(try Self.plan(.lossy10, participants: 2, seconds: 12))
    let again = try CallTest.run(try Self.plan(.lossy10, participants: 2, seconds: 12))
    #expect(first == again)
    let other = try CallTest.run(try Self.plan(.lossy10, participants: 2, seconds: 12, seed: 2))
    #expect(first.paths != other.paths)
  }

  @Test func `libvpx's board mends losses with key frames`() throws {
    var plan = try Self.plan(.wifi, participants: 2)
    plan.encoder = .libvpx
    let report = try CallTest.run(plan)
    let viewer = try #require(report.board?.viewers.first)
    #expect(viewer.video.strokes.count > 10)
    #expect(viewer.video.strokes.count { $0.delay == nil } == 0)
  }
}
