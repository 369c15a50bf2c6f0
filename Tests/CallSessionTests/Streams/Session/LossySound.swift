import MediaCore
import TestSupport

@testable import CallSession

/// A voice that is sent by one session to another over a network, and heard there.
struct LossySound: ~Copyable {
  var sender: RTPSession
  var receiver: RTPSession
  var up: NetworkLink
  var down: NetworkLink
  var ear: AudioReceiver
  /// Datagrams that the sender sent.
  var datagrams = 0
  var packets = 0
  var repaired = 0
  private var random: SeededGenerator
  private let voice: [[UInt8]]
  private var now: Int64 = 0

  static let source = SSRC(1)

  init(_ profile: NetworkProfile, seed: UInt64) throws {
    let ear = try AudioReceiver(channels: 1)
    let voice = try Self.voice.get()
    self.ear = ear
    self.voice = voice
    random = SeededGenerator(seed: seed)
    sender = RTPSession(.init(source: Self.source, canonicalName: "mouth"))
    receiver = RTPSession(.init(source: SSRC(2), canonicalName: "ear"))
    up = profile.uplink(ofParticipant: 1, seed: seed)
    down = profile.downlink(ofParticipant: 1, seed: seed)
    let again = CallStreams.retransmissionFormat(of: Self.source, isAudio: true)
    sender.addAudio(
      RTPSendStream(
        source: Self.source, payloadType: CallStreams.opus, clockRate: 48_000, using: &random),
      retransmission: again, using: &random)
    receiver.receiveAudio(
      Self.source, payloadType: CallStreams.opus, retransmission: again)
  }

  /// - Parameter end: seconds.
  mutating func run(until end: Int64) {
    var outputs = StreamOutputs()
    var heard: [Float] = []
    while now < end * 1_000 {
      let time = MediaTime(milliseconds: now)
      if now % 20 == 0 {
        sender.sendAudio(
          voice[packets % voice.count], source: Self.source, ticks: now * 48, at: time,
          into: &outputs)
        packets += 1
        ear.pull(960, at: time, into: &heard)
        heard.removeAll(keepingCapacity: true)
      }
      if sender.deadline.map({ $0 <= time }) ?? true {
        sender.handleTimeout(at: time, using: &random, into: &outputs)
      }
      hearBack(at: time, into: &outputs)
      for datagram in outputs.datagrams {
        up.send(datagram.bytes, at: time)
        if !datagram.isControl { datagrams += 1 }
      }
      outputs.removeAll()
      if receiver.deadline.map({ $0 <= time }) ?? true {
        receiver.handleTimeout(at: time, using: &random, into: &outputs)
      }
      hear(at: time, into: &outputs)
      for datagram in outputs.datagrams { down.send(datagram.bytes, at: time) }
      for event in outputs.events {
        guard case .sound(let sound) = event else { continue }
        if sound.isRetransmission { repaired += 1 }
        ear.receive(
          sound.header, payload: sound.payload.span, isRetransmission: sound.isRetransmission,
          at: time)
      }
      outputs.removeAll()
      now += 1
    }
  }

  private mutating func hear(at time: MediaTime, into outputs: inout StreamOutputs) {
    var deliveries: [LinkDelivery] = []
    up.deliver(until: time, into: &deliveries)
    for delivery in deliveries { receiver.receive(delivery.bytes, at: time, into: &outputs) }
  }

  private mutating func hearBack(at time: MediaTime, into outputs: inout StreamOutputs) {
    var deliveries: [LinkDelivery] = []
    down.deliver(until: time, into: &deliveries)
    for delivery in deliveries { sender.receive(delivery.bytes, at: time, into: &outputs) }
  }

  /// Twenty seconds: syllables of a voiced sound, with short pauses between, as a telephone would send them.
  private static let voice = Result {
    var random = SeededGenerator(seed: 1)
    var encoder = try OpusEncoder(
      OpusSettings(
        complexity: 0, purpose: .call, hasRedundancy: true, expectedLoss: 10))
    var packets: [[UInt8]] = []
    var (left, pitch, isSounding) = (0, 150, false)
    var phase = 0
    for _ in 0..<1_000 {
      var samples: [Float] = []
      for _ in 0..<960 {
        if left == 0 {
          isSounding.toggle()
          left = .random(in: isSounding ? 6_000...14_000 : 1_000...6_000, using: &random)
          pitch = .random(in: 220...480, using: &random)
        }
        left -= 1
        phase = (phase + 1) % pitch
        // A rough pulse train is rich in harmonics, as a voice is.
        let pulse = Float(phase) / Float(pitch) - 0.5
        samples.append(isSounding ? 0.4 * pulse : 0)
      }
      packets.append(try encoder.encode(samples))
    }
    return packets
  }
}
