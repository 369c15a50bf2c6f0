import CallSession
import Testing

@Suite struct DTLSFingerprintTests {
  private func text(_ bytes: Int, _ hash: String = "sha-256") -> String {
    let pairs = (0..<bytes).map { ["0A", "B1", "2C", "F9"][$0 % 4] }
    return "\(hash) \(pairs.joined(separator: ":"))"
  }

  @Test(arguments: [("sha-1", 20), ("sha-256", 32), ("sha-384", 48), ("sha-512", 64)])
  func `what is read is written again`(hash: String, size: Int) throws {
    let fingerprint = try #require(DTLSFingerprint(text(size, hash)))
    #expect(fingerprint.hash.rawValue == hash && fingerprint.digest.count == size)
    #expect(fingerprint.digest.prefix(4) == [0x0A, 0xB1, 0x2C, 0xF9])
    #expect(fingerprint.description == text(size, hash))
    for other in [size - 1, size + 1] { #expect(DTLSFingerprint(text(other, hash)) == nil) }
  }

  @Test func `capitals mean nothing`() throws {
    let fingerprint = try #require(DTLSFingerprint(text(32)))
    #expect(DTLSFingerprint(text(32).lowercased()) == fingerprint)
    #expect(DTLSFingerprint(text(32).uppercased()) == fingerprint)
  }

  @Test func `every byte counts`() throws {
    let fingerprint = try #require(DTLSFingerprint(text(32)))
    for index in 0..<32 {
      var digest = fingerprint.digest
      digest[index] ^= 1
      #expect(try #require(DTLSFingerprint(.sha256, digest: digest)) != fingerprint)
    }
  }

  @Test func `what is none is refused`() {
    let good = text(32)
    for bad in [
      "", " ", "sha-256", text(2), good + ":", ":" + good, good + " 00", good + " x",
      text(32, "md5"),
      text(32, "sha-224"),
      text(32, "sha256"), good.replacing(":", with: ""), good.replacing(":", with: "-"),
      good.replacing("0A", with: "0G"), good.replacing("0A", with: "A"),
      good.replacing("0A", with: "00A"), good.replacing("0A", with: "+A"), text(100_000),
    ] {
      #expect(DTLSFingerprint(bad) == nil, "\(bad.prefix(40))")
    }
    for length in 0..<good.utf8.count {
      #expect(DTLSFingerprint(String(good.prefix(length))) == nil)
    }
  }

  @Test func `only the strongest of the announced hashes counts`() throws {
    func digest(_ hash: DTLSFingerprint.Hash, _ byte: UInt8) -> [UInt8] {
      [UInt8](repeating: byte, count: hash.size)
    }
    func announced(_ hash: DTLSFingerprint.Hash, _ byte: UInt8) throws -> DTLSFingerprint {
      try #require(DTLSFingerprint(hash, digest: digest(hash, byte)))
    }
    func accepts(_ list: [DTLSFingerprint]) -> Bool {
      DTLSFingerprint.accepts(list) { digest($0, 7) }
    }
    #expect(accepts([try announced(.sha1, 7)]))
    #expect(accepts([try announced(.sha256, 1), try announced(.sha256, 7)]))
    #expect(accepts([try announced(.sha256, 7), try announced(.sha1, 1)]))
    #expect(!accepts([try announced(.sha256, 1), try announced(.sha1, 7)]))
    #expect(!accepts([try announced(.sha512, 1), try announced(.sha256, 7)]))
    #expect(!accepts([]))
    #expect(!DTLSFingerprint.accepts([try announced(.sha384, 7)]) { _ in nil })
  }
}
