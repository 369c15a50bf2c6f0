import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Recordings in which nothing is wrong: a check that cries wolf is worse than none.
@Suite struct GoodRecordingTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var make: @Sendable () throws -> (CheckedSession, CheckedSession.Recipe)

    init(
      _ name: String,
      _ make: @escaping @Sendable () throws -> (CheckedSession, CheckedSession.Recipe)
    ) {
      testDescription = name
      self.make = make
    }
  }

  static func recipe(
    _ change: (inout CheckedSession.Recipe) -> Void = { _ in }
  ) -> CheckedSession.Recipe {
    var recipe = CheckedSession.Recipe()
    change(&recipe)
    return recipe
  }

  static let cases: [Case] = [
    Case("with sound") { (.written(), recipe()) },
    Case("without sound") { (.written(sound: false), recipe()) },
    Case("an odd size") { (.written(), recipe { $0.size = (427, 241) }) },
    Case("a small size") { (.written(), recipe { $0.size = (160, 90) }) },
    Case("a tiny size") { (.written(), recipe { $0.size = (16, 9) }) },
    Case("one pixel") { (.written(), recipe { $0.size = (1, 1) }) },
    Case("another shape") { (.written(), recipe { $0.size = (360, 480) }) },
    Case("5 frames a second") { (.written(), recipe { $0.rate = FrameRate(frames: 5) ?? .fps30 }) },
    Case("60 frames a second") {
      (.written(), recipe { $0.rate = FrameRate(frames: 60) ?? .fps30 })
    },
    Case("29.97 frames a second") {
      (.written(), recipe { $0.rate = FrameRate(frames: 30_000, seconds: 1_001) ?? .fps30 })
    },
    Case("one frame a second") {
      (.written(), recipe { $0.rate = FrameRate(frames: 1) ?? .fps30 })
    },
    Case("a constant rate") { (.written(), recipe { $0.isConstantRate = true }) },
    Case("the coarsest quantiser") { (.written(), recipe { $0.quality = .quantiser(63) }) },
    Case("a low bit rate") { (.written(), recipe { $0.quality = .bitrate(60_000) }) },
    Case("fitted") { (.written(), recipe { $0.view = .fit }) },
    Case("a part of the session") {
      (
        .written(),
        recipe {
          $0.from = MediaTime(milliseconds: 2_000)
          $0.to = MediaTime(milliseconds: 7_500)
        }
      )
    },
    Case("twice as fast") {
      (.written(sound: false), recipe { $0.speed = 2 })
    },
    Case("half as fast") {
      (.written(sound: false), recipe { $0.speed = 0.5 })
    },
    Case("with pauses") {
      var session = CheckedSession.written()
      session.pause(from: 2_400, to: 3_600)
      session.pause(from: 6_000, to: 6_500)
      return (session, recipe())
    },
    Case("on a dark board") {
      var session = CheckedSession.written()
      session.header.background = .colour(Colour(red: 24, green: 44, blue: 38))
      return (session, recipe())
    },
    Case("on a black board") {
      var session = CheckedSession.written()
      session.header.background = .colour(.black)
      return (session, recipe())
    },
    Case("an empty board") {
      var session = CheckedSession.written()
      session.events.removeAll { event in
        switch event.action {
        case .pointer: false
        default: true
        }
      }
      return (session, recipe())
    },
    Case("a third of a second") {
      var session = CheckedSession.written()
      session.events.removeAll { $0.time.ticks > 10_400 }
      return (session, recipe { $0.from = MediaTime(milliseconds: 700) })
    },
    Case("with sound, 1.5 times as fast") { (.written(), recipe { $0.speed = 1.5 }) },
    Case("with sound, 0.75 times as fast") { (.written(), recipe { $0.speed = 0.75 }) },
    Case("of a drawing without times") { (try .drawn(), recipe()) },
    Case("in stereo") { (.written(), recipe { $0.channels = 2 }) },
    Case("the lesson of Samples, with sound") {
      (try .sample("lesson", sound: true), recipe())
    },
    Case("the silent sample") { (try .sample("silent"), recipe { $0.size = (854, 480) }) },
    Case("the dense sample") { (try .sample("dense"), recipe()) },
  ]

  @Test(arguments: cases) func haveNoFault(_ good: Case) throws {
    let (session, recipe) = try good.make()
    let findings = try session.check(try session.record(recipe), recipe)
    #expect(findings.faults == [])
    #expect(try RecordingCheck.run(MemorySource(session.record(recipe))).faults == [])
  }
}

extension GoodRecordingTests {
  @Test func soundAloneHasNoFault() throws {
    let session = CheckedSession.written()
    let bytes = try FaultyRecording.remuxed(try session.record(), hasPicture: false)
    let findings = try session.check(bytes)
    #expect(findings.faults == [])
    #expect(findings.picture == nil)
    #expect(((findings.offsets.sound ?? 99) - 0).magnitude < 3)
    #expect(findings.offsets.ink == nil && findings.offsets.soundToPicture == nil)
    #expect(try RecordingCheck.run(MemorySource(bytes)).faults == [])
  }
}

extension CheckedSession {
  /// Says that the recording pauses between two session times.
  mutating func pause(from start: Int64, to end: Int64) {
    var result: [BoardEvent] = []
    let acts: [(BoardAction, Int64)] = [(.recordingPaused, start), (.recordingResumed, end)]
    var next = 0
    for event in events {
      while next < 2, acts[next].1 * 10 <= event.time.ticks {
        result.append(
          BoardEvent(
            sequence: 0, time: BoardTime(ticks: acts[next].1 * 10), author: AuthorID(1),
            action: acts[next].0))
        next += 1
      }
      result.append(event)
    }
    for index in result.indices { result[index].sequence = UInt64(index + 1) }
    events = result
  }
}
