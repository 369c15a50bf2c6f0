extension SessionNegotiation {
  /// Answers an offer of the peer's: its payload types and numbers, cut down to what we do. `current`
  /// then says what was agreed on.
  package mutating func answer(
    to offer: SessionDescription
  ) throws(NegotiationError) -> SessionDescription {
    guard pending == nil else { throw .offerPending }
    let bundles = offer.bundles
    try check(offer, bundles)
    let (choices, rejections) = choose(in: offer, bundles)
    // A session that goes on may lose all its sections; one that begins needs a first.
    guard !choices.isEmpty || current != nil else { throw .nothingAccepted(rejections) }
    let bundle = choices.first.flatMap { bundles[offer.sections[$0.index]] }
    let order = offer.ordered(choices.map(\.index), by: bundle)
    let remote = try remoteTransport(in: offer, order, role: answeringRole)

    version += 1
    numbers.note(offer)
    for rejection in rejections where rejection.index < self.slots.count {
      if let wish = self.slots[rejection.index].wish { refused.insert(wish) }
    }
    var sections: [MediaSection] = []
    var slots: [MediaSlot] = []
    for section in offer.sections {
      sections.append(.stopped(section.media, mid: section.mid))
      slots.append(.stopped(section))
    }
    for choice in choices {
      sections[choice.index] = choice.draft.section(
        transport, setup: remote.role, hasCandidates: choice.index == order.first)
      slots[choice.index].wish = choice.wish.id
      slots[choice.index].isStopped = false
      numbers.note(choice.draft.types, of: choice.draft.codec)
    }
    conclude(
      NegotiatedSession(
        media: choices.map(\.media), rejections: rejections, transport: remote), slots: slots)
    let mids = bundle == nil ? [] : order.compactMap { offer.sections[$0].mid }
    return SessionDescription(
      lines: header(bundle: mids, allowsMixedExtensions: offer.allowsMixedExtensions),
      sections: sections)
  }

  private func check(_ offer: SessionDescription, _ bundles: Bundles) throws(NegotiationError) {
    guard offer.sections.count >= slots.count else {
      throw .sectionCount(expected: slots.count, found: offer.sections.count)
    }
    try offer.checkMids()
    for (index, slot) in slots.enumerated() where !slot.isStopped {
      let section = offer.sections[index]
      guard !bundles.isStopped(section) else { continue }
      if section.media.kind != slot.media.kind || section.mid != slot.mid {
        throw .changedSection(index)
      }
    }
  }

  /// Ours, for what an offer says; the one who does not say it begins (RFC 4145, 4).
  private func answeringRole(_ offered: SetupRole?) -> SetupRole? {
    switch offered {
    case .either: transport.answersAs
    case .active, nil: .passive
    case .passive: .active
    case .hold: nil
    }
  }

  /// What becomes of each section.
  private func choose(
    in offer: SessionDescription, _ bundles: Bundles
  ) -> (choices: [SectionChoice], rejections: [SectionRejection]) {
    var choices: [SectionChoice] = []
    var rejections: [SectionRejection] = []
    for (index, section) in offer.sections.enumerated() {
      switch choice(of: section, at: index, in: offer, bundles, beside: choices) {
      case .success(let choice): choices.append(choice)
      case .failure(let reason):
        rejections.append(SectionRejection(index: index, mid: section.mid, reason: reason))
      }
    }
    return (choices, rejections)
  }

  private func choice(
    of section: MediaSection, at index: Int, in offer: SessionDescription, _ bundles: Bundles,
    beside others: [SectionChoice]
  ) -> Result<SectionChoice, SectionRejection.Reason> {
    guard !bundles.isStopped(section) else { return .failure(.stopped) }
    guard section.kind == .audio || section.kind == .video else { return .failure(.unknownKind) }
    guard section.isSecureRTP else { return .failure(.unknownTransport) }
    let fitting = wishes(for: section, at: index, in: offer, beside: others)
    guard !fitting.isEmpty else { return .failure(.notWanted) }
    let formats = section.formats
    guard let wish = fitting.first(where: { $0.codec.format(in: formats) != nil }),
      let format = wish.codec.format(in: formats)
    else { return .failure(.noCommonCodec) }
    guard offer.hasMultiplexing(section) else { return .failure(.noMultiplexing) }
    if let first = others.first {
      guard let bundle = bundles[section], bundle == bundles[offer.sections[first.index]]
      else { return .failure(.notBundled) }
    }
    return .success(
      SectionChoice(
        index: index, wish: wish, format: format, formats: formats, section: section, offer: offer))
  }

  /// The wish that a section has, or those that it could get.
  private func wishes(
    for section: MediaSection, at index: Int, in offer: SessionDescription,
    beside others: [SectionChoice]
  ) -> [MediaWish] {
    if index < slots.count, !slots[index].isStopped {
      return wishes.filter { $0.id == slots[index].wish }
    }
    let living = Set(slots.filter { !$0.isStopped }.compactMap(\.wish))
    let taken = living.union(others.map(\.wish.id))
    let way = offer.direction(of: section).reversed
    let fitting = wishes.filter { wish in
      wish.codec.kind == section.kind && !taken.contains(wish.id)
        && (wish.mid == nil || wish.mid == section.mid)
        && (way == .inactive || wish.direction.cut(to: way) != .inactive)
    }
    return fitting.filter { $0.mid != nil } + fitting.filter { $0.mid == nil }
  }
}

extension SessionDescription {
  /// Whether RTP and RTCP of a section share a port.
  func hasMultiplexing(_ section: MediaSection) -> Bool {
    section.lines.has("rtcp-mux") || lines.has("rtcp-mux")
  }

  func hasReducedSize(_ section: MediaSection) -> Bool {
    section.lines.has("rtcp-rsize") || lines.has("rtcp-rsize")
  }
}
