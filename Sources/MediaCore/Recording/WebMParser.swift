/// The bodies of WebM elements. Nothing here traps or throws: what makes no sense is left out.
enum WebMParser {
  /// Lists longer than this end there.
  private static let maximumCount = 1 << 20

  static func seekHead(_ body: ArraySlice<UInt8>) -> [WebMSeekEntry] {
    var entries: [WebMSeekEntry] = []
    for element in EBMLElements(body) where element.id == WebMElement.seek {
      let fields = EBMLElements(element.body)
      guard let id = fields.unsigned(WebMElement.seekID).flatMap({ UInt32(exactly: $0) }),
        let position = fields.unsigned(WebMElement.seekPosition).flatMap({ Int64(exactly: $0) })
      else { continue }
      entries.append(WebMSeekEntry(id: id, position: position))
      if entries.count >= 64 { break }
    }
    return entries
  }

  static func info(
    _ body: ArraySlice<UInt8>
  ) -> (scale: Int64, title: String?, duration: MediaTime?) {
    let fields = EBMLElements(body)
    var scale: Int64 = 1_000_000
    if let value = fields.unsigned(WebMElement.timestampScale), (1...1_000_000_000).contains(value)
    {
      scale = Int64(value)
    }
    var duration: MediaTime?
    if let value = fields.first(WebMElement.duration).flatMap({ EBMLValue.float($0) }) {
      let nanoseconds = value * Double(scale)
      if nanoseconds > 0, nanoseconds < 9e18 {
        duration = MediaTime(nanoseconds: Int64(nanoseconds.rounded()))
      }
    }
    return (scale, fields.text(WebMElement.title), duration)
  }

  static func tracks(_ body: ArraySlice<UInt8>) -> [WebMTrackEntry] {
    var entries: [WebMTrackEntry] = []
    for element in EBMLElements(body) where element.id == WebMElement.trackEntry {
      let fields = EBMLElements(element.body)
      guard let number = fields.unsigned(WebMElement.trackNumber) else { continue }
      let video = fields.first(WebMElement.video).map { EBMLElements($0) }
      let audio = fields.first(WebMElement.audio).map { EBMLElements($0) }
      entries.append(
        WebMTrackEntry(
          number: number, codecID: fields.text(WebMElement.codecID) ?? "",
          codecPrivate: Array(fields.first(WebMElement.codecPrivate) ?? []),
          codecDelay: Int64(clamping: fields.unsigned(WebMElement.codecDelay) ?? 0),
          width: Int32(clamping: video?.unsigned(WebMElement.pixelWidth) ?? 0),
          height: Int32(clamping: video?.unsigned(WebMElement.pixelHeight) ?? 0),
          channels: Int32(clamping: audio?.unsigned(WebMElement.channels) ?? 1),
          name: fields.text(WebMElement.name), language: fields.text(WebMElement.language),
          isEncoded: fields.first(WebMElement.contentEncodings) != nil,
          colour: video.map { WebMColour(video: $0) } ?? WebMColour()))
      if entries.count >= 256 { break }
    }
    return entries
  }

  static func chapters(_ body: ArraySlice<UInt8>) -> [WebMChapter] {
    var chapters: [WebMChapter] = []
    for edition in EBMLElements(body) where edition.id == WebMElement.editionEntry {
      for atom in EBMLElements(edition.body) where atom.id == WebMElement.chapterAtom {
        let fields = EBMLElements(atom.body)
        guard
          let start = fields.unsigned(WebMElement.chapterTimeStart).flatMap({ Int64(exactly: $0) })
        else { continue }
        let display = fields.first(WebMElement.chapterDisplay).map { EBMLElements($0) }
        chapters.append(
          WebMChapter(
            start: MediaTime(nanoseconds: start),
            title: display?.text(WebMElement.chapterString) ?? ""))
        if chapters.count >= 65536 { return chapters }
      }
    }
    return chapters
  }

  static func cues(_ body: ArraySlice<UInt8>, scale: Int64) -> [WebMCue] {
    var cues: [WebMCue] = []
    for point in EBMLElements(body) where point.id == WebMElement.cuePoint {
      let fields = EBMLElements(point.body)
      guard let ticks = fields.unsigned(WebMElement.cueTime), let time = time(ticks, scale) else {
        continue
      }
      for element in fields where element.id == WebMElement.cueTrackPositions {
        let position = EBMLElements(element.body)
        guard let track = position.unsigned(WebMElement.cueTrack),
          let cluster = position.unsigned(WebMElement.cueClusterPosition)
            .flatMap({ Int64(exactly: $0) })
        else { continue }
        let relative = position.unsigned(WebMElement.cueRelativePosition)
          .flatMap { Int64(exactly: $0) }
        cues.append(
          WebMCue(time: time, track: track, clusterPosition: cluster, relativePosition: relative))
        if cues.count >= maximumCount { return cues }
      }
    }
    return cues
  }

  /// A SimpleBlock's body, or a BlockGroup's with its Block inside.
  static func block(
    _ body: ArraySlice<UInt8>, isGroup: Bool, clusterTime: Int64, scale: Int64
  ) -> WebMBlock? {
    guard isGroup else {
      return block(body, clusterTime: clusterTime, scale: scale)
    }
    let fields = EBMLElements(body)
    guard let inner = fields.first(WebMElement.block),
      var block = block(inner, clusterTime: clusterTime, scale: scale)
    else { return nil }
    block.isKeyFrame = fields.first(WebMElement.referenceBlock) == nil
    block.duration = fields.unsigned(WebMElement.blockDuration).flatMap { time($0, scale) }
    if let padding = fields.first(WebMElement.discardPadding).flatMap({ EBMLValue.signed($0) }),
      (0...1_000_000_000).contains(padding)
    {
      block.discardPadding = MediaTime(nanoseconds: padding)
    }
    return block
  }

  /// Track number, signed time, flags, frame: RFC 9559 section 10.
  private static func block(
    _ body: ArraySlice<UInt8>, clusterTime: Int64, scale: Int64
  ) -> WebMBlock? {
    guard let first = body.first else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard length <= 8, body.count >= length + 3 else { return nil }
    var track = UInt64(first) & (0xFF >> UInt64(length))
    let start = body.startIndex
    for index in start + 1..<start + length { track = track << 8 | UInt64(body[index]) }
    let relative = Int16(
      bitPattern: UInt16(body[start + length]) << 8 | UInt16(body[start + length + 1]))
    let flags = body[start + length + 2]
    let (ticks, overflow) = clusterTime.addingReportingOverflow(Int64(relative))
    guard !overflow, ticks >= 0, let time = time(UInt64(ticks), scale) else { return nil }
    return WebMBlock(
      track: track, time: time, relativeTime: relative, duration: nil,
      isKeyFrame: flags & 0x80 != 0, discardPadding: .zero, isLaced: flags & 0x06 != 0,
      payload: Array(body[(start + length + 3)...]))
  }

  private static func time(_ ticks: UInt64, _ scale: Int64) -> MediaTime? {
    guard let ticks = Int64(exactly: ticks) else { return nil }
    let (nanoseconds, overflow) = ticks.multipliedReportingOverflow(by: scale)
    return overflow ? nil : MediaTime(nanoseconds: nanoseconds)
  }
}
