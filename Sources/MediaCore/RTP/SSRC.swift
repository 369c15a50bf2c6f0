/// A synchronisation source: who in a session sends a stream (RFC 3550, 3).
package struct SSRC: Hashable, Sendable {
  package var rawValue: UInt32

  package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}
