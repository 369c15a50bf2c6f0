/// Datagrams in a stream of TCP, each behind its length in two bytes (RFC 4571, 2): how ICE, DTLS and SRTP go
/// through networks that block UDP (RFC 6544).
package struct StreamFraming: Sendable {
  package enum Failure: Error, Equatable, Sendable {
    /// So many bytes are announced: whoever sends that is none of ours, and the connection is to be closed.
    case oversized(Int)
  }

  private var bytes: [UInt8] = []
  private var start = 0

  /// As much as a datagram of ours may have on UDP.
  package static let largest = 2_048

  package init() {}

  /// Takes what the connection brought, however it was cut.
  package mutating func append(_ piece: ArraySlice<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += piece
  }

  /// The next whole datagram; nil when the rest is still to come. To be called until then after each
  /// `append`, so that no more than a datagram and a piece are ever kept.
  package mutating func next() throws(Failure) -> [UInt8]? {
    guard bytes.count - start >= 2 else { return nil }
    let size = Int(bytes[start]) << 8 | Int(bytes[start + 1])
    guard size <= Self.largest else { throw .oversized(size) }
    let end = start + 2 + size
    guard end <= bytes.count else { return nil }
    defer { start = end }
    return Array(bytes[(start + 2)..<end])
  }

  /// A datagram as it goes into the stream.
  package static func frame(_ datagram: [UInt8]) -> [UInt8] {
    precondition(datagram.count <= largest, "a datagram of \(datagram.count) bytes")
    return [UInt8(datagram.count >> 8), UInt8(truncatingIfNeeded: datagram.count)] + datagram
  }
}
