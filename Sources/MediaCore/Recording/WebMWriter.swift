/// Writes a WebM file that survives a crash at any moment: clusters of at most a second, each on
/// its way to the disk as soon as it is complete.
///
/// Packets of one track come in order. Between tracks they may come in any order as long as
/// `advance(to:)` tells the truth; call it regularly (a few times a second of session time), since
/// only what lies before that time is written.
package struct WebMWriter: ~Copyable {
  /// Clusters end here, in milliseconds: with what waits in queues, less than a second is at risk.
  package static let clusterLength: Int64 = 800

  private var muxer: WebMMuxer
  private let sink: any ByteSink
  private let layout: WebMLayout
  private let hasVideo: Bool
  private let indexSpace: Int64

  private var queue = WebMQueue()
  private var laterChapters: [WebMChapter] = []
  /// The last time in the file, by track and over all, in milliseconds.
  private var lastTimes: [Int64]
  private var lastTime: Int64 = 0
  /// The same for what waits in the queue.
  private var lastQueuedTimes: [Int64]
  private var clusterStart: Int64?
  /// An upper bound of what the open cluster will take in the file.
  private var clusterBytes: Int64 = 0
  private var clusterEnd: Int64
  private var cuePoints: Int64 = 0
  private var packetCounts: [Int]
  private var contentEnd = MediaTime.zero
  private var failure: MediaError?

  /// Writes the header at once, so that a full disk or unwritable file is known now.
  package init(to sink: any ByteSink, layout: WebMLayout) throws(MediaError) {
    let indexSpace = WebMSpace.index(layout, clusterMilliseconds: Self.clusterLength)
    try sink.reserve(through: indexSpace + 32768)
    var muxer = try WebMMuxer(sink: sink)
    try muxer.writeHeader(layout, indexSpace: Int(indexSpace))
    try Self.patchVersion(muxer.output)
    try sink.flush()
    var hasVideo = false
    for track in layout.tracks {
      if case .vp8 = track.kind { hasVideo = true }
    }
    clusterEnd = muxer.position
    self.muxer = muxer
    self.sink = sink
    self.layout = layout
    self.hasVideo = hasVideo
    self.indexSpace = indexSpace
    lastTimes = Array(repeating: -1, count: layout.tracks.count)
    lastQueuedTimes = lastTimes
    packetCounts = Array(repeating: 0, count: layout.tracks.count)
  }

  /// Takes a packet. It reaches the sink when `advance(to:)` passes its time, or when the packets
  /// that wait span more than a second.
  ///
  /// When the disk is full this throws, before anything is damaged; `finish` then completes what
  /// was written until there.
  package mutating func write(_ packet: WebMPacket) throws(MediaError) {
    precondition(layout.tracks.indices.contains(packet.track), "no such track")
    if let failure { throw failure }
    // Two frames within a millisecond: the later one moves.
    let time = max(fileTime(of: packet), lastQueuedTimes[packet.track] + 1)
    lastQueuedTimes[packet.track] = time
    queue.insert(WebMQueue.Entry(packet: packet, time: time))
    try release(before: .min)
  }

  /// Promises that no packet before `time` comes any more, on any track.
  package mutating func advance(to time: MediaTime) throws(MediaError) {
    if let failure { throw failure }
    let limit = floorMilliseconds(time)
    try release(before: limit)
    if let clusterStart, limit - clusterStart >= Self.clusterLength { try endCluster() }
  }

  /// Adds a chapter while recording; it is written by `finish`. Not with `layout.chapters`.
  package mutating func addChapter(_ chapter: WebMChapter) {
    precondition(layout.chapters.isEmpty, "the header has the chapters already")
    laterChapters.append(chapter)
  }

  /// Writes what waits, the index, the chapters and the duration. The sink is flushed, not closed.
  ///
  /// After a full disk it completes what was written before that; the summary then says why.
  ///
  /// - Parameter duration: the session's length, however early its last frame came; nil for the
  ///   end of the last packet.
  package consuming func finish(duration: MediaTime?) throws(MediaError) -> WebMSummary {
    if failure == nil {
      do throws(MediaError) { try release(before: .max) } catch { failure = error }
    }
    if let error = muxer.output.error { throw error }
    var end = duration ?? contentEnd
    if failure != nil, contentEnd < end { end = contentEnd }
    try endCluster()
    muxer.setChapters(laterChapters, end: end)
    let isAtFront = indexSpace > 0 && cuePoints * WebMSpace.cuePoint + WebMSpace.cues <= indexSpace
    try muxer.writeTrailer(indexAtFront: isAtFront)
    try patchDuration(end)
    try sink.flush()
    return WebMSummary(
      duration: end, packetCounts: packetCounts, bytes: sink.size, indexIsAtFront: isAtFront,
      failure: failure)
  }
}

extension WebMWriter {
  private mutating func release(before limit: Int64) throws(MediaError) {
    do throws(MediaError) {
      while let entry = queue.next(before: limit) { try put(entry) }
    } catch {
      try fail(error)
    }
  }

  private mutating func put(_ entry: WebMQueue.Entry) throws(MediaError) {
    let packet = entry.packet
    let time = max(entry.time, max(lastTime, lastTimes[packet.track] + 1))
    let kind = layout.tracks[packet.track].kind
    let opensCluster: Bool
    if let clusterStart {
      let isVideoKey = if case .vp8 = kind { packet.isKeyFrame } else { false }
      opensCluster = isVideoKey || time - clusterStart >= Self.clusterLength
    } else {
      opensCluster = true
    }
    if opensCluster {
      try endCluster()
      if !hasVideo { cuePoints += 1 }
    }
    switch kind {
    case .vp8: if packet.isKeyFrame { cuePoints += 1 }
    case .webVTT: cuePoints += 1
    case .opus: break
    }
    let size = Int64(packet.bytes.count) + WebMSpace.block
    try sink.reserve(
      through: muxer.position + WebMSpace.cluster + clusterBytes + size + trailerBytes)
    if opensCluster { clusterStart = time }
    clusterBytes += size
    let duration = packet.duration.map { ($0.nanoseconds + 500_000) / 1_000_000 } ?? 0
    try muxer.write(packet, at: time, duration: duration)
    lastTime = time
    lastTimes[packet.track] = time
    packetCounts[packet.track] += 1
    noteEnd(of: packet, kind)
  }

  private mutating func endCluster() throws(MediaError) {
    guard clusterStart != nil else { return }
    try muxer.endCluster()
    try sink.flush()
    clusterStart = nil
    clusterBytes = 0
    clusterEnd = muxer.position
  }

  /// Keeps the file playable: without a piece of a cluster at its end.
  private mutating func fail(_ error: MediaError) throws(MediaError) {
    failure = error
    queue.removeAll()
    if muxer.output.error != nil { try? sink.truncate(to: clusterEnd) }
    throw error
  }

  private var trailerBytes: Int64 {
    WebMSpace.tags(tracks: layout.tracks.count) + WebMSpace.chapters(laterChapters)
      + WebMSpace.cues + cuePoints * WebMSpace.cuePoint
  }

  private mutating func noteEnd(of packet: WebMPacket, _ kind: WebMTrack.Kind) {
    var end = packet.time
    if case .opus = kind {
      let samples = (packet.duration?.sampleNumber ?? 960) - Int64(packet.discardedSamples)
      end = end + MediaTime(count: max(samples, 0), rate: 48000)
    } else if let duration = packet.duration {
      end = end + duration
    }
    contentEnd = max(contentEnd, end)
  }

  /// The time of a block: for Opus its decoder's delay is added, as Matroska wants it.
  private func fileTime(of packet: WebMPacket) -> Int64 {
    var time = packet.time
    if case .opus(_, let preSkip) = layout.tracks[packet.track].kind {
      time = time + MediaTime(count: Int64(preSkip), rate: 48000)
    }
    return max(floorMilliseconds(time + MediaTime(nanoseconds: 500_000)), 0)
  }

  private func floorMilliseconds(_ time: MediaTime) -> Int64 {
    let (quotient, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest < 0 ? quotient - 1 : quotient
  }

  /// Colours and places in cues came with version 4 of the document type (RFC 9559 section 5.1);
  /// the muxer says 2 unless there is Opus in it.
  private static func patchVersion(_ output: WebMOutput) throws(MediaError) {
    guard let header = EBMLHeader(output.front, at: 0), header.id == WebMElement.ebml,
      let size = header.size
    else { return }
    var offset = header.length
    while offset < header.length + Int(clamping: size),
      let element = EBMLHeader(output.front, at: offset), let length = element.size
    {
      let body = offset + element.length
      if element.id == WebMElement.docTypeVersion, length == 1 {
        return try output.patch([4], at: Int64(body))
      }
      offset = body + Int(clamping: length)
    }
  }

  /// The muxer knows only packets; the header says what the session says.
  private func patchDuration(_ duration: MediaTime) throws(MediaError) {
    guard let place = durationPlace(in: muxer.output.front) else {
      throw MediaError(.codecFailed, "the WebM muxer left no place for the duration")
    }
    let bits = (Double(duration.nanoseconds) / 1e6).bitPattern
    var bytes: [UInt8] = []
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    try muxer.output.patch(bytes, at: Int64(place))
  }

  /// Where the eight bytes of Segment, Info, Duration are.
  private func durationPlace(in front: [UInt8]) -> Int? {
    var offset = 0
    while let header = EBMLHeader(front, at: offset) {
      let body = offset + header.length
      switch header.id {
      case WebMElement.segment, WebMElement.info: offset = body
      case WebMElement.duration: return header.size == 8 && body + 8 <= front.count ? body : nil
      default:
        guard let size = header.size, size <= front.count else { return nil }
        offset = body + Int(size)
      }
    }
    return nil
  }
}
