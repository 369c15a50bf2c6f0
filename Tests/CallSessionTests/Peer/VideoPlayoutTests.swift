import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct VideoPlayoutTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test(arguments: 0..<4)
  func `over two links that lose a tenth the picture hardly stands still`(seed: UInt64) throws {
    var call = PlayoutSimulation(seed: seed)
    try call.run(until: Self.milliseconds(60_000))
    #expect(call.freezes.total < Self.milliseconds(200), "\(call.freezes)")
    #expect(call.shown.count > 880)
    #expect(call.isMonotonous)
  }

  @Test(arguments: 0..<4)
  func `pictures are shown with their sound`(seed: UInt64) throws {
    var call = PlayoutSimulation(seed: seed)
    try call.run(until: Self.milliseconds(90_000))
    let offsets = (1..<18).map { (number: Int64) in
      call.medianOffset(
        from: Self.milliseconds(number * 5_000), to: Self.milliseconds(number * 5_000 + 5_000))
    }
    #expect(offsets.allSatisfy { abs($0) <= 0.030 }, "\(offsets)")
    #expect(offsets.filter { abs($0) > 0.020 }.count <= 1, "\(offsets)")
  }

  @Test func `with a real receiver of sound they stay together too`() throws {
    var call = PlayoutSimulation(seed: 11)
    let sound = try ReceivedSound(seed: 12)
    call.received = sound
    try call.run(until: Self.milliseconds(25_000))
    for start in stride(from: 5_000, to: 25_000, by: 5_000) as StrideTo<Int64> {
      let offset = call.medianOffset(
        from: Self.milliseconds(start), to: Self.milliseconds(start + 5_000))
      #expect(abs(offset) <= 0.020, "\(start): \(offset)")
    }
    #expect(call.freezes.total < Self.milliseconds(200), "\(call.freezes)")
    #expect(call.wantsOfSound > Self.milliseconds(150))
    #expect(sound.report.concealed < sound.report.samples / 100, "\(sound.report)")
  }

  @Test(arguments: 0..<3)
  func `through a room, over four links that lose a tenth`(seed: UInt64) {
    var call = ForwardedCamera(.lossy10, seed: seed)
    call.run(until: Self.milliseconds(60_000))
    #expect(call.freezes.total < Self.milliseconds(200), "\(call.freezes)")
    #expect(call.shown.count > 880)
    for start in stride(from: 5_000, to: 60_000, by: 5_000) as StrideTo<Int64> {
      let offset = call.medianOffset(
        from: Self.milliseconds(start), to: Self.milliseconds(start + 5_000))
      #expect(abs(offset) <= 0.020, "\(start): \(offset)")
    }
  }

  @Test func `on a busy wireless network few pictures freeze`() {
    var call = ForwardedCamera(.busyWifi, seed: 1)
    call.run(until: Self.milliseconds(60_000))
    #expect(call.freezes.total < Self.milliseconds(1_500), "\(call.freezes)")
    #expect(call.shown.count > 840)
  }

  @Test func `the delay asked of the sound grows soon and does not swing`() throws {
    var call = PlayoutSimulation(seed: 7)
    try call.run(until: Self.milliseconds(120_000))
    let asked = call.asked
    var turns = 0
    var isRising = true
    for (one, next) in zip(asked, asked.dropFirst()) where next != one {
      if (next > one) != isRising {
        turns += 1
        isRising = next > one
      }
    }
    #expect(turns <= 8, "\(turns)")
    let late = asked[(asked.count / 4)...].map(\.seconds)
    let (low, high) = (late.min() ?? 0, late.max() ?? 0)
    #expect(low > 0.12 && high <= 0.4 && high - low < 0.12, "\(low) \(high)")
    for (one, next) in zip(asked[(asked.count / 4)...], asked[(asked.count / 4 + 1)...]) {
      #expect(abs((next - one).seconds) <= 0.002)
    }
  }

  @Test(arguments: 0..<4)
  func `without sound its own delay smooths what the network does`(seed: UInt64) throws {
    var call = PlayoutSimulation(seed: seed)
    call.hasSound = false
    try call.run(until: Self.milliseconds(60_000))
    #expect(call.freezes.total < Self.milliseconds(450), "\(call.freezes)")
    let late = call.delays.sorted()
    #expect(late[late.count / 2] < 0.1 + 0.4)
    #expect(call.wantsOfSound == .zero)
  }

  @Test func `a good path has little delay`() throws {
    var call = PlayoutSimulation(seed: 3)
    call.loss = 0
    call.hasSound = false
    try call.run(until: Self.milliseconds(30_000))
    let late = call.delays.sorted()
    #expect(late[late.count / 2] < 0.1 + 0.05, "\(late[late.count / 2])")
    #expect(call.freezes.count == 0)
  }

  @Test
  func `a good path asks nothing of the sound, and a bad one no longer when it is good again`()
    throws
  {
    var call = PlayoutSimulation(seed: 3)
    call.loss = 0
    try call.run(until: Self.milliseconds(20_000))
    #expect(call.wantsOfSound < Self.milliseconds(60))
    call.loss = 0.1
    try call.run(until: Self.milliseconds(50_000))
    #expect(call.wantsOfSound > Self.milliseconds(120))
    call.loss = 0
    try call.run(until: Self.milliseconds(140_000))
    #expect(call.wantsOfSound < Self.milliseconds(100), "\(call.wantsOfSound)")
  }

  @Test func `a late picture is shown at once, and those behind it hurry`() {
    var playout = VideoPlayout<Int>()
    var arrivals: [(number: Int, time: MediaTime)] = []
    for number in 0..<200 {
      // One is kept for 600 ms, and with it those that come meanwhile.
      let time = Self.milliseconds(Int64(number) * 66)
      arrivals.append(
        (
          number,
          number % 50 < 9
            ? max(
              time,
              Self.milliseconds(
                Int64(number / 50 * 50) * 66 + 600)) : time
        ))
    }
    var shown: [MediaTime] = []
    for tick in 0..<14_000 as Range<Int64> {
      let now = Self.milliseconds(tick)
      while let first = arrivals.first, first.time <= now {
        playout.receive(first.number, timestamp: UInt32(first.number * 5_940), at: now)
        arrivals.removeFirst()
      }
      while let number = playout.next(at: now) {
        #expect(number == shown.count)
        shown.append(now)
      }
    }
    #expect(shown.count == 200 && playout.deadline == nil)
    #expect(shown[100] == Self.milliseconds(6_600 + 600))
    #expect(shown[110] <= Self.milliseconds(7_260 + 400))
  }

  @Test func `sound that is far ahead of all pictures does not make them stumble`() {
    var playout = VideoPlayout<Int>()
    playout.receive(
      SenderReport(
        sender: SSRC(1), time: NTPTime(unixNanoseconds: 0), timestamp: 0, packets: 0, octets: 0))
    var captured = 0
    var shown: [Int64] = []
    for tick in 0..<20_000 as Range<Int64> {
      let now = Self.milliseconds(tick)
      if tick % 20 == 0 {
        playout.hear(
          captured: now.nanoseconds - 80_000_000, delay: Self.milliseconds(60), at: now)
      }
      // A second on their way, each other one a little more.
      if tick == Int64(captured) * 66 + 1_000 + Int64(captured % 2) * 25 {
        playout.receive(captured, timestamp: UInt32(captured * 5_940), at: now)
        captured += 1
      }
      while playout.next(at: now) != nil { shown.append(tick) }
    }
    let intervals = zip(shown, shown.dropFirst()).map { $1 - $0 }.dropFirst(60)
    #expect(intervals.count > 200 && intervals.allSatisfy { (60...72).contains($0) })
  }

  @Test func `a camera that begins to count anew goes on`() {
    var playout = VideoPlayout<Int>()
    for number in 0..<600 {
      let now = Self.milliseconds(Int64(number) * 66)
      let start: UInt32 = number < 200 ? 0 : number < 400 ? 3_000_000_000 : 77
      while playout.next(at: now) != nil {}
      playout.receive(number, timestamp: start &+ UInt32(number * 5_940), at: now)
      #expect(((playout.deadline ?? .zero) - now).seconds < 0.3)
    }
  }

  @Test func `reports and sound that cannot be are not believed`() {
    var random = SeededGenerator(seed: 5)
    var playout = VideoPlayout<Int>()
    var now = MediaTime.zero
    var (received, shown) = (0, 0)
    for _ in 0..<20_000 {
      now = now + Self.milliseconds(.random(in: 0...40, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let time: UInt64 = [0, .max, .random(in: 0 ... .max, using: &random)][
          .random(in: 0..<3, using: &random)]
        playout.receive(
          SenderReport(
            sender: SSRC(1), time: NTPTime(rawValue: time),
            timestamp: .random(in: 0 ... .max, using: &random), packets: 0, octets: 0))
      case 1:
        let captured: Int64? = [nil, .min, .max, .random(in: .min ... .max, using: &random)][
          .random(in: 0..<4, using: &random)]
        playout.hear(captured: captured, delay: Self.milliseconds(60), at: now)
      default:
        playout.receive(received, timestamp: .random(in: 0 ... .max, using: &random), at: now)
        received += 1
      }
      while let number = playout.next(at: now) {
        #expect(number == shown)
        shown += 1
      }
      #expect(received - shown <= 512)
      #expect(playout.wantedSoundDelay <= Self.milliseconds(200))
      #expect(playout.wantedSoundDelay >= .zero)
    }
  }
}
