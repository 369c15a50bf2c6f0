import Testing

@testable import CallSession

@Suite struct SessionDescriptionIdentityTests {
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

  @Test func `credentials are a section's or the session's, spaces around them are no matter`()
    throws
  {
    let password = "abcdefghijklmnopqrstuv"
    let description = try SessionDescription(
      """
      v=0
      a=ice-ufrag:abcd
      a=ice-pwd: \(password)
      m=audio 9 RTP/AVP 0
      m=audio 9 RTP/AVP 0
      a=ice-ufrag: ab/+
      m=audio 9 RTP/AVP 0
      a=ice-ufrag:abc
      """)
    let read = description.sections.map { description.credentials(of: $0) }
    #expect(read.map { $0?.fragment } == ["abcd", "ab/+", nil])
    #expect(read.map { $0?.password } == [password, password, nil])
    let bare = try SessionDescription("v=0\na=ice-pwd:\(password)\nm=audio 9 RTP/AVP 0\n")
    #expect(bare.credentials(of: bare.sections[0]) == nil)
  }
}
