import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct WebRTCPortTests {
  private func seconds(_ count: Int64) -> MediaTime { MediaTime(milliseconds: count * 1_000) }

  private func ends(_ stage: WebRTCStage) -> [WebRTCPeerEnd] {
    stage.events.compactMap { if case .ended(_, let reason) = $0 { reason } else { nil } }
  }

  @Test func `who watches sees and hears all, who comes late sees the same`() throws {
    let stage = try WebRTCStage()
    try stage.join()
    try stage.run(until: seconds(5))
    try stage.join()
    try stage.run(until: seconds(8))
    stage.isDrawing = false
    try stage.run(until: seconds(10))
    let (first, late) = (stage.viewers[0], stage.viewers[1])
    #expect(stage.port.connected.count == 2 && ends(stage).isEmpty)
    // A frame each tenth of a second.
    #expect(first.frames > 70 && late.frames > 25)
    #expect(first.sounds.count > 480 && late.sounds.count > 230)
    #expect(first.hasPlayoutDelay)
    #expect(first.shown == late.shown)
    let wanted = stage.board.luma
    #expect(wanted.contains { $0 < 120 })
    let off = zip(wanted, first.shown).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(Double(off) / Double(wanted.count) < 2)
    #expect(stage.board.video.keyFrames == 2, "one each")
    // Nobody is called in vain.
    #expect(stage.steps < 6_000)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `what is lost comes again`(seed: UInt64) throws {
    let stage = try WebRTCStage(seed: seed, loss: 0.05)
    for _ in 0..<3 { try stage.join() }
    try stage.run(until: seconds(10))
    stage.isDrawing = false
    try stage.run(until: seconds(14))
    #expect(stage.port.connected.count == 3 && ends(stage).isEmpty)
    let shown = stage.viewers[0].shown
    #expect(shown.contains { $0 < 120 })
    for viewer in stage.viewers {
      #expect(viewer.shown == shown)
      #expect(viewer.sounds.count > 550)
    }
    for id in stage.port.connected {
      let roundTrip = try #require(stage.port[id]?.roundTrip)
      #expect(roundTrip > MediaTime(milliseconds: 30) && roundTrip < MediaTime(milliseconds: 80))
    }
  }

  @Test func `a board that nobody watches is not coded`() throws {
    let stage = try WebRTCStage()
    try stage.run(until: seconds(3))
    #expect(stage.board.video.frames == 0)
    try stage.join()
    try stage.run(until: seconds(5))
    #expect(stage.board.video.frames > 10)
  }

  @Test func `who is silent for thirty seconds is forgotten`() throws {
    let stage = try WebRTCStage()
    try stage.join()
    try stage.join()
    try stage.run(until: seconds(2))
    stage.silent = [0]
    try stage.run(until: seconds(25))
    #expect(stage.port.connected.count == 2)
    try stage.run(until: seconds(40))
    #expect(ends(stage) == [.consentExpired])
    #expect(stage.port.connected.count == 1 && stage.port.count == 1)
    #expect(stage.viewers[1].sounds.count > 1_800)
  }

  @Test func `nobody comes`() throws {
    let stage = try WebRTCStage()
    try stage.join()
    stage.silent = [0]
    try stage.run(until: seconds(40))
    #expect(ends(stage) == [.unreachable(.neverReached(refused: 0))])
    #expect(stage.port.count == 0 && stage.port.deadline == nil)
  }

  @Test func `goodbyes are said, and heeded`() throws {
    let stage = try WebRTCStage()
    try stage.join()
    try stage.join()
    try stage.run(until: seconds(2))
    try stage.leave(0)
    try stage.run(until: seconds(3))
    #expect(ends(stage) == [.closedByPeer])
    stage.closeAll()
    #expect(stage.port.count == 0)
    try stage.run(until: seconds(4))
    #expect(ends(stage) == [.closedByPeer, .closed])
    #expect(stage.viewers[1].dtls.state == .closed)
    #expect(stage.viewers[1].goodbyes == 2, "board and sound")
  }

  @Test func `a certificate that was not announced gets no keys`() throws {
    let stage = try WebRTCStage()
    try stage.join(fingerprint: SeededDTLSEngine.fingerprint(seed: 77))
    try stage.run(until: seconds(5))
    #expect(ends(stage) == [.handshake(.fingerprint)])
    #expect(stage.viewers[0].frames == 0 && stage.port.count == 0)
  }

  @Test func `what comes from an address that was not checked is dropped`() throws {
    let stage = try WebRTCStage()
    try stage.join()
    try stage.run(until: seconds(2))
    let stranger = TransportAddress(ipv4: 0x0A00_0001, port: 9)
    for first in [20, 22, 63, 128, 200] as [UInt8] {
      let bytes = [first, 0xFE, 0xFD] + [UInt8](repeating: 0, count: 60)
      stage.port.receive(
        bytes, from: stranger, to: WebRTCStage.server, at: stage.now, using: &stage.random,
        into: &stage.outputs)
    }
    #expect(stage.outputs.datagrams.isEmpty && stage.outputs.events.isEmpty)
  }

  @Test func `bytes of any kind from a peer do no harm`() throws {
    let stage = try WebRTCStage()
    try stage.join()
    try stage.run(until: seconds(2))
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 0...80, using: &stage.random)).map { _ in
        UInt8.random(in: 0...255, using: &stage.random)
      }
      if !bytes.isEmpty { bytes[0] = [22, 128, 144, 21].randomElement(using: &stage.random) ?? 22 }
      stage.port.receive(
        bytes, from: stage.viewers[0].address, to: WebRTCStage.server, at: stage.now,
        using: &stage.random, into: &stage.outputs)
    }
    #expect(stage.outputs.events.isEmpty)
    #expect(stage.port[stage.port.connected[0]]?.refused ?? 0 > 5_000)
    let before = stage.viewers[0].sounds.count
    try stage.run(until: seconds(3))
    #expect(stage.viewers[0].sounds.count > before + 40)
  }
}
