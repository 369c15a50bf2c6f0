/// Why a packet was not protected or not accepted. After each of them the next packet may be well.
package enum SRTPError: Error, Equatable, Sendable {
  /// Too short or too long, or a header that does not fit: no RTP or RTCP.
  case malformed
  /// Forged, damaged, under other keys, or of another round of sequence numbers.
  case authentication
  /// This packet has been here before; when sending, a number was used again.
  case replayed
  /// Too far back to tell whether it has been here before.
  case tooOld
  /// More sources at once than a peer may have.
  case tooManySources
  /// The key has protected all that it may (RFC 3711, 9.2).
  case keyExhausted
  /// A key or salt of another length than the suite's.
  case keySize
  /// What libsrtp2 says and should not.
  case library(Int32)
}
