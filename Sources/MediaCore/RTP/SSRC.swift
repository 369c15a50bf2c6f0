/// A synchronisation source: who in a session sends a stream (RFC 3550, 3).
package struct SSRC: Hashable, Sendable {
  package var rawValue: UInt32

  package init(_ rawValue: UInt32) { self.rawValue = rawValue }

  /// By chance (RFC 3550, 8); never 0, which some players count as none.
  package static func new(using random: inout some RandomNumberGenerator) -> SSRC {
    SSRC(UInt32.random(in: 1...UInt32.max, using: &random))
  }
}
