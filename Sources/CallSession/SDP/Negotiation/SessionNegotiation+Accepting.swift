extension SessionNegotiation {
  /// Takes the peer's answer to our offer. `current` then says what was agreed on.
  package mutating func accept(_ answer: SessionDescription) throws(NegotiationError) {
    guard let pending else { throw .noOffer }
    guard answer.sections.count == pending.sections.count else {
      throw .sectionCount(expected: pending.sections.count, found: answer.sections.count)
    }
    try answer.checkMids()
    let bundles = answer.bundles
    var media: [NegotiatedMedia] = []
    var rejections: [SectionRejection] = []
    var slots = pending.sections.map(\.slot)
    for (index, section) in answer.sections.enumerated() {
      let offered = pending.sections[index]
      if let mid = section.mid, let own = offered.slot.mid, mid != own {
        throw .changedSection(index)
      }
      switch agreement(on: offered, section, at: index, in: answer, bundles, beside: media) {
      case .success(let agreed): media.append(agreed)
      case .failure(let reason):
        rejections.append(
          SectionRejection(index: index, mid: offered.slot.mid, reason: reason))
        slots[index].isStopped = true
        slots[index].wish = nil
      }
    }
    guard !media.isEmpty || current != nil else { throw .nothingAccepted(rejections) }
    let bundle = media.first.flatMap { bundles[answer.sections[$0.index]] }
    let order = answer.ordered(media.map(\.index), by: bundle)
    let remote = try remoteTransport(in: answer, order, role: offeringRole)
    for rejection in rejections {
      if let wish = pending.sections[rejection.index].wish { refused.insert(wish.id) }
    }
    numbers.note(answer)
    conclude(
      NegotiatedSession(media: media, rejections: rejections, transport: remote), slots: slots)
  }

  /// Ours, for what an answer says.
  private func offeringRole(_ answered: SetupRole?) -> SetupRole? {
    switch answered {
    case .active, nil: .passive
    case .passive: .active
    case .either, .hold: nil
    }
  }

  private func agreement(
    on offered: PendingOffer.Section, _ section: MediaSection, at index: Int,
    in answer: SessionDescription, _ bundles: Bundles, beside others: [NegotiatedMedia]
  ) -> Result<NegotiatedMedia, SectionRejection.Reason> {
    guard let wish = offered.wish, let draft = offered.draft, section.media.port != 0 else {
      return .failure(.stopped)
    }
    guard section.kind == wish.codec.kind else { return .failure(.unknownKind) }
    guard section.isSecureRTP else { return .failure(.unknownTransport) }
    let formats = section.formats
    guard let format = wish.codec.format(in: formats) else {
      return .failure(.noCommonCodec)
    }
    guard answer.hasMultiplexing(section) else {
      return .failure(.noMultiplexing)
    }
    if let first = others.first {
      guard let bundle = bundles[section], bundle == bundles[answer.sections[first.index]]
      else { return .failure(.notBundled) }
    }
    let direction = draft.direction.cut(to: answer.direction(of: section).reversed)
    var sending = PayloadTypes(format, in: formats)
    var receiving = draft.types
    if sending.retransmission == nil { receiving.retransmission = nil }
    if receiving.retransmission == nil { sending.retransmission = nil }
    return .success(
      NegotiatedMedia(
        wish: wish.id, index: index, mid: draft.mid, codec: wish.codec, direction: direction,
        sending: sending, receiving: receiving,
        feedback: wish.feedback.agreed(with: format.feedback),
        remoteParameters: format.parameters,
        extensions: extensions(draft.extensions, answer.extensions(of: section)),
        usesReducedSize: answer.hasReducedSize(section), source: wish.source,
        remoteSources: direction.receives ? section.remoteSources : [],
        remoteStreams: direction.receives ? section.streamIDs : [],
        remoteRestrictionIDs: []))
  }

  /// Those that the peer says again with our numbers, in the directions that it leaves to us.
  private func extensions(
    _ offered: [RTPExtensionMapping], _ answered: [RTPExtensionMapping]
  ) -> [RTPExtensionMapping] {
    offered.compactMap { mapping in
      guard let answer = answered.first(where: { $0.uri == mapping.uri && $0.id == mapping.id })
      else { return nil }
      return RTPExtensionMapping(
        id: mapping.id, direction: answer.direction?.reversed, uri: mapping.uri)
    }
  }
}
