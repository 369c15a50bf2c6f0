import MediaCore
import TestSupport

@testable import CallSession

/// A camera and a microphone over two links of 50 ms one after the other, where what is lost is sent again.
/// The delays of that are drawn, not simulated; the sound comes to its delay as an `AudioReceiver` does.
struct PlayoutSimulation {
  var playout = VideoPlayout<MediaTime>(longestSoundDelay: MediaTime(milliseconds: 400))
  var hasSound = true
  var loss = 0.1
  /// Plays the sound instead.
  var received: ReceivedSound?
  private var random: SeededGenerator
  private var now = MediaTime.zero
  private var sent = 0
  /// Whole pictures on their way: what is captured first is decoded first.
  private var arrivals: [(number: Int, time: MediaTime)] = []
  private var lastArrival = MediaTime.zero
  private var nextTick = MediaTime.zero
  /// Of the sound, seconds after the quickest packet.
  private var soundDelay = 0.08

  private(set) var shown: [(captured: MediaTime, time: MediaTime)] = []
  /// How much later than the sound each was shown, seconds.
  private(set) var offsets: [(time: MediaTime, offset: Double)] = []
  private(set) var asked: [MediaTime] = []

  /// 10^18 ns since 1970.
  static let origin: Int64 = 1_000_000_000_000_000_000
  static let transit = MediaTime(milliseconds: 100)
  static let rate: Int64 = 15
  static let packets = 3

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  var wantsOfSound: MediaTime { playout.wantedSoundDelay }
  var delays: [Double] { shown.map { ($0.time - $0.captured).seconds } }
  var isMonotonous: Bool { zip(shown, shown.dropFirst()).allSatisfy { $0.time <= $1.time } }

  var freezes: FreezeCounter {
    var counter = FreezeCounter(interval: MediaTime(count: 1, rate: Self.rate))
    for picture in shown { counter.show(at: picture.time) }
    counter.end(at: now)
    return counter
  }

  func medianOffset(from start: MediaTime, to end: MediaTime) -> Double {
    let found = offsets.filter { $0.time >= start && $0.time < end }.map(\.offset).sorted()
    return found.isEmpty ? .infinity : found[found.count / 2]
  }

  private mutating func uniform(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &random)
  }

  /// What a link adds to a packet: it is missed when the next one comes, at the latest the next
  /// picture's, and asked for; request or answer may be lost in turn.
  private mutating func recovery() -> Double {
    guard random.chance(loss) else { return 0 }
    var delay = uniform(0.005...0.07) + 0.105
    if random.chance(loss) { delay += 0.05 }
    while random.chance(loss) { delay += 0.11 }
    return delay
  }

  private mutating func capture(_ number: Int, at captured: MediaTime) {
    var latest = 0.0
    for _ in 0..<Self.packets {
      latest = max(latest, recovery() + recovery() + uniform(0...0.012))
    }
    let delay = Self.transit.nanoseconds + Int64(latest * 1e9)
    let time = max(captured + MediaTime(nanoseconds: delay), lastArrival)
    lastArrival = time
    arrivals.append((number, time))
  }

  /// When the sound is heard that was captured at a time, seconds after that.
  private var soundLag: Double { Self.transit.seconds + soundDelay }

  private mutating func playSound() throws {
    if let received {
      let heard = try received.play(wanting: playout.wantedSoundDelay, at: now)
      playout.hear(
        captured: heard.captured.map { Self.origin + $0.nanoseconds }, delay: heard.delay, at: now)
      if let captured = heard.captured { soundDelay = (now - captured - Self.transit).seconds }
      asked.append(playout.wantedSoundDelay)
      return
    }
    // A period is left out or repeated, or the sound is where it should be.
    let wanted = max(0.06, playout.wantedSoundDelay.seconds)
    if soundDelay < wanted - 0.01 { soundDelay += uniform(0.002...0.01) }
    if soundDelay > wanted + 0.01 { soundDelay -= uniform(0.002...0.01) }
    let captured = Self.origin + now.nanoseconds - Int64(soundLag * 1e9)
    playout.hear(
      captured: captured, delay: MediaTime(nanoseconds: Int64(soundDelay * 1e9)), at: now)
    asked.append(playout.wantedSoundDelay)
  }

  private mutating func report() {
    let timestamp = UInt32(now.nanoseconds / 1_000 * 9 / 100 & 0xFFFF_FFFF)
    playout.receive(
      SenderReport(
        sender: SSRC(1), time: NTPTime(unixNanoseconds: Self.origin + now.nanoseconds),
        timestamp: timestamp, packets: 0, octets: 0))
  }

  private mutating func receive() {
    guard let first = arrivals.first, first.time <= now else { return }
    arrivals.removeFirst()
    let captured = MediaTime(count: Int64(first.number), rate: Self.rate)
    playout.receive(
      captured, timestamp: UInt32(first.number * 90_000 / Int(Self.rate)), at: first.time)
  }

  private mutating func show() {
    while let captured = playout.next(at: now) {
      shown.append((captured, now))
      offsets.append((now, (now - captured).seconds - soundLag))
    }
  }

  mutating func run(until end: MediaTime) throws {
    while now < end {
      if MediaTime(count: Int64(sent), rate: Self.rate) <= now {
        capture(sent, at: MediaTime(count: Int64(sent), rate: Self.rate))
        sent += 1
      }
      receive()
      show()
      if hasSound, nextTick <= now {
        if nextTick.nanoseconds % 1_000_000_000 == 0 { report() }
        nextTick = nextTick + MediaTime(milliseconds: 20)
        try playSound()
      }
      var next = min(MediaTime(count: Int64(sent), rate: Self.rate), end)
      if hasSound { next = min(next, nextTick) }
      if let arrival = arrivals.first?.time { next = min(next, arrival) }
      if let deadline = playout.deadline { next = min(next, deadline) }
      now = max(next, now)
    }
  }
}
