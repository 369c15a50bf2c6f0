import TestSupport
import Testing

@testable import CallSession

@Suite struct STUNMessageTests {
  static let key = STUNKey("some password of ours")

  private func bytes(_ type: UInt16 = 1, _ attributes: [UInt8]) -> [UInt8] {
    let length = UInt16(attributes.count)
    return [
      UInt8(type >> 8), UInt8(type & 255), UInt8(length >> 8), UInt8(length & 255), 0x21, 0x12,
      0xA4, 0x42,
    ] + [UInt8](repeating: 7, count: 12) + attributes
  }

  @Test func `what is written is read again`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let kinds: [STUNMessage.Kind] = [.request, .indication, .success, .error]
      var message = STUNMessage(
        kinds[.random(in: 0..<4, using: &random)], STUNTransactionID(using: &random))
      if random.chance(0.5) {
        message.username = (0..<Int.random(in: 0...513, using: &random)).map {
          UInt8(truncatingIfNeeded: $0)
        }
      }
      if random.chance(0.5) { message.priority = UInt32.random(in: 0...(.max), using: &random) }
      message.isNominating = random.chance(0.5)
      if random.chance(0.5) {
        message.role = ICERoleClaim(
          role: random.chance(0.5) ? .controlling : .controlled, tieBreaker: random.next())
      }
      if random.chance(0.3) {
        message.mappedAddress = TransportAddress(
          ipv6High: random.next(), low: random.next(), port: 5)
      } else if random.chance(0.5) {
        message.mappedAddress = TransportAddress(ipv4: .max, port: .max)
      }
      if random.chance(0.3) { message.error = .roleConflict }
      if random.chance(0.3) { message.unknownAttributes = [1, 0x7FFF, 0x3333] }
      let written = message.bytes(key: Self.key)
      var again = try STUNMessage(parsing: written)
      #expect(again.isAuthentic(written, key: Self.key))
      #expect(again.hasFingerprint && again.isProtected)
      again.hasFingerprint = false
      again.integrityOffset = nil
      #expect(again == message)
      let open = message.bytes(key: nil)
      #expect(try !STUNMessage(parsing: open).isProtected)
      #expect(try !STUNMessage(parsing: open).isAuthentic(open, key: Self.key))
    }
  }

  @Test func `a cut message is refused at every length`() {
    for count in 0..<STUNVectorTests.request.count {
      #expect(throws: STUNError.self) {
        try STUNMessage(parsing: Array(STUNVectorTests.request[..<count]))
      }
    }
    #expect(throws: STUNError.oversized) {
      try STUNMessage(parsing: STUNVectorTests.request + [0, 0, 0, 0])
    }
  }

  @Test func `what is not ours is told by name`() {
    #expect(throws: STUNError.notSTUN) {
      try STUNMessage(parsing: [UInt8](repeating: 0, count: 20))
    }
    // TURN's Allocate.
    #expect(throws: STUNError.method(3)) { try STUNMessage(parsing: bytes(3, [])) }
    #expect(throws: STUNError.attribute(0x24)) {
      try STUNMessage(parsing: bytes(1, [0, 0x24, 0, 3, 1, 2, 3, 0]))
    }
    #expect(throws: STUNError.attribute(0x20)) {
      try STUNMessage(parsing: bytes(0x101, [0, 0x20, 0, 8, 0, 2, 0, 1, 1, 2, 3, 4]))
    }
    #expect(throws: STUNError.attribute(9)) {
      try STUNMessage(parsing: bytes(0x111, [0, 9, 0, 4, 0, 0, 7, 99]))
    }
    #expect(throws: STUNError.truncated) {
      try STUNMessage(parsing: bytes(1, [0, 8, 0, 20, 1, 2, 3, 4]))
    }
    var many: [UInt8] = []
    for _ in 0...STUNMessage.mostAttributes { many += [0x80, 0x22, 0, 0] }
    #expect(throws: STUNError.tooManyAttributes) { try STUNMessage(parsing: bytes(1, many)) }
    #expect(throws: STUNError.fingerprint) {
      try STUNMessage(parsing: bytes(1, [0x80, 0x28, 0, 4, 0, 0, 0, 0]))
    }
  }

  @Test func `unknown attributes are skipped, or listed where they must be understood`() throws {
    let message = try STUNMessage(
      parsing: bytes(
        1,
        [0xC0, 0x57, 0, 4, 0, 1, 0, 10] + [0x00, 0xAA, 0, 1, 5, 0, 0, 0] + [0x80, 0x22, 0, 0]
          + [0x7F, 0xFF, 0, 0] + [0, 0x25, 0, 0]))
    #expect(message.notUnderstood == [0x00AA, 0x7FFF])
    #expect(message.isNominating)
  }

  @Test func `the first of two counts`() throws {
    let message = try STUNMessage(
      parsing: bytes(1, [0, 6, 0, 2, 65, 66, 0, 0] + [0, 6, 0, 1, 67, 0, 0, 0]))
    #expect(message.username == [65, 66])
  }

  @Test func `what stands behind the code does not count`() throws {
    let protected = STUNMessage(.request, STUNVectorTests.transaction).bytes(key: Self.key)
    var longer = Array(protected.dropLast(8)) + [0, 0x25, 0, 0]
    longer[3] = UInt8(longer.count - 20)
    let message = try STUNMessage(parsing: longer)
    #expect(message.isAuthentic(longer, key: Self.key))
    #expect(!message.isNominating)
  }

  @Test func `a server that knows only the old address attribute is understood`() throws {
    let old: [UInt8] = [0, 1, 0, 8, 0, 1, 0, 80, 192, 0, 2, 1]
    let message = try STUNMessage(parsing: bytes(0x101, old))
    #expect(message.mappedAddress == TransportAddress("192.0.2.1", port: 80))
  }

  @Test func `mutated messages are read without a trap and come back`() {
    var random = SeededGenerator(seed: 12)
    var messages = 0
    for _ in 0..<5_000 {
      var bytes = Array(STUNVectorTests.request.dropLast(8))
      bytes[3] -= 8
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      let report = STUNExercise.run(bytes)
      #expect(report.isConsistent)
      if report.isMessage { messages += 1 }
    }
    #expect(messages > 1_500)
  }

  @Test(.enabled(if: SharedCases.arePresent))
  func `messages of other programs are survived`() throws {
    var messages = 0
    for name in SharedCases.names(in: "stun-fuzz") {
      let bytes = try #require(SharedCases.bytes("stun-fuzz/" + name))
      let report = STUNExercise.run(bytes)
      #expect(report.isConsistent, "\(name)")
      if report.isMessage { messages += 1 }
    }
    #expect(messages >= 5)
    let crash = try #require(SharedCases.bytes("stun-fuzz/validator-crash-1.stun"))
    #expect(throws: STUNError.truncated) { try STUNMessage(parsing: crash) }
  }

  /// Chromium's checks and answers between two pages, with the passwords of their descriptions.
  @Test(.enabled(if: SharedCases.arePresent))
  func `a browser's checks are read, and are authentic`() throws {
    let capture = try #require(SharedCases.bytes("chromium156/cap.pcap"))
    let keys = try ["offer", "answer"].map { name in
      let text = try #require(SharedCases.bytes("chromium156/loop_\(name).sdp"))
      let line = String(decoding: text, as: UTF8.self).split(whereSeparator: \.isNewline)
        .first { $0.hasPrefix("a=ice-pwd:") }
      return STUNKey(String(try #require(line).dropFirst(10)))
    }
    let cookie: [UInt8] = [0x21, 0x12, 0xA4, 0x42]
    var counts: [STUNMessage.Kind: Int] = [:]
    for start in 4..<capture.count - 20 where Array(capture[start..<start + 4]) == cookie {
      let size = Int(capture[start - 2]) << 8 | Int(capture[start - 1])
      let message = Array(capture[start - 4..<min(start + 16 + size, capture.count)])
      let parsed = try STUNMessage(parsing: message)
      #expect(parsed.hasFingerprint && parsed.notUnderstood.isEmpty)
      #expect(keys.contains { parsed.isAuthentic(message, key: $0) })
      if parsed.kind == .request {
        #expect(parsed.role != nil && parsed.priority != nil)
      } else {
        #expect(parsed.mappedAddress != nil)
      }
      counts[parsed.kind, default: 0] += 1
    }
    #expect(counts[.request, default: 0] > 5 && counts[.success, default: 0] > 5)
  }
}
