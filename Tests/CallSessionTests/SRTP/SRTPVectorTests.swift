import TestSupport
import Testing

@testable import CallSession

/// The plain implementation against the RFCs, and the library against what its authors publish.
@Suite struct SRTPVectorTests {
  @Test func `AES is that of FIPS 197`() {
    // Appendix C.1.
    let key = Hex.bytes("000102030405060708090a0b0c0d0e0f")
    let block = AES128(key: key).encrypt(Hex.bytes("00112233445566778899aabbccddeeff"))
    #expect(Hex.text(block) == "69c4e0d86a7b0430d8cdb78070b4c55a")
  }

  @Test func `HMAC-SHA1 is that of RFC 2202`() {
    // Cases 2 and 1.
    #expect(
      Hex.text(
        SHA1.authenticationCode(
          Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)))
        == "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79")
    #expect(
      Hex.text(
        SHA1.authenticationCode(
          Array("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20)))
        == "b617318655057264e28bc0b6fb378c8ef146be00")
  }

  @Test func `the keystream is that of RFC 3711, B.2`() {
    let cipher = AES128(key: Hex.bytes("2B7E151628AED2A6ABF7158809CF4F3C"))
    let stream = cipher.keystream(
      from: Hex.bytes("F0F1F2F3F4F5F6F7F8F9FAFBFCFD0000"), count: 48)
    #expect(
      Hex.text(stream)
        == "e03ead0935c95e80e166b16dd92b4eb4" + "d23513162b02d0f72a43a2fe4a5f97ab"
        + "41e95b3bb0a2e8dd477901e4fca894c0")
    let later = cipher.keystream(
      from: Hex.bytes("F0F1F2F3F4F5F6F7F8F9FAFBFCFDFEFF"), count: 48)
    #expect(
      Hex.text(later)
        == "ec8cdf7398607cb0f2d21675ea9ea1e4" + "362b7c3c6773516318a077d7fc5073ae"
        + "6a2cc3787889374fbeb4c81b17ba6c44")
  }

  static let masterKey = Hex.bytes("E1F97A0D3E018BE0D64FA32C06DE4139")
  static let masterSalt = Hex.bytes("0EC675AD498AFEEBB6960B3AABE6")

  @Test func `session keys are those of RFC 3711, B.3`() throws {
    let keys = try SRTPKeys(.aes128CMWithSHA1, key: Self.masterKey, salt: Self.masterSalt)
    let session = PlainSRTP(keys).packets
    #expect(Hex.text(session.key) == "c61e7a93744f39ee10734afe3ff7a087")
    #expect(Hex.text(session.salt) == "30cbbc08863d8c85d49db34a9ae1")
    #expect(Hex.text(session.authentication) == "cebe321f6ff7716b6fd4ab49af256a156d38baa4")
  }

  static let gcm = PlainSRTP(
    gcmKey: Hex.bytes("000102030405060708090a0b0c0d0e0f"), salt: Array("Quid pro quo".utf8))

  @Test func `a packet is that of RFC 7714, 16.1.1`() {
    let packet =
      Hex.bytes("8040f17b8041f8d35501a0b2")
      + Array("Gallia est omnis divisa in partes tres".utf8)
    #expect(
      Hex.text(Self.gcm.protect(packet, round: 0))
        == "8040f17b8041f8d35501a0b2f24de3a3fb34de6cacba861c9d7e4bcabe633bd50d294e6f42a5f47a51c7d19b"
        + "36de3adf8833899d7f27beb16a9152cf765ee4390cce")
  }

  @Test func `a datagram is that of RFC 7714, 17.1`() {
    let datagram = Hex.bytes(
      "81c8000d4d6172734e5450314e545032525450200000042a0000e9304c756e61"
        + "deadbeefdeadbeefdeadbeefdeadbeefdeadbeef")
    #expect(
      Hex.text(Self.gcm.protectControl(datagram, index: 0x5D4))
        == "81c8000d4d61727363e94885dcdab67ca727d7662f6b7e997ff5c0f76c06f32dc676a5f1730d6fda"
        + "4ce09b4686303ded0bb9275bc84aa45896cf4d2fc5abf87245d9eade800005d4")
  }

  /// From libsrtp2's own test driver.
  static let published: [(suite: SRTPSuite, key: [UInt8], salt: [UInt8], protected: String)] = [
    (
      .aes128CMWithSHA1, masterKey, masterSalt,
      "800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb"
    ),
    (
      .aes128GCM, Hex.bytes("000102030405060708090a0b0c0d0e0f"),
      Hex.bytes("a0a1a2a3a4a5a6a7a8a9aaab"),
      "800f1234decafbadcafebabec5002ede04cfdd2eb91159e0880aa06ed2976826f796b201df3131a127e8a392"
    ),
  ]

  @Test(arguments: published.indices)
  func `both implementations make the packet that libsrtp2 publishes`(index: Int) throws {
    let row = Self.published[index]
    let keys = try SRTPKeys(row.suite, key: row.key, salt: row.salt)
    let packet = Hex.bytes("800f1234decafbadcafebabe") + [UInt8](repeating: 0xAB, count: 16)
    #expect(Hex.text(PlainSRTP(keys).protect(packet, round: 0)) == row.protected)
    var context = try LibSRTPContext(sending: keys, receiving: keys)
    var protected = packet
    try context.protectRTP(&protected)
    #expect(Hex.text(protected) == row.protected)
    try context.unprotectRTP(&protected)
    #expect(protected == packet)
  }
}
