import TestSupport
import Testing

@testable import CallSession
@testable import MediaCore

/// Somebody who tests a line, and the server that sends back what it gets: two peers with 20 ms between them.
@Suite struct WebRTCEchoTests {
  private final class Line {
    private(set) var now = MediaTime.zero
    private(set) var received: [(time: MediaTime, event: ReceivedEvent)] = []
    let client: WebRTCPeer
    let server: WebRTCPeer
    private var random = SeededGenerator(seed: 4)
    private var flying: [(arrival: MediaTime, isUp: Bool, bytes: [UInt8])] = []
    private var datagrams: [[UInt8]] = []
    /// Of the pictures that the client has sent, and whether the next is to be one by itself.
    private var pictures = 0
    private var ticks: Int64 = 0

    init() throws {
      let prints = [1, 2].map { SeededDTLSEngine.fingerprint(seed: $0) }
      let offers = prints.map {
        WebRTCOffer(.echoing, fingerprint: $0, addresses: [], wallClockOrigin: 0)
      }
      var negotiation = offers[0].negotiation(
        ICECredentials(using: &random), named: "caller", using: &random)
      let offer = try negotiation.offer()
      let agreement = try offers[1].answer(Array(offer.description.utf8), using: &random)
      try negotiation.accept(SessionDescription(bytes: agreement.answer))
      let session = try #require(negotiation.current)
      let streams = WebRTCStreams(
        session, source: SSRC(77), canonicalName: "caller", wallClockOrigin: 0)
      let role: DTLSRole = session.transport.role == .active ? .client : .server
      client = WebRTCPeer(
        streams,
        engine: SeededDTLSEngine(
          DTLSConfiguration(role, remoteFingerprints: session.transport.fingerprints), seed: 1),
        using: &random)
      server = WebRTCPeer(
        agreement.streams, engine: SeededDTLSEngine(agreement.dtls, seed: 2),
        echo: EchoLine(delay: MediaTime(milliseconds: 400)), using: &random)
      client.start(at: now, using: &random, into: &datagrams)
      fly(isUp: true)
      server.start(at: now, using: &random, into: &datagrams)
      fly(isUp: false)
    }

    private func fly(isUp: Bool) {
      for bytes in datagrams { flying.append((now + MediaTime(milliseconds: 20), isUp, bytes)) }
      datagrams.removeAll()
    }

    /// A millisecond after the other; sound each 20, a picture each 40.
    func run(milliseconds: Int64) {
      for _ in 0..<milliseconds {
        now = now + MediaTime(milliseconds: 1)
        let arrived = flying.filter { $0.arrival <= now }
        flying.removeAll { $0.arrival <= now }
        for datagram in arrived {
          let peer = datagram.isUp ? server : client
          peer.receive(datagram.bytes, at: now, using: &random, into: &datagrams)
          fly(isUp: !datagram.isUp)
        }
        if client.state == .connected { send() }
        for peer in [client, server] where peer.deadline.map({ $0 <= now }) == true {
          peer.handleTimeout(at: now, using: &random, into: &datagrams)
          fly(isUp: peer === client)
        }
        received += client.takeReceived().map { (now, $0) }
      }
    }

    private func send() {
      ticks += 1
      if ticks % 20 == 0 {
        client.sendSound(
          LiveSoundEncoder.Packet(
            bytes: [UInt8](repeating: UInt8(truncatingIfNeeded: ticks / 20), count: 40),
            ticks: ticks * 48, time: now), at: now, into: &datagrams)
      }
      if ticks % 40 == 0, let camera = client.streams.camera {
        // A key frame and what follows it, as RFC 6386, 9.1, tells them apart.
        let tag: [UInt8] = pictures % 25 == 0 ? FakeBoard.keyFrame : [0x11, 0, 0]
        client.session.sendFrame(
          tag + [UInt8](repeating: UInt8(pictures % 200), count: 300), source: camera,
          capturedAt: now, at: now, into: &client.answers)
        client.drain(at: now, into: &datagrams)
        pictures += 1
      }
      fly(isUp: true)
    }
  }

  @Test func `sound and pictures come back, after the time that they stay`() throws {
    let line = try Line()
    line.run(milliseconds: 4_000)
    #expect(line.client.state == .connected && line.server.state == .connected)
    #expect(line.client.isViewer && !line.server.isViewer)
    var sounds: [UInt8] = []
    var frames: [UInt8] = []
    for (_, event) in line.received {
      switch event {
      case .sound(let sound, _, _): sounds.append(try #require(sound.payload.first))
      case .frame(let frame, _, _): frames.append(try #require(frame.bytes.last))
      default: continue
      }
    }
    #expect(sounds.count > 150 && sounds == Array(1...UInt8(sounds.count)))
    #expect(frames.count > 75 && frames == Array(0..<UInt8(frames.count)))
    // 20 ms there, 400 with the other, 20 ms back.
    let first = try #require(
      line.received.first { if case .sound = $0.event { true } else { false } })
    #expect(first.time >= MediaTime(milliseconds: 440) && first.time < MediaTime(milliseconds: 800))
  }

  @Test func `who lost the pictures gets a key frame of their own`() throws {
    let line = try Line()
    line.run(milliseconds: 2_000)
    let before = line.received.count
    var datagrams: [[UInt8]] = []
    line.client.requestKeyFrame(at: line.now, into: &datagrams)
    #expect(datagrams.count == 1)
    for datagram in datagrams {
      var random = SeededGenerator(seed: 9)
      var answers: [[UInt8]] = []
      line.server.receive(datagram, at: line.now, using: &random, into: &answers)
    }
    line.run(milliseconds: 3_000)
    // Nothing comes that needs the frames of before.
    let frames = line.received.dropFirst(before).compactMap {
      if case .frame(let frame, _, _) = $0.event { frame } else { nil }
    }
    let next = try #require(frames.firstIndex { $0.isKeyFrame })
    // What was on its way already may have come.
    #expect(next <= 2 && frames.count > 20)
  }
}
