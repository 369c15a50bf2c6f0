import Testing

@testable import CallSession

@Suite struct SDPCredentialsTests {
  @Test func `both have to be long enough and of plain letters`() {
    let password = "abcdefghijklmnopqrstuv"
    #expect(SDPCredentials("ab/+", password[...])?.fragment == "ab/+")
    #expect(SDPCredentials("abc", password[...]) == nil)
    #expect(SDPCredentials("abcd", password.dropLast()) == nil)
    #expect(SDPCredentials("ab cd", password[...]) == nil)
    #expect(SDPCredentials("abc:", password[...]) == nil)
    #expect(SDPCredentials(nil, password[...]) == nil)
    #expect(SDPCredentials("abcd", String(repeating: "x", count: 257)[...]) == nil)
  }

  @Test func `options may have commas between them`() throws {
    let description = try SessionDescription(
      "v=0\na=ice-options:ice2,Trickle\na=ice-lite\nm=audio 9 RTP/AVP 0\n")
    #expect(description.options(of: description.sections[0]) == ["ice2", "trickle"])
    #expect(description.isLite)
  }
}
