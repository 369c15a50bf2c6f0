import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// A server with viewers, and others who mean it no good.
@Suite struct WebRTCHostilityTests {
  private func milliseconds(_ count: Int64) -> MediaTime { MediaTime(milliseconds: count) }

  private static let stranger = TransportAddress(ipv4: 0x0A00_0001, port: 9)

  private func refused(_ stage: WebRTCStage) throws -> Int {
    let id = try #require(stage.port.connected.first)
    return stage.port[id]?.refused ?? 0
  }

  /// One viewer, two seconds of play, and what it sent in them.
  private func watched() throws -> (stage: WebRTCStage, sent: [[UInt8]]) {
    let stage = try WebRTCStage()
    stage.keeps = true
    try stage.join()
    try stage.run(until: milliseconds(2_000))
    stage.keeps = false
    // The last of them arrive.
    let sent = stage.kept
    try stage.run(until: milliseconds(2_030))
    for kind in [DatagramKind.stun, .dtls, .rtcp] {
      #expect(sent.contains { DatagramKind($0.span) == kind })
    }
    return (stage, sent)
  }

  private func goesOn(_ stage: WebRTCStage) throws {
    let (frames, sounds) = (stage.viewers[0].frames, stage.viewers[0].sounds.count)
    let before = try refused(stage)
    try stage.run(until: stage.now + milliseconds(1_000))
    #expect(stage.viewers[0].frames > frames + 7)
    #expect(stage.viewers[0].sounds.count > sounds + 45)
    #expect(try refused(stage) == before, "what the viewer itself sends is taken")
  }

  @Test func `reports that are repeated are taken once`() throws {
    let (stage, sent) = try watched()
    let reports = sent.filter { DatagramKind($0.span) == .rtcp }
    let before = try refused(stage)
    for report in reports { stage.inject(report, from: stage.viewers[0].address) }
    #expect(try refused(stage) == before + reports.count)
    try goesOn(stage)
  }

  @Test func `reports that are cut or changed anywhere are not taken`() throws {
    let (stage, _) = try watched()
    // One that has not come yet, so that nothing but its damage speaks against it.
    let report = try #require(try stage.takeReport(of: 0))
    let before = try refused(stage)
    var tries = 0
    for length in 1..<report.count {
      stage.inject(Array(report[..<length]), from: stage.viewers[0].address)
      tries += 1
    }
    for place in report.indices {
      var changed = report
      changed[place] ^= 1 << UInt8(place % 8)
      // The first two bytes tell kinds of datagrams apart.
      if place < 2 { continue }
      stage.inject(changed, from: stage.viewers[0].address)
      tries += 1
    }
    #expect(try refused(stage) == before + tries)
    stage.inject(report, from: stage.viewers[0].address)
    #expect(try refused(stage) == before + tries, "whole it is taken")
    try goesOn(stage)
  }

  @Test func `what a viewer sends is nobody's when it comes from elsewhere`() throws {
    let (stage, sent) = try watched()
    let report = try #require(try stage.takeReport(of: 0))
    let before = try refused(stage)
    // Answers would be for nobody, which the stage minds.
    for datagram in sent + [report] { stage.inject(datagram, from: Self.stranger) }
    #expect(try refused(stage) == before)
    stage.inject(report, from: stage.viewers[0].address)
    #expect(try refused(stage) == before, "its number was not used up")
    try goesOn(stage)
  }

  @Test func `a wrong password moves nothing, however often it is tried`() throws {
    let (stage, _) = try watched()
    let checker = Checker(stage.credentials[0], seed: 3)
    let wrong = String(repeating: "x", count: stage.credentials[0].password.utf8.count)
    for number in 0..<2_000 {
      let check = checker.check(nominates: true, priority: .max, password: wrong)
      stage.inject(
        check, from: number % 2 == 0 ? Self.stranger : stage.viewers[0].address)
    }
    #expect(stage.port.connected.count == 1)
    try goesOn(stage)
  }

  /// What somebody sends who knows how a datagram begins, and perhaps a name.
  private func noise(
    _ names: [ICECredentials], _ random: inout SeededGenerator
  ) -> (bytes: [UInt8], remote: TransportAddress) {
    let remote = TransportAddress(
      ipv4: UInt32.random(in: 0x0B00_0000...0x0BFF_FFFF, using: &random),
      port: UInt16.random(in: 1...UInt16.max, using: &random))
    var bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
      UInt8.random(in: 0...255, using: &random)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      var message = STUNMessage(.request, STUNTransactionID(using: &random))
      let name = names.randomElement(using: &random)?.fragment ?? "nobody"
      message.username = Array("\(Bool.random(using: &random) ? name : "stranger"):x".utf8)
      message.isNominating = true
      bytes = message.bytes(key: STUNKey("a password of twenty-two"))
    case 1:
      // A handshake's first record of DTLS (RFC 6347, 4.1).
      bytes = [22, 254, 253, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1] + bytes
    case 2: if !bytes.isEmpty { bytes[0] = UInt8.random(in: 128...191, using: &random) }
    default: break
    }
    return (bytes, remote)
  }

  @Test func `floods from anywhere leave the others' pictures as they are, and nothing behind`()
    throws
  {
    let (quiet, loud) = (try WebRTCStage(), try WebRTCStage())
    for stage in [quiet, loud] {
      try stage.join()
      try stage.join()
    }
    var random = SeededGenerator(seed: 11)
    for second in 1...30 {
      let now = milliseconds(Int64(second) * 100)
      try quiet.run(until: now)
      try loud.run(until: now)
      for _ in 0..<1_000 {
        let (bytes, remote) = noise(loud.credentials, &random)
        loud.inject(bytes, from: remote)
      }
    }
    #expect(loud.port.tableSizes == quiet.port.tableSizes)
    #expect(loud.events == quiet.events)
    for (viewer, other) in zip(loud.viewers, quiet.viewers) {
      #expect(viewer.frames == other.frames && viewer.frames > 20)
      #expect(viewer.sounds == other.sounds)
      #expect(viewer.shown == other.shown)
    }
  }

  @Test func `10 000 who never come are forgotten, one more makes the first of them go`() throws {
    let stage = try WebRTCStage()
    try stage.join()
    try stage.run(until: milliseconds(1_000))
    let agreement = try stage.answer(
      Array(try Descriptions.parsed(Descriptions.viewer).description.utf8))
    var ids: [ICEPeerID] = []
    for _ in 0..<10_000 { ids.append(try #require(stage.announce(agreement))) }
    #expect(stage.port.count == 10_001 && stage.outputs.events.isEmpty)
    _ = stage.announce(agreement)
    #expect(stage.outputs.events == [.ended(ids[0], .unreachable(.neverReached(refused: 0)))])
    #expect(stage.port.count == 10_001)
    try goesOn(stage)
    try stage.run(until: milliseconds(31_500))
    #expect(stage.port.count == 1 && stage.port.connected.count == 1)
    #expect(stage.port.tableSizes.allSatisfy { $0 < 200 })
    try goesOn(stage)
  }
}
