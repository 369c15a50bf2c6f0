/// The fingerprint of a certificate, as session descriptions write it (RFC 8122, 5).
package struct DTLSFingerprint: Hashable, Sendable, CustomStringConvertible {
  /// From the weakest to the strongest.
  package enum Hash: String, CaseIterable, Sendable {
    case sha1 = "sha-1"
    case sha256 = "sha-256"
    case sha384 = "sha-384"
    case sha512 = "sha-512"

    /// Bytes of a digest.
    package var size: Int {
      switch self {
      case .sha1: 20
      case .sha256: 32
      case .sha384: 48
      case .sha512: 64
      }
    }
  }

  package let hash: Hash
  package let digest: [UInt8]

  /// Nil for a digest of another length than the hash's.
  package init?(_ hash: Hash, digest: [UInt8]) {
    guard digest.count == hash.size else { return nil }
    self.hash = hash
    self.digest = digest
  }

  /// - Parameter text: such as `sha-256 4A:AD:B9:…`, in capitals or not; nil for what is none, and for a
  ///   hash that is not known here.
  package init?(_ text: String) {
    let words = text.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard words.count == 2, words[1].count <= 3 * Hash.sha512.size,
      let hash = Hash(rawValue: String(decoding: words[0], as: UTF8.self).lowercased())
    else { return nil }
    var digest: [UInt8] = []
    for pair in words[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false) {
      guard pair.count == 2, let high = pair.first.flatMap(Self.digit),
        let low = pair.last.flatMap(Self.digit)
      else { return nil }
      digest.append(high << 4 | low)
    }
    self.init(hash, digest: digest)
  }

  /// As in a session description.
  package var description: String {
    let digits = Array("0123456789ABCDEF")
    let pairs = digest.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
    return "\(hash.rawValue) \(pairs.joined(separator: ":"))"
  }

  /// Whether a certificate is one of those that were announced. Of several hashes only the strongest
  /// counts: otherwise who can forge the weakest could be anybody (RFC 8122, 5).
  ///
  /// - Parameter digest: of the certificate.
  package static func accepts(_ announced: [Self], digest: (Hash) -> [UInt8]?) -> Bool {
    guard let hash = Hash.allCases.last(where: { hash in announced.contains { $0.hash == hash } }),
      let digest = digest(hash), let shown = Self(hash, digest: digest)
    else { return false }
    return announced.contains(shown)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
