import TestSupport
import Testing

@testable import CallSession

@Suite struct ICECredentialsTests {
  @Test func `both have to be long enough and of plain letters`() {
    let password = "abcdefghijklmnopqrstuv"
    func read(_ fragment: String, _ password: some StringProtocol) -> String? {
      ICECredentials(fragment: fragment, password: String(password))?.fragment
    }
    #expect(read("ab/+", password) == "ab/+")
    #expect(read("a-_=", "=-_" + password) == "a-_=")
    #expect(read("abc", password) == nil)
    #expect(read("abcd", password.dropLast()) == nil)
    #expect(read("ab cd", password) == nil)
    #expect(read("abc:", password) == nil)
    #expect(read("abcd", String(repeating: "x", count: 257)) == nil)
    #expect(read(String(repeating: "x", count: 257), password) == nil)
    #expect(read("abcd", password + "\u{E9}") == nil)
  }

  /// Those that are made are of the RFC's characters alone.
  @Test func `ours are what everybody reads`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<1_000 {
      let made = ICECredentials(using: &random)
      #expect(ICECredentials(fragment: made.fragment, password: made.password) == made)
      #expect(!(made.fragment + made.password).contains { "-_=".contains($0) })
    }
  }
}
