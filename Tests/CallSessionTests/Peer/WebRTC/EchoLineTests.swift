import TestSupport
import Testing

@testable import CallSession
@testable import MediaCore

@Suite struct EchoLineTests {
  private func time(_ milliseconds: Int64) -> MediaTime { MediaTime(milliseconds: milliseconds) }

  private func sound(_ ticks: Int64, _ byte: UInt8 = 1) -> ReceivedEvent {
    let header = RTPHeader(
      payloadType: 111, sequenceNumber: SequenceNumber(0),
      timestamp: UInt32(truncatingIfNeeded: ticks), ssrc: SSRC(1))
    return .sound(
      StreamOutputs.Sound(
        header: header, sequence: 0, payload: [byte], level: 30, isRetransmission: false),
      timestamp: RTPTimestamp(ticks), captured: nil)
  }

  private func picture(_ ticks: Int64, isKeyFrame: Bool = false, size: Int = 10) -> ReceivedEvent {
    .frame(
      VP8FrameAssembler.Frame(
        bytes: [UInt8](repeating: 0, count: size), timestamp: UInt32(truncatingIfNeeded: ticks),
        isKeyFrame: isKeyFrame, sequences: 0...0, isRecovery: false),
      timestamp: RTPTimestamp(ticks), captured: nil)
  }

  private func taken(
    _ line: inout EchoLine, at now: MediaTime, isFull: Bool = false
  ) -> [EchoLine.Departure] {
    var all: [EchoLine.Departure] = []
    while let departure = line.next(at: now, isFull: isFull) { all.append(departure) }
    return all
  }

  @Test func `what comes leaves a second later, in the times of its capture`() {
    var line = EchoLine()
    #expect(line.deadline == nil)
    line.take(sound(96_000), at: time(100))
    line.take(picture(9_000, isKeyFrame: true), at: time(105))
    line.take(sound(96_960), at: time(133))
    #expect(line.deadline == time(1_100))
    #expect(taken(&line, at: time(1_099)).isEmpty)
    let left = taken(&line, at: time(1_200))
    #expect(left.map(\.ticks) == [96_000, 9_000, 96_960])
    // The second packet of the sound was late on its way, not in its capture.
    #expect(left.map(\.captured) == [time(1_100), time(1_105), time(1_120)])
    #expect(left[0].item == .sound(payload: [1], level: 30))
    #expect(line.deadline == nil)
  }

  @Test func `sound leaves in order, once, and not when it is too late for that`() {
    var line = EchoLine()
    for ticks in [0, 1_920, 960, 960, 2_880] as [Int64] { line.take(sound(ticks), at: time(10)) }
    #expect(taken(&line, at: time(1_010)).map(\.ticks) == [0, 960, 1_920, 2_880])
    line.take(sound(1_920), at: time(1_011))
    #expect(line.deadline == nil)
    line.take(sound(4_800), at: time(1_020))
    line.take(picture(0, isKeyFrame: true), at: time(1_020))
    line.take(sound(3_840), at: time(1_021))
    #expect(taken(&line, at: time(3_000)).map(\.ticks) == [3_840, 4_800, 0])
  }

  @Test func `where the way back is full pictures are left out until a key frame, sound is not`() {
    var line = EchoLine(delay: .zero)
    var wish = false
    line.take(picture(0, isKeyFrame: true), at: time(0))
    line.take(sound(0), at: time(0))
    #expect(taken(&line, at: time(0), isFull: true).count == 1)
    wish = line.takeKeyFrameWish(at: time(0))
    #expect(wish)
    wish = line.takeKeyFrameWish(at: time(499))
    #expect(!wish)
    line.take(picture(3_000), at: time(33))
    #expect(taken(&line, at: time(33)).isEmpty)
    wish = line.takeKeyFrameWish(at: time(500))
    #expect(wish)
    line.take(picture(6_000, isKeyFrame: true), at: time(600))
    line.take(picture(9_000), at: time(633))
    #expect(taken(&line, at: time(633)).map(\.ticks) == [6_000, 9_000])
    wish = line.takeKeyFrameWish(at: time(5_000))
    #expect(!wish)
    line.wantKeyFrame()
    wish = line.takeKeyFrameWish(at: time(5_000))
    #expect(wish)
  }

  @Test func `nobody fills the memory`() {
    var line = EchoLine()
    for number in 0..<100 as Range<Int64> {
      line.take(picture(number * 3_000, size: 1_000_000), at: time(number))
    }
    #expect(taken(&line, at: time(2_000)).count == 4)
    let wish = line.takeKeyFrameWish(at: time(2_000))
    #expect(wish)
  }

  @Test func `nobody makes it slow by many small packets`() {
    var line = EchoLine()
    for number in 0..<100_000 as Range<Int64> { line.take(sound(number), at: time(10)) }
    #expect(taken(&line, at: time(2_000)).count == 1_000)
  }

  @Test(arguments: [0, 1_000_000, -1_000_000] as [Int64])
  func `a sender whose clock jumps is begun anew with`(jump: Int64) {
    var line = EchoLine()
    var left: [Int64] = []
    for number in 0..<300 as Range<Int64> {
      let origin = number < 30 ? 2_000_000 : 2_000_000 + jump
      line.take(sound(origin + number * 960), at: time(number * 20))
      left += taken(&line, at: time(number * 20)).map(\.ticks)
    }
    // What waited for its second when the clock jumped is lost with it.
    let kept = jump == 0 ? 0 : 30 as Int64
    #expect(left == (kept..<250).map { 2_000_000 + jump + $0 * 960 }, "\(left.prefix(3))")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `no clock of a peer stops it`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var line = EchoLine(delay: time(20))
    var count = 0
    for number in 0..<500 as Range<Int64> {
      let ticks = Int64.random(in: .min ... .max, using: &random)
      line.take(number % 3 == 0 ? picture(ticks, isKeyFrame: true) : sound(ticks), at: time(number))
      count += taken(&line, at: time(number)).count
    }
    #expect(count > 100)
  }
}
