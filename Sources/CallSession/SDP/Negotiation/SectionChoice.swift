/// A section of an offer that we accept, and how.
struct SectionChoice {
  let index: Int
  let wish: MediaWish
  let draft: SectionDraft
  let media: NegotiatedMedia

  /// - Parameters:
  ///   - format: of the wish's codec.
  ///   - formats: of the section.
  init(
    index: Int, wish: MediaWish, format: PayloadFormat, formats: [PayloadFormat],
    section: MediaSection, offer: SessionDescription
  ) {
    self.index = index
    self.wish = wish
    let direction = wish.direction.cut(to: offer.direction(of: section).reversed)
    var types = PayloadTypes(format, in: formats)
    if !wish.retransmits { types.retransmission = nil }
    let feedback = wish.feedback.agreed(with: format.feedback)
    let extensions = Self.extensions(of: section, in: offer, wish, direction)
    draft = SectionDraft(
      mid: section.mid, transportName: section.media.transport, codec: wish.codec,
      direction: direction, types: types, feedback: feedback,
      parameters: wish.codec == .opus ? wish.opus.parameters : FormatParameters(),
      extensions: extensions, usesReducedSize: offer.hasReducedSize(section), source: wish.source)
    media = NegotiatedMedia(
      wish: wish.id, index: index, mid: section.mid, codec: wish.codec, direction: direction,
      sending: types, receiving: types, feedback: feedback, remoteParameters: format.parameters,
      extensions: extensions, usesReducedSize: draft.usesReducedSize, source: wish.source,
      remoteSources: direction.receives ? section.remoteSources : [],
      remoteStreams: direction.receives ? section.streamIDs : [],
      remoteRestrictionIDs: section.restrictionIDs.filter(\.isSent))
  }

  /// Those that are offered and wished, under the offered numbers; a way that is said is turned round.
  private static func extensions(
    of section: MediaSection, in offer: SessionDescription, _ wish: MediaWish,
    _ direction: MediaDirection
  ) -> [RTPExtensionMapping] {
    // Larger numbers take the two-byte form, which may stand beside the other only if both say so: the
    // answer repeats the session's word, not a section's.
    let largest = offer.allowsMixedExtensions ? 255 : 14
    return offer.extensions(of: section).compactMap { offered in
      guard wish.extensions.contains(offered.uri), (1...largest).contains(offered.id),
        offered.id != 15
      else { return nil }
      let way = offered.direction?.reversed
      guard way.map({ $0.cut(to: direction) != .inactive }) ?? true else { return nil }
      return RTPExtensionMapping(id: offered.id, direction: way, uri: offered.uri)
    }
  }
}

extension FeedbackKinds {
  /// What both do. An estimate of the receiver's is of no use beside arrival times.
  func agreed(with other: FeedbackKinds) -> FeedbackKinds {
    var common = intersection(other)
    if common.contains(.transportWide) { common.remove(.bitrate) }
    return common
  }
}
