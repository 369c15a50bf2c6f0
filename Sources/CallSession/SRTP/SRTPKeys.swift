/// The master key and salt of one direction (RFC 3711, 8.2).
package struct SRTPKeys: Equatable, Sendable {
  package let suite: SRTPSuite
  package let key: [UInt8]
  package let salt: [UInt8]

  package init(_ suite: SRTPSuite, key: [UInt8], salt: [UInt8]) throws(SRTPError) {
    guard key.count == suite.keySize, salt.count == suite.saltSize else { throw .keySize }
    self.suite = suite
    self.key = key
    self.salt = salt
  }

  /// Keys that chance made: for call tests, whose generator is seeded.
  package init(_ suite: SRTPSuite, using generator: inout some RandomNumberGenerator) {
    self.suite = suite
    key = (0..<suite.keySize).map { _ in UInt8.random(in: 0...255, using: &generator) }
    salt = (0..<suite.saltSize).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// How much DTLS has to export for both directions.
  package static func exportedSize(_ suite: SRTPSuite) -> Int {
    2 * (suite.keySize + suite.saltSize)
  }

  /// Both directions from what DTLS exports as `EXTRACTOR-dtls_srtp` (RFC 5764, 4.2): the client's key,
  /// the server's, the client's salt, the server's.
  package static func exported(
    _ suite: SRTPSuite, _ material: [UInt8]
  ) throws(SRTPError) -> (client: SRTPKeys, server: SRTPKeys) {
    guard material.count == exportedSize(suite) else { throw .keySize }
    let (key, salt) = (suite.keySize, suite.saltSize)
    let salts = 2 * key
    return (
      try SRTPKeys(
        suite, key: Array(material[0..<key]), salt: Array(material[salts..<salts + salt])),
      try SRTPKeys(
        suite, key: Array(material[key..<2 * key]), salt: Array(material[(salts + salt)...]))
    )
  }
}
