import Testing

@testable import CallSession

@Suite struct SDPFingerprintTests {
  @Test func `case is no matter, neither in the name nor in the digits`() throws {
    let upper = try #require(SDPFingerprint(Descriptions.fingerprint[...]))
    #expect(upper.hash == .sha256 && upper.bytes == Array(1...32))
    #expect(SDPFingerprint(Descriptions.fingerprint.uppercased()[...]) == upper)
    #expect(SDPFingerprint(Descriptions.fingerprint.lowercased()[...]) == upper)
    #expect(upper.text == Descriptions.fingerprint)
  }

  @Test(arguments: [
    "", "sha-256", "sha-256 01:02", "md5 00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF",
    "sha-1 0102030405060708090A0B0C0D0E0F1011121314",
    "sha-1 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:1",
    "sha-1 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14:",
    "sha-1 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:GG",
    "sha-1 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14 x",
  ])
  func `anything else is none`(text: String) {
    #expect(SDPFingerprint(text[...]) == nil)
  }

  @Test func `a section's own go before the session's, and unknown hashes are left out`() throws {
    let description = try SessionDescription(
      """
      v=0
      a=fingerprint:\(Descriptions.fingerprint)
      m=audio 9 RTP/AVP 0
      m=audio 9 RTP/AVP 0
      a=fingerprint:sha-3 00
      a=fingerprint:\(Descriptions.otherFingerprint)
      a=fingerprint:sha-1 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:11:12:13:14
      """)
    #expect(description.fingerprints(of: description.sections[0]).map(\.hash) == [.sha256])
    #expect(description.fingerprints(of: description.sections[1]).map(\.hash) == [.sha256, .sha1])
  }
}
