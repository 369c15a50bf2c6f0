/// What we offered, until it is answered.
struct PendingOffer: Sendable {
  struct Section: Sendable {
    /// Nil for a section that is stopped.
    var wish: MediaWish?
    var draft: SectionDraft?
    var slot: MediaSlot
  }

  var sections: [Section]
  /// As they were before, for the case that it is taken back.
  var numbers: BundleNumbers
}

extension SessionNegotiation {
  /// Offers what we want: sections that there are keep their places and numbers, new wishes take the
  /// places of stopped sections and then new ones.
  package mutating func offer() throws(NegotiationError) -> SessionDescription {
    guard pending == nil else { throw .offerPending }
    version += 1
    let before = numbers
    var sections: [PendingOffer.Section] = []
    for slot in slots {
      let wish = slot.isStopped ? nil : wishes.first { $0.id == slot.wish }
      sections.append(section(of: wish, in: slot))
    }
    let placed = Set(sections.compactMap { $0.wish?.id })
    var place = 0
    for wish in wishes where !placed.contains(wish.id) && !refused.contains(wish.id) {
      while place < slots.count, !slots[place].isStopped { place += 1 }
      let fresh = section(of: wish, in: newSlot(for: wish))
      if place < slots.count { sections[place] = fresh } else { sections.append(fresh) }
      place += 1
    }
    pending = PendingOffer(sections: sections, numbers: before)
    return description(of: sections)
  }

  private mutating func newSlot(for wish: MediaWish) -> MediaSlot {
    MediaSlot(
      mid: numbers.newMid(),
      media: MediaLine(
        kind: wish.codec.kind.rawValue, port: 9,
        transport: "UDP/TLS/RTP/SAVPF", formats: []), wish: wish.id, isStopped: false)
  }

  private mutating func section(of wish: MediaWish?, in slot: MediaSlot) -> PendingOffer.Section {
    guard let wish else {
      var stopped = slot
      stopped.isStopped = true
      stopped.wish = nil
      return PendingOffer.Section(slot: stopped)
    }
    let types = numbers.types(for: wish.codec, retransmits: wish.retransmits)
    var extensions: [RTPExtensionMapping] = []
    for uri in wish.extensions {
      if let id = numbers.id(for: uri) {
        extensions.append(RTPExtensionMapping(id: id, uri: uri))
      }
    }
    let draft = SectionDraft(
      mid: slot.mid, transportName: slot.media.transport, codec: wish.codec,
      direction: wish.direction, types: types, feedback: wish.feedback,
      parameters: wish.codec == .opus ? wish.opus.parameters : FormatParameters(),
      extensions: extensions, usesReducedSize: true, source: wish.source)
    var slot = slot
    slot.media.formats = types.all.map(\.description)
    return PendingOffer.Section(wish: wish, draft: draft, slot: slot)
  }

  private func description(of sections: [PendingOffer.Section]) -> SessionDescription {
    var written: [MediaSection] = []
    var bundle: [String] = []
    for section in sections {
      guard let draft = section.draft else {
        written.append(.stopped(section.slot.media, mid: section.slot.mid))
        continue
      }
      written.append(
        draft.section(transport, setup: .either, hasCandidates: bundle.isEmpty))
      if let mid = draft.mid { bundle.append(mid) }
    }
    return SessionDescription(
      lines: header(bundle: bundle, allowsMixedExtensions: true), sections: written)
  }
}
