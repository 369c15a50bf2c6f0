import MediaCore
import TestSupport

@testable import CallSession

/// A camera that is sent to a room and from there to somebody who watches: real sessions, over four links of
/// a profile. The sound is simulated, see `PlayoutSimulation`.
struct ForwardedCamera {
  /// One way and back between two sessions.
  private struct Hop {
    var sender: RTPSession
    var receiver: RTPSession
    var link: NetworkLink
    var back: NetworkLink

    var deadline: MediaTime? {
      [sender.deadline, receiver.deadline, link.deadline, back.deadline]
        .compactMap(\.self).min()
    }
  }

  private var hops: [Hop] = []
  private var random: SeededGenerator
  private var now = MediaTime.zero
  private var captured = 0
  private var wantsKeyFrame = true
  private var nextTick = MediaTime.zero
  private(set) var playout = VideoPlayout<MediaTime>(
    longestSoundDelay: MediaTime(milliseconds: 400))
  private var soundDelay = 0.08
  private(set) var shown: [(captured: MediaTime, time: MediaTime)] = []
  private(set) var offsets: [(time: MediaTime, offset: Double)] = []
  private static let camera = CallStreams.source(.camera, of: 1)
  private static let rate: Int64 = 15
  private static let frameBytes = 1_800

  init(_ profile: NetworkProfile, seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let again = CallStreams.retransmissionFormat(of: Self.camera, isAudio: false)
    for hop in 0..<2 {
      var sender = RTPSession(
        RTPSession.Configuration(source: Self.camera, canonicalName: "sender"))
      var receiver = RTPSession(
        RTPSession.Configuration(source: SSRC(10), canonicalName: "receiver"))
      let stream = RTPSendStream(
        source: Self.camera, payloadType: CallStreams.vp8, clockRate: 90_000, using: &random)
      sender.addCamera(stream, retransmission: again, using: &random)
      sender.announce(need: 500_000)
      receiver.receiveVideo(
        Self.camera, payloadType: CallStreams.vp8, retransmission: again)
      let (there, back) =
        hop == 0
        ? (
          profile.uplink(ofParticipant: 0, seed: seed),
          profile.downlink(ofParticipant: 0, seed: seed)
        )
        : (
          profile.downlink(ofParticipant: 1, seed: seed),
          profile.uplink(ofParticipant: 1, seed: seed)
        )
      hops.append(Hop(sender: sender, receiver: receiver, link: there, back: back))
    }
  }

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

  private static func time(_ number: Int) -> MediaTime {
    MediaTime(count: Int64(number), rate: rate)
  }

  mutating func run(until end: MediaTime) {
    while now < end {
      while Self.time(captured) <= now {
        capture(captured)
        captured += 1
      }
      playSound()
      for hop in hops.indices { handle(hop) }
      show()
      var next = min(Self.time(captured), nextTick, playout.deadline ?? nextTick)
      for hop in hops { next = min(next, hop.deadline ?? next) }
      now = max(next, now + MediaTime(nanoseconds: 1_000))
    }
  }

  private mutating func show() {
    while let captured = playout.next(at: now) {
      shown.append((captured, now))
      offsets.append((now, (now - captured).seconds - soundLag))
    }
  }

  /// The bytes that no codec makes: as many as a camera's frame has where the estimates allow them, and
  /// its number.
  private mutating func capture(_ number: Int) {
    guard !hops.contains(where: { $0.sender.isCongested }) else { return }
    let target = hops.map(\.sender.target).min() ?? 0
    let bytes = min(Self.frameBytes, Int(max(target * 3 / 4 - 50_000, 30_000) / 8 / Self.rate))
    var frame: [UInt8] =
      wantsKeyFrame ? [0x10, 0, 0, 0x9D, 0x01, 0x2A, 64, 1, 180, 0] : [0x11, 0, 0]
    let size = (wantsKeyFrame ? 3 : 1) * bytes * .random(in: 60...140, using: &random)
    wantsKeyFrame = false
    frame += [UInt8](repeating: 0x55, count: size / 100)
    frame += [UInt8(number >> 8), UInt8(number & 255)]
    send(frame, of: 0, captured: Self.time(number))
  }

  private mutating func send(_ frame: [UInt8], of hop: Int, captured: MediaTime) {
    var outputs = StreamOutputs()
    hops[hop].sender.sendFrame(
      frame, source: Self.camera, capturedAt: captured, at: now, into: &outputs)
    drainSender(hop, outputs)
  }

  private mutating func handle(_ hop: Int) {
    var outputs = StreamOutputs()
    hops[hop].sender.handleTimeout(at: now, using: &random, into: &outputs)
    drainSender(hop, outputs)
    outputs.removeAll()
    hops[hop].receiver.handleTimeout(at: now, using: &random, into: &outputs)
    drainReceiver(hop, outputs)
    var deliveries: [LinkDelivery] = []
    hops[hop].link.deliver(until: now, into: &deliveries)
    for delivery in deliveries {
      outputs.removeAll()
      hops[hop].receiver.receive(delivery.bytes, at: now, into: &outputs)
      drainReceiver(hop, outputs)
    }
    deliveries.removeAll()
    hops[hop].back.deliver(until: now, into: &deliveries)
    for delivery in deliveries {
      outputs.removeAll()
      hops[hop].sender.receive(delivery.bytes, at: now, into: &outputs)
      drainSender(hop, outputs)
    }
  }

  private mutating func drainSender(_ hop: Int, _ outputs: StreamOutputs) {
    for datagram in outputs.datagrams { hops[hop].link.send(datagram.bytes, at: now) }
    for case .keyFrameWanted in outputs.events { wantsKeyFrame = true }
  }

  private mutating func drainReceiver(_ hop: Int, _ outputs: StreamOutputs) {
    for datagram in outputs.datagrams { hops[hop].back.send(datagram.bytes, at: now) }
    for event in outputs.events {
      switch event {
      case .frame(_, let frame):
        let captured = Self.captureTime(of: frame.bytes)
        if hop == 0 {
          send(frame.bytes, of: 1, captured: captured)
        } else {
          playout.receive(captured, timestamp: frame.timestamp, at: now)
        }
      case .senderReport(let report) where hop == 1: playout.receive(report)
      default: break
      }
    }
  }

  private static func captureTime(of frame: [UInt8]) -> MediaTime {
    time(frame.suffix(2).reduce(0) { $0 << 8 | Int($1) })
  }

  private var soundLag: Double { 0.16 + soundDelay }

  private mutating func playSound() {
    guard nextTick <= now else { return }
    nextTick = nextTick + MediaTime(milliseconds: 20)
    let wanted = max(0.06, playout.wantedSoundDelay.seconds)
    if abs(soundDelay - wanted) > 0.01 {
      soundDelay += .random(in: 0.002...0.01, using: &random) * (soundDelay < wanted ? 1 : -1)
    }
    playout.hear(
      captured: now.nanoseconds - Int64(soundLag * 1e9),
      delay: MediaTime(nanoseconds: Int64(soundDelay * 1e9)), at: now)
  }
}
