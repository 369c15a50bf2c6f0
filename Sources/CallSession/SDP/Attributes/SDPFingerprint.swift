/// The hash of a certificate (RFC 8122, 5): `sha-256 9A:4A:…`. Neither the case of the name nor that of
/// the digits matters.
package struct SDPFingerprint: Hashable, Sendable {
  /// Those that may still be used.
  package enum Hash: String, CaseIterable, Hashable, Sendable {
    case sha1 = "sha-1"
    case sha224 = "sha-224"
    case sha256 = "sha-256"
    case sha384 = "sha-384"
    case sha512 = "sha-512"

    /// Bytes.
    package var size: Int {
      switch self {
      case .sha1: 20
      case .sha224: 28
      case .sha256: 32
      case .sha384: 48
      case .sha512: 64
      }
    }
  }

  package let hash: Hash
  package let bytes: [UInt8]

  /// Nil unless there are as many bytes as the hash has.
  package init?(_ hash: Hash, _ bytes: [UInt8]) {
    guard bytes.count == hash.size else { return nil }
    self.hash = hash
    self.bytes = bytes
  }

  /// Nil for an unknown hash, and for digits that are not those of one.
  package init?(_ text: Substring) {
    let words = text.words
    guard words.count == 2, let hash = Hash(rawValue: words[0].inSmallLetters) else { return nil }
    var bytes: [UInt8] = []
    for part in words[1].utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    {
      guard part.count == 2, let high = Self.digit(part.first), let low = Self.digit(part.last)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    self.init(hash, bytes)
  }

  private static func digit(_ byte: UInt8?) -> UInt8? {
    switch byte {
    case .some(let byte) where (48...57).contains(byte): byte - 48
    case .some(let byte) where (97...102).contains(byte | 32): (byte | 32) - 87
    default: nil
    }
  }

  package var text: String {
    let digits = Array("0123456789ABCDEF")
    let pairs = bytes.map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }
    return "\(hash.rawValue) \(pairs.joined(separator: ":"))"
  }
}

extension SessionDescription {
  /// Of a section, or else of the session; a certificate may have several, and a peer several
  /// certificates. Hashes that are broken or unknown are left out.
  package func fingerprints(of section: MediaSection) -> [SDPFingerprint] {
    let own = section.lines.attributes("fingerprint")
    let texts = own.isEmpty ? lines.attributes("fingerprint") : own
    return texts.prefix(Self.mostFingerprints).compactMap { SDPFingerprint($0) }
  }

  static let mostFingerprints = 16
}
