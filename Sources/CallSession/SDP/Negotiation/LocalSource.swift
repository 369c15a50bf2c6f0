package import MediaCore

/// A stream that we send: its source, and the names of what it belongs to.
package struct LocalSource: Equatable, Sendable {
  package var source: SSRC
  /// Of packets that are sent again.
  package var retransmission: SSRC?
  /// Equal for streams that share a clock (RFC 3550, 6.5.1).
  package var canonicalName: String
  /// Players keep tracks of one stream in step; nil for a track by itself (RFC 8830).
  package var streamID: String?
  package var trackID: String

  /// Names are of letters, digits and `-`, without spaces.
  package init(
    source: SSRC, retransmission: SSRC? = nil, canonicalName: String, streamID: String?,
    trackID: String
  ) {
    self.source = source
    self.retransmission = retransmission
    self.canonicalName = canonicalName
    self.streamID = streamID
    self.trackID = trackID
  }

  var stream: MediaStreamID { MediaStreamID(stream: streamID, track: trackID) }
}
