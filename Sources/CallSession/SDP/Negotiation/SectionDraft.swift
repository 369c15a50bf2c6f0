import MediaCore

/// A section of ours before it is written: what an offer and an answer have in common.
struct SectionDraft {
  var mid: String?
  /// As in `UDP/TLS/RTP/SAVPF`; answers repeat the offer's.
  var transportName: String
  var codec: MediaCodec
  var direction: MediaDirection
  var types: PayloadTypes
  var feedback: FeedbackKinds
  var parameters: FormatParameters
  var extensions: [RTPExtensionMapping]
  var usesReducedSize: Bool
  var source: LocalSource?

  func section(
    _ transport: LocalTransport, setup: SetupRole, hasCandidates: Bool
  ) -> MediaSection {
    let place = transport.defaultAddress
    var section = MediaSection(
      MediaLine(
        kind: codec.kind.rawValue, port: place.port, transport: transportName,
        formats: types.all.map(\.description)))
    section.append(.connection(place.address))
    if hasCandidates { section.append(candidatesOf: transport) }
    section.append("ice-ufrag", transport.credentials.fragment)
    section.append("ice-pwd", transport.credentials.password)
    if transport.trickles { section.append("ice-options", "trickle") }
    for fingerprint in transport.fingerprints {
      section.append("fingerprint", fingerprint.description)
    }
    section.append("setup", setup.rawValue)
    if let mid { section.append("mid", mid) }
    for mapping in extensions { section.append("extmap", mapping.value) }
    section.append(direction.rawValue)
    if direction.sends, let source { section.append("msid", source.stream.value) }
    section.append("rtcp-mux")
    if usesReducedSize { section.append("rtcp-rsize") }
    append(to: &section)
    return section
  }

  /// What the payload types mean, and whose packets have them.
  private func append(to section: inout MediaSection) {
    section.append("rtpmap", "\(types.media) \(codec.format(payloadType: types.media).map)")
    for text in feedback.texts { section.append("rtcp-fb", "\(types.media) \(text)") }
    if !parameters.isEmpty { section.append("fmtp", "\(types.media) \(parameters)") }
    if let retransmission = types.retransmission {
      section.append("rtpmap", "\(retransmission) rtx/\(codec.clockRate)")
      section.append("fmtp", "\(retransmission) apt=\(types.media)")
    }
    guard direction.sends, let source else { return }
    let repair = types.retransmission == nil ? nil : source.retransmission
    if let repair {
      section.append(
        "ssrc-group",
        "\(SourceGroup.retransmission) \(source.source.rawValue) \(repair.rawValue)")
    }
    for ssrc in [source.source] + (repair.map { [$0] } ?? []) {
      section.append("ssrc", "\(ssrc.rawValue) cname:\(source.canonicalName)")
      section.append("ssrc", "\(ssrc.rawValue) msid:\(source.stream.value)")
    }
  }
}

extension MediaSection {
  mutating func append(candidatesOf transport: LocalTransport) {
    for candidate in transport.candidates { append(SDPLine("a=\(candidate)")) }
    if transport.isComplete { append("end-of-candidates") }
  }

  /// The same section refused (RFC 3264, 6), or one of ours that stops (8.2).
  static func stopped(_ media: MediaLine, mid: String?) -> MediaSection {
    var line = media
    line.port = 0
    line.portCount = 1
    var section = MediaSection(line)
    section.append(.connection("0.0.0.0"))
    if let mid { section.append("mid", mid) }
    section.append(MediaDirection.inactive.rawValue)
    return section
  }
}
