import Testing

@testable import CallSession

@Suite struct TransportAddressTests {
  /// RFC 5952, 4 and 5, has most of them.
  static let texts: [(read: String, written: String)] = [
    ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
    ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:db8::1", "2001:db8::1"),
    ("2001:0DB8:0:0:0:0:2:1", "2001:db8::2:1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    ("::ffff:192.0.2.1", "::ffff:c000:201"), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"),
    ("fe80::1:2:3:4", "fe80::1:2:3:4"), ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
  ]

  @Test func `addresses are read and written`() throws {
    for (read, written) in Self.texts {
      let address = try #require(TransportAddress(read, port: 9), "\(read)")
      #expect(address.digits == written)
      #expect(TransportAddress(written, port: 9) == address)
    }
    #expect(TransportAddress("192.0.2.1", port: 9)?.description == "192.0.2.1:9")
    #expect(TransportAddress("::1", port: 9)?.description == "[::1]:9")
  }

  @Test func `names and broken addresses are none`() {
    for text in [
      "", ".", "1", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1.2.3.4 ", "a.b.c.d", ":",
      ":::",
      "1:", ":1", "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1.2.3",
      "1.2.3.4::", "fe80::1%eth0", "1:2:3:4:5:6:7:8::", "example.org",
      "9b36eaac-bb2e-49bb-bb78-21c41c499900.local", "1111:2222:3333:4444:5555:6666:7777:8888:9999",
    ] {
      #expect(TransportAddress(text, port: 9) == nil, "\(text)")
    }
  }

  @Test func `some addresses stand for no one`() throws {
    for (text, isUnusable) in [
      ("192.0.2.1", false), ("0.0.0.0", true), ("224.0.0.1", true), ("255.255.255.255", true),
      ("::", true), ("::1", false), ("ff02::1", true),
    ] {
      #expect(try #require(TransportAddress(text, port: 9)).isUnusable == isUnusable, "\(text)")
    }
    #expect(try #require(TransportAddress("192.0.2.1", port: 0)).isUnusable)
  }

  @Test func `only addresses of one kind and reach are tried together`() throws {
    for (one, other, canReach) in [
      ("192.0.2.1", "198.51.100.1", true), ("192.0.2.1", "::1", false),
      ("127.0.0.1", "192.0.2.1", false), ("127.0.0.1", "127.0.0.2", true),
      ("fe80::1", "fe80::2", true), ("fe80::1", "2001:db8::1", false),
      ("2001:db8::1", "2001:db8::2", true), ("169.254.1.1", "10.0.0.1", true),
    ] {
      let left = try #require(TransportAddress(one, port: 1))
      let right = try #require(TransportAddress(other, port: 2))
      #expect(left.canReach(right) == canReach, "\(one) \(other)")
      #expect(right.canReach(left) == canReach, "\(one) \(other)")
    }
  }
}
