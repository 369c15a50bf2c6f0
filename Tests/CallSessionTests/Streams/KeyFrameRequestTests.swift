import MediaCore
import Testing

@testable import CallSession

@Suite struct KeyFrameRequestTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test func `a request goes out at once and then ever more rarely`() throws {
    var requester = KeyFrameRequester()
    requester.want(at: .zero)
    requester.want(at: Self.milliseconds(1))
    var times: [MediaTime] = []
    for _ in 0..<8 {
      let deadline = try #require(requester.deadline)
      #expect(requester.takeDue(at: deadline, roundTrip: Self.milliseconds(50)) == true)
      #expect(requester.takeDue(at: deadline, roundTrip: Self.milliseconds(50)) == false)
      times.append(deadline)
    }
    let gaps = zip(times, times.dropFirst()).map { ($1 - $0).nanoseconds / 1_000_000 }
    #expect(gaps == [300, 450, 675, 1_012, 1_518, 2_000, 2_000])
    requester.settle()
    #expect(requester.deadline == nil && !requester.isWanted)
  }

  @Test func `when the way is open again it is asked at once, and as often as at first`() throws {
    var requester = KeyFrameRequester()
    requester.hurry(at: .zero)
    #expect(!requester.isWanted)
    requester.want(at: .zero)
    var now = MediaTime.zero
    for _ in 0..<6 {
      now = try #require(requester.deadline)
      #expect(requester.takeDue(at: now, roundTrip: Self.milliseconds(50)) == true)
    }
    now = now + Self.milliseconds(100)
    requester.hurry(at: now)
    #expect(requester.takeDue(at: now, roundTrip: Self.milliseconds(50)) == true)
    #expect(requester.deadline == now + Self.milliseconds(300))
  }

  @Test func `on a long path the next request leaves time for the answer`() {
    var requester = KeyFrameRequester()
    requester.want(at: .zero)
    #expect(requester.takeDue(at: .zero, roundTrip: Self.milliseconds(600)) == true)
    #expect(requester.deadline == Self.milliseconds(900))
  }

  @Test func `requests that follow closely are one`() {
    var filter = KeyFrameRequestFilter()
    let accepted = [0, 100, 299, 300, 599, 601].filter {
      filter.accepts(at: Self.milliseconds($0))
    }
    #expect(accepted == [0, 300, 601])
  }

  /// RFC 5104, 4.3.1.2: a repetition has the number of what it repeats.
  @Test func `an intra request that is repeated counts once, for each who asks`() {
    var filter = KeyFrameRequestFilter()
    func ask(_ sender: UInt32, _ number: UInt8, _ time: Int64) -> Bool {
      filter.accepts(
        .init(source: SSRC(1), number: number), from: SSRC(sender), at: Self.milliseconds(time))
    }
    #expect(ask(1, 0, 0))
    #expect(!ask(1, 0, 1_000))
    #expect(ask(2, 0, 1_000))
    #expect(ask(1, 1, 2_000))
    // Too soon, but not forgotten.
    #expect(!ask(1, 2, 2_100))
    #expect(ask(1, 2, 2_400))
    #expect(ask(1, 0, 3_000))
  }

  @Test func `senders that are made up do not fill memory`() {
    var filter = KeyFrameRequestFilter()
    for sender in 0..<1_000 as Range<UInt32> {
      _ = filter.accepts(
        .init(source: SSRC(1), number: 0), from: SSRC(sender),
        at: Self.milliseconds(Int64(sender) * 400))
    }
    // The first ones are forgotten, the last ones are not.
    #expect(
      filter.accepts(
        .init(source: SSRC(1), number: 0), from: SSRC(0), at: Self.milliseconds(500_000)) == true)
    #expect(
      filter.accepts(
        .init(source: SSRC(1), number: 0), from: SSRC(999), at: Self.milliseconds(600_000)) == false
    )
  }
}
