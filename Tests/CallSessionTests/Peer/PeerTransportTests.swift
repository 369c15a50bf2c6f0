import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct PeerTransportTests {
  /// What one end of a call has at its end.
  struct Outcome {
    var messages: [[UInt8]]
    var sounds: Int
    var datagrams: [[UInt8]]
    var backlog: Int
    var failure: ReliableChannelError?
    var refused: Int
  }

  /// One end of a call: speaks, sends messages, and keeps what comes.
  struct End: ~Copyable {
    var transport: PeerTransport
    var outputs = PeerOutputs()
    var messages: [[UInt8]] = []
    var sounds: Set<Int64> = []
    var datagrams: [[UInt8]] = []

    init(_ index: Int, _ keys: [SRTPKeys], using random: inout SimulationGenerator) throws {
      let participant: UInt32 = 3
      let kinds: [CallStreams.Kind] =
        index == 0 ? [.messages, .roomMessages] : [.roomMessages, .messages]
      let voices: [CallStreams.Kind] = index == 0 ? [.microphone, .mix] : [.mix, .microphone]
      let context = try LibSRTPContext(sending: keys[index], receiving: keys[1 - index])
      let own = CallStreams.source(voices[0], of: participant)
      let others = CallStreams.source(voices[1], of: participant)
      transport = PeerTransport(
        .init(source: own, canonicalName: "end \(index)"), context: context,
        messagesOut: CallStreams.source(kinds[0], of: participant),
        messagesIn: CallStreams.source(kinds[1], of: participant), using: &random)
      var generator = random
      transport.withSession(into: &outputs) { session, _ in
        session.addAudio(
          RTPSendStream(
            source: own, payloadType: CallStreams.opus, clockRate: 48_000, using: &generator),
          retransmission: CallStreams.retransmissionFormat(of: own, isAudio: true),
          using: &generator)
        session.receiveAudio(
          others, payloadType: CallStreams.opus,
          retransmission: CallStreams.retransmissionFormat(of: others, isAudio: true))
      }
      random = generator
    }

    mutating func speak(_ tick: Int64, source: SSRC, at now: MediaTime) {
      transport.withSession(into: &outputs) { session, outputs in
        session.sendAudio(
          [UInt8](repeating: 1, count: 80), source: source, ticks: tick * 960, at: now,
          into: &outputs)
      }
    }

    var outcome: Outcome {
      Outcome(
        messages: messages, sounds: sounds.count, datagrams: datagrams,
        backlog: transport.messageBacklog, failure: transport.messageFailure,
        refused: transport.refused)
    }

    mutating func drain(_ link: inout NetworkLink, at now: MediaTime) {
      for datagram in outputs.datagrams { link.send(datagram, at: now) }
      datagrams += outputs.datagrams
      messages += outputs.messages
      for event in outputs.events {
        if case .sound(let sound) = event { sounds.insert(sound.sequence) }
      }
      outputs.removeAll()
    }
  }

  static func call(
    _ profile: NetworkProfile, seconds: Int64, seed: UInt64, first: [UInt8]? = nil
  ) throws -> (near: Outcome, far: Outcome, said: [[UInt8]], links: [LinkStatistics]) {
    var random = SimulationGenerator(seed: seed)
    let keys = (0..<2).map { _ in SRTPKeys(.aes128GCM, using: &random) }
    var near = try End(0, keys, using: &random)
    var far = try End(1, keys, using: &random)
    var (up, down) = (
      profile.uplink(ofParticipant: 3, seed: seed), profile.downlink(ofParticipant: 3, seed: seed)
    )
    var said: [[UInt8]] = []
    if let first {
      said.append(first)
      near.transport.send(first, at: .zero, into: &near.outputs)
      far.transport.send(first, at: .zero, into: &far.outputs)
    }
    for millisecond in 0..<seconds * 1_000 {
      let now = MediaTime(milliseconds: millisecond)
      if millisecond % 20 == 0, millisecond < (seconds - 2) * 1_000 {
        near.speak(millisecond / 20, source: CallStreams.source(.microphone, of: 3), at: now)
        far.speak(millisecond / 20, source: CallStreams.source(.mix, of: 3), at: now)
        said.append([UInt8](repeating: UInt8(truncatingIfNeeded: said.count), count: 200))
        near.transport.send(said[said.count - 1], at: now, into: &near.outputs)
        far.transport.send(said[said.count - 1], at: now, into: &far.outputs)
      }
      if let due = near.transport.deadline, due <= now {
        near.transport.handleTimeout(at: now, using: &random, into: &near.outputs)
      }
      if let due = far.transport.deadline, due <= now {
        far.transport.handleTimeout(at: now, using: &random, into: &far.outputs)
      }
      var deliveries: [LinkDelivery] = []
      down.deliver(until: now, into: &deliveries)
      for delivery in deliveries {
        near.transport.receive(delivery.bytes, at: now, into: &near.outputs)
      }
      deliveries.removeAll()
      up.deliver(until: now, into: &deliveries)
      for delivery in deliveries {
        far.transport.receive(delivery.bytes, at: now, into: &far.outputs)
      }
      near.drain(&up, at: now)
      far.drain(&down, at: now)
    }
    return (near.outcome, far.outcome, said, [up.statistics, down.statistics])
  }

  @Test(arguments: ["perfect", "wifi-busy", "lossy-10", "lossy-30"])
  func `messages come whole and in order both ways beside the sound`(name: String) throws {
    let profile = try #require(NetworkProfile.named(name))
    let call = try Self.call(profile, seconds: 12, seed: 1)
    for end in [call.near, call.far] {
      #expect(end.messages == call.said)
      #expect(end.backlog == 0 && end.failure == nil)
      #expect(end.sounds > call.said.count * 9 / 10)
    }
  }

  /// 300 000 bytes are 1.2 s of the link, of which little is known in the beginning.
  @Test func `a board that is sent whole leaves room for the sound`() throws {
    var settings = LinkSettings()
    settings.latency = MediaTime(milliseconds: 30)
    settings.capacity = LinkCapacity(
      rate: 2_000_000, queueLimit: .time(MediaTime(milliseconds: 500)))
    let call = try Self.call(
      NetworkProfile(name: "", both: settings), seconds: 8, seed: 5,
      first: [UInt8](repeating: 5, count: 300_000))
    for end in [call.near, call.far] {
      let isComplete = end.messages == call.said
      #expect(isComplete && end.sounds == call.said.count - 1)
    }
    for link in call.links {
      #expect(link.lost == 0)
      #expect(link.longestQueueDelay < MediaTime(milliseconds: 200), "\(link.longestQueueDelay)")
    }
  }

  @Test func `what is sent is all protected`() throws {
    let call = try Self.call(.perfect, seconds: 3, seed: 2)
    #expect(call.near.refused == 0 && call.far.refused == 0)
    #expect(call.near.datagrams.count > 100)
    for datagram in call.near.datagrams {
      // Nowhere eight equal bytes in a row, as in all that was said.
      var (run, longest) = (0, 0)
      for (one, next) in zip(datagram, datagram.dropFirst()) {
        run = one == next ? run + 1 : 0
        longest = max(longest, run)
      }
      #expect(longest < 7)
    }
  }

  @Test func `what nobody sent is refused and counted`() throws {
    var random = SimulationGenerator(seed: 3)
    let keys = (0..<2).map { _ in SRTPKeys(.aes128GCM, using: &random) }
    var near = try End(0, keys, using: &random)
    var far = try End(1, keys, using: &random)
    near.transport.send([1, 2, 3], at: .zero, into: &near.outputs)
    let first = near.outputs.datagrams.first
    let datagram = try #require(first)
    var forged = datagram
    forged[forged.count - 20] ^= 1
    let sent: [[UInt8]] = [[], [0], [22, 1, 2], forged, Array(datagram.dropLast())]
    for bytes in sent { far.transport.receive(bytes, at: .zero, into: &far.outputs) }
    let before = (far.transport.refused, far.outputs.messages)
    #expect(before == (sent.count, []))
    far.transport.receive(datagram, at: .zero, into: &far.outputs)
    let after = (far.transport.refused, far.outputs.messages)
    #expect(after == (sent.count, [[1, 2, 3]]))
    far.transport.receive(datagram, at: .zero, into: &far.outputs)
    let again = (far.transport.refused, far.outputs.messages)
    #expect(again == (sent.count + 1, [[1, 2, 3]]))
  }

  @Test func `a message that is too long fails the connection's messages`() throws {
    var random = SimulationGenerator(seed: 4)
    let keys = (0..<2).map { _ in SRTPKeys(.aes128GCM, using: &random) }
    var near = try End(0, keys, using: &random)
    let message = [UInt8](repeating: 0, count: ReliableChannel.mostBytes + 1)
    let isTaken = near.transport.send(message, at: .zero, into: &near.outputs)
    let failure = near.transport.messageFailure
    #expect(!isTaken && failure == .messageTooLong)
  }
}
