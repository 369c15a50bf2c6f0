extension PlainRTPDescription {
  /// Reads what FFmpeg, GStreamer and our own `--sdp` write: of each section the first format that we
  /// have a codec for, else the first. Sections without RTP and stopped ones are left out.
  package init(bytes: [UInt8]) throws(SDPError) {
    // FFmpeg's own print of a description begins with a line of its own.
    let title = Array("SDP:".utf8)
    var bytes = bytes
    if bytes.starts(with: title), let end = bytes.firstIndex(of: 10) {
      bytes.removeFirst(end + 1)
    }
    try self.init(SessionDescription(bytes: bytes))
  }

  package init(_ description: SessionDescription) throws(SDPError) {
    var streams: [PlainRTPStream] = []
    var hasPlace = true
    for section in description.sections where section.isRTP && section.media.port != 0 {
      guard section.kind == .audio || section.kind == .video else { continue }
      let formats = section.formats
      let known = MediaCodec.allCases.lazy.filter { $0.kind == section.kind }
        .compactMap { $0.format(in: formats) }.first
      guard let format = known ?? formats.first else { continue }
      guard let address = description.address(of: section) else {
        hasPlace = false
        continue
      }
      streams.append(
        PlainRTPStream(
          kind: section.kind, format: format, address: address, port: section.media.port,
          controlPort: Self.controlPort(description, section),
          direction: description.direction(of: section)))
    }
    guard !streams.isEmpty else { throw SDPError(line: 0, hasPlace ? .noStreams : .noAddress) }
    let origin = description.lines.value(ofType: UInt8(ascii: "o"))?.words.last
    self.init(
      name: description.lines.value(ofType: UInt8(ascii: "s")).map { String($0) } ?? "",
      origin: origin.flatMap { $0.utf8.count > SDPCandidate.longestWord ? nil : String($0) }
        ?? "0.0.0.0",
      sessionID: description.origin?.session ?? 0, streams: streams)
  }

  /// RFC 5761, 5.1.3; RFC 3605, 2.1.
  private static func controlPort(
    _ description: SessionDescription, _ section: MediaSection
  ) -> UInt16? {
    if description.hasMultiplexing(section) { return section.media.port }
    return section.lines.attribute("rtcp")?.words.first?.number(UInt16.self)
  }
}
