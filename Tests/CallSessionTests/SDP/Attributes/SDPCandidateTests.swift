import Testing

@testable import CallSession

@Suite struct SDPCandidateTests {
  /// The first five as Chromium, aiortc, libdatachannel and RFC 8839 write them.
  static let texts = [
    "candidate:2804863159 1 udp 2122194687 192.0.2.2 55767 typ host generation 0 network-id 1",
    "candidate:1501824035 1 tcp 1518214911 192.0.2.2 9 typ host tcptype active generation 0",
    "candidate:f957a2332b1715da3b0ef8ba684454eb 1 udp 2130706431 fd00::2 53989 typ host",
    "candidate:3 1 udp 2130705919 100.86.241.178 58712 typ host",
    "candidate:2 1 udp 1694498815 192.0.2.3 45664 typ srflx raddr 203.0.113.141 rport 8998",
    "candidate:1 1 udp 2113937151 7d2e9c2a-6a4e-4d4a-9b0e-3b9c9f0f9a11.local 50000 typ host ufrag ab",
  ]

  @Test(arguments: texts)
  func `a candidate is written as it was`(text: String) throws {
    let candidate = try #require(SDPCandidate(text))
    #expect(candidate.description == text)
    #expect(SDPCandidate("a=" + text) == candidate)
    #expect(SDPCandidate(String(text.dropFirst("candidate:".count))) == candidate)
  }

  @Test func `every part is read`() throws {
    let candidate = try #require(
      SDPCandidate(
        "candidate:a+/ 2 TCP 5 2001:db8::1 0 TYP RELAY raddr 192.0.2.1 rport 7 tcptype so x y"))
    #expect(
      candidate
        == SDPCandidate(
          foundation: "a+/", component: 2, transport: "tcp", priority: 5, address: "2001:db8::1",
          port: 0, kind: .relayed, relatedAddress: "192.0.2.1", relatedPort: 7,
          tcpKind: .simultaneousOpen, extensions: [SDPCandidate.Extension("x", "y")]))
    #expect(try #require(SDPCandidate(Self.texts[5])).isObfuscated)
    #expect(!candidate.isObfuscated)
  }

  @Test(arguments: [
    "", "candidate:", "candidate:1 1 udp 1 192.0.2.1 9 typ",
    "candidate:1 1 udp 1 192.0.2.1 9 host x",
    "candidate:1 0 udp 1 192.0.2.1 9 typ host", "candidate:1 257 udp 1 192.0.2.1 9 typ host",
    "candidate:1 1 udp 4294967296 192.0.2.1 9 typ host",
    "candidate:1 1 udp 1 192.0.2.1 65536 typ host",
    "candidate:1 1 udp -1 192.0.2.1 9 typ host", "candidate:1 1 udp 1 192.0.2.1 9 typ moon",
    "candidate:1 1 udp 1 192.0.2.1 9 typ srflx raddr 192.0.2.2 rport x",
  ])
  func `anything else is none`(text: String) {
    #expect(SDPCandidate(text) == nil)
  }

  @Test func `a text that is cut at any length is read or not`() {
    for text in Self.texts {
      for length in 0..<text.utf8.count {
        _ = SDPCandidate(String(decoding: Array(text.utf8)[..<length], as: UTF8.self))
      }
    }
  }

  @Test func `repetitions and what cannot be read are left out, and there is a limit`() throws {
    var text = "v=0\nm=audio 9 RTP/AVP 0\na=candidate:?\n"
    for number in 0..<300 {
      text += "a=candidate:1 1 udp 1 192.0.2.1 \(1000 + number / 2) typ host\n"
    }
    #expect(try SessionDescription(text).sections[0].lines.candidates.count == 128)
  }
}
