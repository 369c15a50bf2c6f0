import TestSupport
import Testing

@testable import CallSession

/// The messages of RFC 5769, and the sums under them.
@Suite struct STUNVectorTests {
  static let password = "VOkJxbRl1RmTxUk/WvJxBt"
  static let transaction = STUNTransactionID(high: 0xB7E7_A701, low: 0xBC34_D686_FA87_DFAE)

  /// 2.1.
  static let request = Hex.bytes(
    """
    00 01 00 58 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae
    80 22 00 10 53 54 55 4e 20 74 65 73 74 20 63 6c 69 65 6e 74
    00 24 00 04 6e 00 01 ff 80 29 00 08 93 2f f9 b1 51 26 3b 36
    00 06 00 09 65 76 74 6a 3a 68 36 76 59 20 20 20
    00 08 00 14 9a ea a7 0c bf d8 cb 56 78 1e f2 b5 b2 d3 f2 49 c1 b5 71 a2
    80 28 00 04 e5 7a 3b cf
    """)

  /// 2.2.
  static let answer = Hex.bytes(
    """
    01 01 00 3c 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae
    80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20
    00 20 00 08 00 01 a1 47 e1 12 a6 43
    00 08 00 14 2b 91 f5 99 fd 9e 90 c3 8c 74 89 f9 2a f9 ba 53 f0 6b e7 d7
    80 28 00 04 c0 7d 4c 96
    """)

  /// 2.3.
  static let answerIPv6 = Hex.bytes(
    """
    01 01 00 48 21 12 a4 42 b7 e7 a7 01 bc 34 d6 86 fa 87 df ae
    80 22 00 0b 74 65 73 74 20 76 65 63 74 6f 72 20
    00 20 00 14 00 02 a1 47 01 13 a9 fa a5 d3 f1 79 bc 25 f4 b5 be d2 b9 d9
    00 08 00 14 a3 82 95 4e 4b e6 7b f1 17 84 c9 7c 82 92 c2 75 bf e3 ed 41
    80 28 00 04 c8 fb 0b 4c
    """)

  @Test func `a request is that of RFC 5769, 2.1`() throws {
    let message = try STUNMessage(parsing: Self.request)
    #expect(message.kind == .request)
    #expect(message.transactionID == Self.transaction)
    #expect(message.username == Array("evtj:h6vY".utf8))
    #expect(message.priority == 0x6E00_01FF)
    #expect(
      message.role == ICERoleClaim(role: .controlled, tieBreaker: 0x932F_F9B1_5126_3B36))
    #expect(!message.isNominating)
    #expect(message.notUnderstood.isEmpty)
    #expect(message.hasFingerprint)
    #expect(message.isAuthentic(Self.request, key: STUNKey(Self.password)))
    #expect(!message.isAuthentic(Self.request, key: STUNKey(Self.password + "x")))
  }

  @Test func `answers are those of RFC 5769, 2.2 and 2.3`() throws {
    let address = try #require(TransportAddress("192.0.2.1", port: 32_853))
    let addressIPv6 = try #require(
      TransportAddress("2001:db8:1234:5678:11:2233:4455:6677", port: 32_853))
    for (bytes, expected) in [(Self.answer, address), (Self.answerIPv6, addressIPv6)] {
      let message = try STUNMessage(parsing: bytes)
      #expect(message.kind == .success)
      #expect(message.transactionID == Self.transaction)
      #expect(message.mappedAddress == expected)
      #expect(message.hasFingerprint)
      #expect(message.isAuthentic(bytes, key: STUNKey(Self.password)))
    }
  }

  @Test func `a changed bit of a protected message is noticed`() throws {
    let key = STUNKey(Self.password)
    // The code ends 8 bytes before the end, and the checksum is told apart from it.
    for index in 0..<Self.request.count - 8 {
      var bytes = Array(Self.request.dropLast(8))
      bytes[3] -= 8
      let whole = bytes
      bytes[index] ^= 1
      let message = try? STUNMessage(parsing: bytes)
      #expect(message?.isAuthentic(bytes, key: key) != true, "byte \(index)")
      #expect(try STUNMessage(parsing: whole).isAuthentic(whole, key: key))
      var checked = Self.request
      checked[index] ^= 1
      #expect(throws: STUNError.self, "byte \(index)") { try STUNMessage(parsing: checked) }
    }
  }

  @Test func `SHA-1 is that of FIPS 180 and of its plain twin`() {
    var digest = CallSession.SHA1()
    digest.add(Array("abc".utf8)[...])
    #expect(Hex.text(digest.digest()) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    var random = SeededGenerator(seed: 5)
    var bytes: [UInt8] = []
    for _ in 0..<300 {
      var digest = CallSession.SHA1()
      digest.add(bytes[..<(bytes.count / 2)])
      digest.add(bytes[(bytes.count / 2)...])
      #expect(digest.digest() == SHA1.digest(bytes), "\(bytes.count) bytes")
      bytes.append(.random(in: 0...255, using: &random))
    }
  }

  @Test func `codes are those of RFC 2202`() {
    // Cases 1, 2 and 6, the last with a key longer than a block.
    #expect(
      Hex.text(
        STUNKey(bytes: [UInt8](repeating: 0x0B, count: 20)).code(of: Array("Hi There".utf8)))
        == "b617318655057264e28bc0b6fb378c8ef146be00")
    #expect(
      Hex.text(STUNKey("Jefe").code(of: Array("what do ya want for nothing?".utf8)))
        == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    #expect(
      Hex.text(
        STUNKey(bytes: [UInt8](repeating: 0xAA, count: 80)).code(
          of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
        == "aa4ae5e15272d00e95705637ce8a3b55ed402112")
  }

  @Test func `the checksum is that of Ethernet`() {
    // The value that catalogues of checksums list for the nine digits.
    #expect(CRC32.checksum(Array("123456789".utf8)[...]) == 0xCBF4_3926)
    #expect(CRC32.checksum([]) == 0)
  }
}
