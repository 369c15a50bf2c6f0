import TestSupport
import Testing

@testable import CallSession

@Suite struct TrickleFragmentTests {
  /// As a browser's client sends it (RFC 8840, 9).
  static let text = """
    a=ice-ufrag:Ab/+
    a=ice-pwd:abcdefghijklmnop12345678
    a=group:BUNDLE 0 1
    m=audio 9 UDP/TLS/RTP/SAVPF 111
    a=mid:0
    a=candidate:1 1 udp 2122194687 192.0.2.2 55767 typ host generation 0
    a=candidate:1 2 udp 2122194686 192.0.2.2 55768 typ host generation 0
    a=end-of-candidates
    m=video 9 UDP/TLS/RTP/SAVPF 96
    a=mid:1

    """

  @Test func `candidates come with their section`() throws {
    let fragment = try TrickleFragment(Self.text)
    #expect(fragment.credentials?.fragment == "Ab/+")
    #expect(fragment.sections.map(\.mid) == ["0", "1"])
    #expect(fragment.sections.map(\.isComplete) == [true, false])
    #expect(fragment.sections.map(\.candidates.count) == [2, 0])
    #expect(fragment.candidates.map(\.port) == [55767])
    #expect(!fragment.isComplete)
  }

  @Test func `what is written is read again`() throws {
    let candidate = SDPCandidate(
      foundation: "1", priority: 1, address: "fd00::2", port: 9, kind: .host)
    let fragment = TrickleFragment(
      credentials: ICECredentials(fragment: "abcd", password: "abcdefghijklmnopqrstuv"),
      sections: [TrickleFragment.Section(mid: "0", candidates: [candidate], isComplete: true)],
      isComplete: true)
    #expect(
      fragment.description
        == "a=ice-ufrag:abcd\r\na=ice-pwd:abcdefghijklmnopqrstuv\r\na=end-of-candidates\r\n"
        + "m=audio 9 RTP/AVP 0\r\na=mid:0\r\n"
        + "a=candidate:1 1 udp 1 fd00::2 9 typ host\r\na=end-of-candidates\r\n")
    #expect(try TrickleFragment(fragment.description) == fragment)
  }

  @Test func `credentials may stand in the section, and a mid without one`() throws {
    let inside = try TrickleFragment(
      "m=audio 9 RTP/AVP 0\na=mid:0\na=ice-ufrag:abcd\na=ice-pwd:abcdefghijklmnopqrstuv\n")
    #expect(inside.credentials?.fragment == "abcd")
    let bare = try TrickleFragment(
      "a=mid:x\na=candidate:1 1 udp 1 192.0.2.2 9 typ host\na=end-of-candidates\n")
    #expect(bare.sections.map(\.mid) == ["x"] && bare.candidates.count == 1 && bare.isComplete)
    #expect(try TrickleFragment("") == TrickleFragment(credentials: nil, sections: []))
  }

  @Test func `candidates of no section are refused`() {
    #expect(throws: SDPError(line: 1, .noIdentification)) {
      try TrickleFragment("a=candidate:1 1 udp 1 192.0.2.2 9 typ host\n")
    }
    #expect(throws: SDPError(line: 2, .noIdentification)) {
      try TrickleFragment(
        "a=x\nm=audio 9 RTP/AVP 0\na=candidate:1 1 udp 1 192.0.2.2 9 typ host\n")
    }
    #expect(throws: SDPError(line: 1, .malformedMediaLine)) { try TrickleFragment("m=audio\n") }
    #expect(throws: SDPError(line: 1, .malformedLine)) { try TrickleFragment("{}\n") }
  }

  @Test func `as many sections are read as are written`() throws {
    func section(_ number: Int) -> String { "m=audio 9 RTP/AVP 0\na=mid:\(number)\n" }
    let most = (0..<256).map(section).joined()
    let fragment = try TrickleFragment(most)
    #expect(fragment.sections.count == 256)
    #expect(try TrickleFragment(fragment.description) == fragment)
    #expect(throws: SDPError(line: 513, .tooManySections)) {
      try TrickleFragment(most + section(256))
    }
    // A bare mid is a section, too.
    #expect(throws: SDPError(line: 512, .tooManySections)) {
      try TrickleFragment("a=mid:x\n" + most)
    }
    let one = try TrickleFragment("a=mid:x\n" + (1..<256).map(section).joined())
    #expect(one.sections.count == 256 && SDPExercise.run(Array(one.description.utf8)).isConsistent)
    #expect(try TrickleFragment(one.description) == one)
  }

  @Test func `cut and damaged fragments are survived`() {
    let bytes = Array(Self.text.utf8)
    for length in bytes.indices {
      #expect(SDPExercise.run(Array(bytes[..<length])).isConsistent, "\(length) bytes")
    }
    let seed: UInt64 = 2032
    var random = SeededGenerator(seed: seed)
    for round in 0..<500 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(
          in: 0...127, using: &random)
      }
      #expect(SDPExercise.run(damaged).isConsistent, "seed \(seed), round \(round)")
    }
  }
}
