/// Reads a WebM file element by element, however it ended: finished, killed in the middle of a
/// block, or with damaged pieces inside.
///
/// Memory is bounded by one element; what is larger than a limit counts as damage.
struct WebMScanner {
  enum Event {
    case seekHead([WebMSeekEntry])
    case info(title: String?, duration: MediaTime?)
    case tracks([WebMTrackEntry])
    case chapters([WebMChapter])
    case cues([WebMCue])
    /// Offset of the element from the start of the file.
    case cluster(offset: Int64)
    case block(WebMBlock)
    /// Bytes that made no sense were skipped; frames before and after do not follow each other.
    case damage(bytes: Int64)
  }

  static let maximumHeaderElement: Int64 = 8 << 20
  static let maximumBlock: Int64 = 32 << 20

  /// Where the segment's body starts: the positions in SeekHead and Cues count from here.
  private(set) var segmentStart: Int64 = 0
  /// Whether the file ends in the middle of an element.
  private(set) var isCut = false
  /// Offset behind the last whole element.
  private(set) var wholeEnd: Int64 = 0
  /// Nanoseconds a tick.
  private(set) var timestampScale: Int64 = 1_000_000

  private var window: WebMWindow
  private var segmentEnd: Int64?
  private var isInSegment = false
  private var hasHeader = false
  private var isInCluster = false
  private var clusterOffset: Int64 = 0
  private var clusterEnd: Int64?
  private var clusterTime: Int64?
  private var isFinished = false

  init(_ source: any ByteSource) {
    window = WebMWindow(source)
  }

  /// Bytes of the file that were looked at.
  var size: Int64 { window.offset }

  /// The next thing in the file; nil at its end.
  ///
  /// Throws `.formatUnsupported` when it is not WebM at all, and what the source throws.
  mutating func next() throws(MediaError) -> Event? {
    while !isFinished {
      if let event = try step() { return event }
    }
    return nil
  }

  /// One element: an event, or nil when it has none to tell.
  private mutating func step() throws(MediaError) -> Event? {
    if let clusterEnd, window.offset >= clusterEnd { leaveCluster() }
    if let segmentEnd, window.offset >= segmentEnd {
      isFinished = true
      return nil
    }
    let available = try window.fill(EBMLHeader.maximumLength)
    if available == 0 {
      isFinished = true
      isCut = isCut || (clusterEnd ?? segmentEnd ?? 0) > window.offset
      return nil
    }
    guard let header = EBMLHeader(window.bytes, at: window.start), isPlausible(header) else {
      guard hasHeader else { throw Self.notWebM }
      if available < EBMLHeader.maximumLength, EBMLHeader(window.bytes, at: window.start) == nil {
        return cut()
      }
      return try resynchronise()
    }
    guard hasHeader || header.id == WebMElement.ebml else { throw Self.notWebM }
    if isInCluster, WebMElement.isTopLevel(header.id) { leaveCluster() }
    return try read(header)
  }

  private mutating func read(_ header: EBMLHeader) throws(MediaError) -> Event? {
    switch header.id {
    case WebMElement.segment:
      window.skip(header.length)
      isInSegment = true
      segmentStart = window.offset
      segmentEnd = header.size.flatMap { end(of: $0) }
      wholeEnd = window.offset
      return nil
    case WebMElement.cluster:
      clusterOffset = window.offset
      window.skip(header.length)
      isInCluster = true
      clusterTime = nil
      clusterEnd = header.size.flatMap { end(of: $0) }
      return .cluster(offset: clusterOffset)
    case WebMElement.ebml, WebMElement.seekHead, WebMElement.info, WebMElement.tracks,
      WebMElement.chapters, WebMElement.cues, WebMElement.timestamp, WebMElement.simpleBlock,
      WebMElement.blockGroup:
      return try readWhole(header)
    default:
      guard let size = header.size else { return try resynchronise() }
      window.skip(header.length)
      guard try window.discard(size) else { return cut() }
      wholeEnd = window.offset
      return nil
    }
  }

  private mutating func readWhole(_ header: EBMLHeader) throws(MediaError) -> Event? {
    let offset = window.offset
    let isBlock = header.id == WebMElement.simpleBlock || header.id == WebMElement.blockGroup
    let limit = isBlock ? Self.maximumBlock : Self.maximumHeaderElement
    guard let size = header.size, size <= limit else {
      if !hasHeader { throw Self.notWebM }
      return try resynchronise()
    }
    let total = header.length + Int(size)
    guard try window.fill(total) >= total else {
      if !hasHeader { throw Self.notWebM }
      return cut()
    }
    let body = window.bytes[window.start + header.length..<window.start + total]
    window.skip(total)
    wholeEnd = window.offset
    switch header.id {
    case WebMElement.ebml:
      let type = EBMLElements(body).first(WebMElement.docType).map { EBMLValue.text($0) }
      guard type == "webm" || type == "matroska" else { throw Self.notWebM }
      hasHeader = true
      return nil
    case WebMElement.seekHead: return .seekHead(WebMParser.seekHead(body))
    case WebMElement.info:
      let info = WebMParser.info(body)
      timestampScale = info.scale
      return .info(title: info.title, duration: info.duration)
    case WebMElement.tracks: return .tracks(WebMParser.tracks(body))
    case WebMElement.chapters: return .chapters(WebMParser.chapters(body))
    case WebMElement.cues: return .cues(WebMParser.cues(body, scale: timestampScale))
    case WebMElement.timestamp:
      clusterTime = EBMLValue.unsigned(body).flatMap { Int64(exactly: $0) }
      return nil
    default:
      guard let clusterTime,
        var block = WebMParser.block(
          body, isGroup: header.id == WebMElement.blockGroup, clusterTime: clusterTime,
          scale: timestampScale)
      else { return .damage(bytes: Int64(total)) }
      block.offset = offset
      block.clusterOffset = clusterOffset
      return .block(block)
    }
  }

  /// An element that can stand here: known, and not beyond what it stands in.
  private func isPlausible(_ header: EBMLHeader) -> Bool {
    if header.id == 0 { return false }
    if let clusterEnd, let size = header.size, !WebMElement.isTopLevel(header.id) {
      guard let end = end(of: size), end + Int64(header.length) <= clusterEnd else { return false }
    }
    return isInCluster || !isInSegment || WebMElement.isTopLevel(header.id)
      || header.id == WebMElement.void || header.id == 0xBF
  }

  private func end(of size: Int64) -> Int64? {
    let (end, overflow) = window.offset.addingReportingOverflow(size)
    return overflow || end > .max - 64 ? nil : end
  }

  private mutating func leaveCluster() {
    isInCluster = false
    clusterEnd = nil
    clusterTime = nil
  }

  private mutating func cut() -> Event? {
    isFinished = true
    isCut = true
    return nil
  }

  /// Looks for the next cluster, byte by byte.
  private mutating func resynchronise() throws(MediaError) -> Event? {
    let start = window.offset
    leaveCluster()
    window.skip(1)
    while try window.fill(4) >= 4 {
      if window.isAtCluster() { return .damage(bytes: window.offset - start) }
      window.skipToCandidate()
    }
    window.skip(try window.fill(4))
    isFinished = true
    isCut = true
    return .damage(bytes: window.offset - start)
  }

  private static var notWebM: MediaError {
    MediaError(.formatUnsupported, "this is no WebM file")
  }
}
