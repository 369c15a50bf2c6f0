/// What we can and want to do with one stream, or with one each way.
package struct MediaWish: Equatable, Sendable {
  /// The caller's name for it, which `NegotiatedMedia` says again.
  package var id: Int
  package var codec: MediaCodec
  package var direction: MediaDirection
  /// Lost packets are sent again as a stream of their own (RFC 4588).
  package var retransmits: Bool
  package var feedback: FeedbackKinds
  /// Header extensions by their names, the most wanted first.
  package var extensions: [String]
  /// What we like to get, and how we send.
  package var opus: OpusParameters
  /// What we send.
  package var source: LocalSource?
  /// The section of an offer that it is for; nil takes the first that fits.
  package var mid: String?

  package init(
    id: Int, codec: MediaCodec, direction: MediaDirection, retransmits: Bool,
    feedback: FeedbackKinds,
    extensions: [String], opus: OpusParameters = OpusParameters(), source: LocalSource? = nil,
    mid: String? = nil
  ) {
    self.id = id
    self.codec = codec
    self.direction = direction
    self.retransmits = retransmits
    self.feedback = feedback
    self.extensions = extensions
    self.opus = opus
    self.source = source
    self.mid = mid
  }

  /// Opus as our streams carry it.
  package static func audio(
    id: Int, direction: MediaDirection, source: LocalSource? = nil, mid: String? = nil
  ) -> MediaWish {
    var opus = OpusParameters()
    opus.inbandFEC = true
    opus.shortestPacket = 10
    return MediaWish(
      id: id, codec: .opus, direction: direction, retransmits: false, feedback: .transportWide,
      extensions: [
        RTPExtensionMap.transportSequenceURI, RTPExtensionMap.midURI, RTPExtensionMap.audioLevelURI,
      ], opus: opus, source: source, mid: mid)
  }

  /// VP8 as our streams carry it.
  package static func video(
    id: Int, direction: MediaDirection, source: LocalSource? = nil, mid: String? = nil
  ) -> MediaWish {
    MediaWish(
      id: id, codec: .vp8, direction: direction, retransmits: true,
      feedback: [.lostPackets, .pictureLoss, .fullIntra, .transportWide, .bitrate],
      extensions: [RTPExtensionMap.transportSequenceURI, RTPExtensionMap.midURI], source: source,
      mid: mid)
  }

  /// A board's picture, which is shown as soon as it comes.
  package static func board(id: Int, source: LocalSource, mid: String? = nil) -> MediaWish {
    var wish = video(id: id, direction: .sending, source: source, mid: mid)
    wish.extensions += [RTPExtensionMap.playoutDelayURI, RTPExtensionMap.recoveryURI]
    return wish
  }
}
