import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct SRTPContextTests {
  static func keys(_ suite: SRTPSuite, seed: UInt64 = 1) -> SRTPKeys {
    var generator = SeededGenerator(seed: seed)
    return SRTPKeys(suite, using: &generator)
  }

  static func packet(
    _ number: UInt16, ssrc: UInt32 = 0x1234_5678, payload: [UInt8] = [1, 2, 3, 4, 5]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let header = RTPHeader(
      payloadType: 96, sequenceNumber: SequenceNumber(number), timestamp: 960, ssrc: SSRC(ssrc))
    RTPPacket.write(header, payload: payload.span, to: &bytes)
    return bytes
  }

  static func protected(_ packet: [UInt8], _ context: inout LibSRTPContext) throws -> [UInt8] {
    var packet = packet
    try context.protectRTP(&packet)
    return packet
  }

  static func opened(
    _ packet: [UInt8], _ context: inout LibSRTPContext
  ) -> Result<[UInt8], SRTPError> {
    var packet = packet
    do throws(SRTPError) {
      try context.unprotectRTP(&packet)
      return .success(packet)
    } catch {
      return .failure(error)
    }
  }

  /// Both directions of a call between two ends.
  @Test(arguments: SRTPSuite.allCases) func `what one end protects the other opens`(
    suite: SRTPSuite
  ) throws {
    let material = (0..<SRTPKeys.exportedSize(suite)).map { UInt8($0) }
    let (client, server) = try SRTPKeys.exported(suite, material)
    // RFC 5764, 4.2: both keys, then both salts.
    #expect(server.key == (16..<32).map { UInt8($0) })
    #expect(client.salt == (32..<32 + suite.saltSize).map { UInt8($0) })
    var near = try LibSRTPContext(sending: client, receiving: server)
    var far = try LibSRTPContext(sending: server, receiving: client)
    for number in UInt16(0)..<50 {
      let packet = Self.packet(number, payload: [UInt8](repeating: 9, count: Int(number) * 20))
      let there = try Self.protected(packet, &near)
      #expect(there.count == packet.count + suite.packetOverhead)
      #expect(Array(there[..<12]) == Array(packet[..<12]))
      #expect(number == 0 || !there.contains(packet[12...]))
      #expect(Self.opened(there, &far) == .success(packet))
      // Its own packets come back to nobody.
      #expect(Self.opened(there, &near) == .failure(.authentication))
      let back = try Self.protected(packet, &far)
      #expect(back != there)
      #expect(Self.opened(back, &near) == .success(packet))
      var report: [UInt8] = [0x81, 201, 0, 1] + [0, 0, 0, UInt8(number)] + packet
      let plain = report
      try near.protectRTCP(&report)
      #expect(report.count == plain.count + suite.controlOverhead)
      try far.unprotectRTCP(&report)
      #expect(report == plain)
    }
  }

  /// Against the plain implementation of the RFCs, headers of all shapes, over several rounds.
  @Test(arguments: SRTPSuite.allCases, 1...6 as ClosedRange<UInt64>)
  func `every byte is the RFC's`(suite: SRTPSuite, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let keys = SRTPKeys(suite, using: &generator)
    let plain = PlainSRTP(keys)
    var context = try LibSRTPContext(sending: keys, receiving: keys)
    var index = Int64(generator.next() % 32_768)
    for control in UInt32(1)...12 {
      let header = RTPHeader(
        payloadType: UInt8(generator.next() % 128),
        sequenceNumber: SequenceNumber(truncating: index),
        timestamp: UInt32(truncatingIfNeeded: generator.next()), ssrc: SSRC(77),
        hasMarker: generator.chance(0.5),
        contributors: (0..<generator.next() % 4).map { SSRC(UInt32($0)) })
      var extensions = RTPExtensionBlock()
      if generator.chance(0.5) { extensions.append(3, [1, 2, 3]) }
      let payload = (0..<generator.next() % 70).map { UInt8(truncatingIfNeeded: $0) }
      var packet: [UInt8] = []
      RTPPacket.write(header, extensions: extensions, payload: payload.span, to: &packet)
      #expect(
        try Self.protected(packet, &context)
          == plain.protect(packet, round: UInt32(index >> 16)), "index \(index)")
      var datagram = [0x80, 201, 0, UInt8(payload.count / 4), 0, 0, 0, 77] + payload
      let expected = plain.protectControl(datagram, index: control)
      try context.protectRTCP(&datagram)
      #expect(datagram == expected)
      index += Int64(generator.next() % 32_000) + 1
    }
    #expect(index >> 16 >= 1)
  }

  /// Where a stream begins, and which of its packets are lost, come late or twice around the wrap. Old
  /// receivers took a late packet for one of the next round, or counted the round twice
  /// (cisco/libsrtp #567, #729; creytiv/re, seen in traviscross/libre #6).
  static let wraps: [(name: String, order: [Int64])] = [
    ("in order", Array(65_500..<65_570)),
    ("the last before the wrap late", [65_533, 65_535, 65_536, 65_537, 65_534, 65_538, 65_539]),
    ("the first after the wrap late", [65_533, 65_537, 65_536, 65_534, 65_535, 65_538]),
    ("a row lost over the wrap", [65_000, 65_530, 65_900, 65_901]),
    ("a retransmission from far back", [65_400] + Array(65_500..<66_000) + [65_499, 66_000]),
    ("half a round lost", [40_000, 72_000, 72_001, 100_000, 130_000, 131_073]),
    ("begins at the last number below 2¹⁵", [32_767, 32_768, 65_535, 65_536]),
    ("begins at 0", [0, 1, 3, 2]),
  ]

  @Test(arguments: SRTPSuite.allCases, wraps.indices)
  func `the round is found over the wrap`(suite: SRTPSuite, row: Int) throws {
    let (name, order) = Self.wraps[row]
    let keys = Self.keys(suite)
    let plain = PlainSRTP(keys)
    var far = try LibSRTPContext(sending: keys, receiving: keys)
    for index in order {
      let packet = Self.packet(UInt16(truncatingIfNeeded: index))
      let protected = plain.protect(packet, round: UInt32(index >> 16))
      #expect(Self.opened(protected, &far) == .success(packet), "\(name): \(index)")
      #expect(Self.opened(protected, &far) == .failure(.replayed), "\(name): \(index) again")
    }
  }

  @Test(arguments: SRTPSuite.allCases)
  func `a sender counts its rounds`(suite: SRTPSuite) throws {
    let keys = Self.keys(suite)
    let plain = PlainSRTP(keys)
    var near = try LibSRTPContext(sending: keys, receiving: keys)
    for index in stride(from: Int64(31_000), to: 400_000, by: 7919) {
      let packet = Self.packet(UInt16(truncatingIfNeeded: index))
      #expect(
        try Self.protected(packet, &near) == plain.protect(packet, round: UInt32(index >> 16)))
    }
  }

  /// What RFC 3711, 3.3.1 warns of: all packets before the wrap were lost, so nothing says that there
  /// was one. It is why senders begin below 2¹⁵.
  @Test(arguments: SRTPSuite.allCases)
  func `a wrap before the first packet cannot be known`(suite: SRTPSuite) throws {
    let keys = Self.keys(suite)
    var near = try LibSRTPContext(sending: keys, receiving: keys)
    var far = try LibSRTPContext(sending: keys, receiving: keys)
    _ = try Self.protected(Self.packet(65_535), &near)
    let after = try Self.protected(Self.packet(0), &near)
    #expect(Self.opened(after, &far) == .failure(.authentication))
  }

  @Test(arguments: SRTPSuite.allCases)
  func `a number is used once`(suite: SRTPSuite) throws {
    let keys = Self.keys(suite)
    var near = try LibSRTPContext(sending: keys, receiving: keys)
    let packet = Self.packet(7)
    _ = try Self.protected(packet, &near)
    var again = Self.packet(7, payload: [6, 6])
    #expect(throws: SRTPError.replayed) { try near.protectRTP(&again) }
    #expect(again == Self.packet(7, payload: [6, 6]))
    // Other sources have numbers of their own.
    _ = try Self.protected(Self.packet(7, ssrc: 9), &near)
  }

  @Test(arguments: SRTPSuite.allCases)
  func `what is older than the window is refused`(suite: SRTPSuite) throws {
    let keys = Self.keys(suite)
    var near = try LibSRTPContext(sending: keys, receiving: keys)
    var far = try LibSRTPContext(sending: keys, receiving: keys)
    var sent: [[UInt8]] = []
    for number in UInt16(0)..<2000 { sent.append(try Self.protected(Self.packet(number), &near)) }
    #expect(Self.opened(sent[1999], &far) == .success(Self.packet(1999)))
    let oldest = 2000 - LibSRTPContext.replayWindow
    #expect(Self.opened(sent[oldest], &far) == .success(Self.packet(UInt16(oldest))))
    #expect(Self.opened(sent[oldest - 1], &far) == .failure(.tooOld))
  }

  @Test(arguments: SRTPSuite.allCases)
  func `damage anywhere is noticed and costs no packet after it`(suite: SRTPSuite) throws {
    let keys = Self.keys(suite)
    var near = try LibSRTPContext(sending: keys, receiving: keys)
    var far = try LibSRTPContext(sending: keys, receiving: keys)
    let packet = Self.packet(500)
    let whole = try Self.protected(packet, &near)
    var report: [UInt8] = [0x80, 200, 0, 6] + [UInt8](repeating: 5, count: 24)
    let plainReport = report
    try near.protectRTCP(&report)
    for bit in 0..<whole.count * 8 {
      var damaged = whole
      damaged[bit / 8] ^= 1 << (bit % 8)
      let result = Self.opened(damaged, &far)
      #expect(
        result == .failure(.authentication) || result == .failure(.malformed),
        "bit \(bit): \(result)")
    }
    for bit in 0..<report.count * 8 {
      var damaged = report
      damaged[bit / 8] ^= 1 << (bit % 8)
      #expect(throws: SRTPError.self) { try far.unprotectRTCP(&damaged) }
    }
    for count in 0..<whole.count {
      let result = Self.opened(Array(whole[..<count]), &far)
      #expect(result == .failure(.authentication) || result == .failure(.malformed))
    }
    for count in 0..<report.count {
      var cut = Array(report[..<count])
      #expect(throws: SRTPError.self) { try far.unprotectRTCP(&cut) }
    }
    #expect(Self.opened(whole, &far) == .success(packet))
    try far.unprotectRTCP(&report)
    #expect(report == plainReport)
  }

  @Test func `a peer has so many sources and no more, and forged ones are none`() throws {
    let keys = Self.keys(.aes128GCM)
    var near = try LibSRTPContext(sending: keys, receiving: keys)
    var far = try LibSRTPContext(sending: keys, receiving: keys)
    for ssrc in 0..<UInt32(2000) {
      #expect(
        Self.opened(Self.packet(1, ssrc: ssrc) + [UInt8](repeating: 0, count: 16), &far)
          == .failure(.authentication))
    }
    for ssrc in 0..<UInt32(LibSRTPContext.mostSources) {
      let packet = Self.packet(1, ssrc: ssrc)
      #expect(Self.opened(try Self.protected(packet, &near), &far) == .success(packet))
    }
    let extra = try Self.protected(Self.packet(1, ssrc: 5000), &near)
    #expect(Self.opened(extra, &far) == .failure(.tooManySources))
    // One leaves: there is room, and of the one that left nothing is known.
    let old = try Self.protected(Self.packet(2, ssrc: 3), &near)
    #expect(Self.opened(old, &far) == .success(Self.packet(2, ssrc: 3)))
    #expect(Self.opened(old, &far) == .failure(.replayed))
    far.forget(SSRC(3))
    #expect(Self.opened(extra, &far) == .success(Self.packet(1, ssrc: 5000)))
    far.forget(SSRC(5000))
    #expect(Self.opened(old, &far) == .success(Self.packet(2, ssrc: 3)))
  }

  @Test func `keys of another size are refused`() {
    #expect(throws: SRTPError.keySize) {
      try SRTPKeys(.aes128GCM, key: [UInt8](repeating: 0, count: 16), salt: [])
    }
    #expect(throws: SRTPError.keySize) {
      try SRTPKeys.exported(.aes128CMWithSHA1, [UInt8](repeating: 0, count: 59))
    }
  }

  /// Bytes of every kind, and sound packets with some of them changed.
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `remote bytes never harm`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      var bytes = [UInt8(truncatingIfNeeded: generator.next())]
      if generator.chance(0.5) {
        bytes += Self.packet(UInt16(truncatingIfNeeded: generator.next()))
        for _ in 0..<generator.next() % 4 {
          bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
            truncatingIfNeeded: generator.next())
        }
      }
      for _ in 0..<generator.next() % 60 {
        bytes.append(UInt8(truncatingIfNeeded: generator.next()))
      }
      let report = SRTPExercise.run(bytes)
      #expect(report == SRTPExercise.Report(), "\(Hex.text(bytes))")
    }
  }
}
