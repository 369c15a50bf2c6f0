/// What the structure of a WebM file says, and where it contradicts itself.
struct WebMAudit {
  struct Track {
    let entry: WebMTrackEntry
    var frames = 0
    var keyFrames = 0
    var bytes: Int64 = 0
    var first: MediaTime?
    var last: MediaTime?
    var largestGap = MediaTime.zero
    var largestGapStart = MediaTime.zero
    /// Distances between frames in milliseconds, counted; the last bin holds all longer ones.
    var gaps = [Int](repeating: 0, count: 2001)
    /// End of the last frame, where the frame says it: sound only.
    var end = MediaTime.zero
    /// End of the last text: it may be meant to be read beyond the end of everything else.
    var textEnd = MediaTime.zero
    var isVideo: Bool { entry.codecID.hasPrefix("V_") }
    var isAudio: Bool { entry.codecID.hasPrefix("A_") }
    var isText: Bool { !isVideo && !isAudio }
  }

  private(set) var tracks: [Track] = []
  private(set) var duration: MediaTime?
  private(set) var title: String?
  private(set) var chapterCount = 0
  private(set) var cues: [WebMCue] = []
  private(set) var clusterCount = 0
  private(set) var faults: [RecordingFault] = []
  private(set) var isCut = false
  private(set) var size: Int64 = 0

  private var seeks: [WebMSeekEntry] = []
  private var hasSeekHead = false
  private var hasCues = false
  private var damagedBytes: Int64 = 0
  private var clusters: [Int64: Cluster] = [:]
  private var cluster = Cluster()
  private var lastClusterTime: MediaTime?
  private var keyFrameTimes: [MediaTime] = []
  private var lastTime: MediaTime?

  private struct Cluster {
    var offset: Int64 = -1
    var first: MediaTime?
    var last = MediaTime.zero
    /// Of its video track.
    var keyTimes: [MediaTime] = []
  }

  /// More faults of one kind than this are counted, not listed.
  private static let mostOfKind = 5
  /// A hole in the sound that is longer is heard, and swallowed by editors.
  private static let tolerableHole = MediaTime(milliseconds: 15)

  mutating func take(_ event: WebMScanner.Event) {
    switch event {
    case .seekHead(let entries):
      hasSeekHead = true
      seeks += entries
    case .info(let title, let duration): (self.title, self.duration) = (title, duration)
    case .tracks(let entries):
      if tracks.isEmpty { tracks = entries.map { Track(entry: $0) } }
    case .chapters(let chapters): chapterCount += chapters.count
    case .cues(let entries):
      hasCues = true
      cues += entries
    case .cluster(let offset):
      closeCluster()
      cluster = Cluster(offset: offset)
      clusterCount += 1
    case .block(let block): take(block)
    case .damage(let bytes): damagedBytes += bytes
    }
  }

  private mutating func closeCluster() {
    if cluster.offset >= 0 { clusters[cluster.offset] = cluster }
  }

  private mutating func take(_ block: WebMBlock) {
    guard let index = tracks.firstIndex(where: { $0.entry.number == block.track }) else { return }
    if cluster.first == nil {
      cluster.first = block.time
      if let before = lastClusterTime, block.time < before {
        note(.timesNotRising, at: block.time, "a cluster begins before the one in front of it")
      }
      lastClusterTime = block.time
    }
    cluster.last = max(cluster.last, block.time)
    if tracks[index].isVideo, block.isKeyFrame {
      cluster.keyTimes.append(block.time)
      keyFrameTimes.append(block.time)
    }
    tracks[index].frames += 1
    tracks[index].bytes += Int64(block.payload.count)
    if block.isKeyFrame { tracks[index].keyFrames += 1 }
    measure(block, of: index)
    tracks[index].last = block.time
    if tracks[index].first == nil { tracks[index].first = block.time }
    lastTime = max(lastTime ?? .zero, block.time)
  }

  private mutating func measure(_ block: WebMBlock, of index: Int) {
    let track = tracks[index]
    if let before = track.last {
      let gap = block.time - before
      if gap < .zero || (gap == .zero && !track.isText) {
        note(
          .timesNotRising, at: block.time, "a frame's time does not rise above the one before it")
      }
      if gap > track.largestGap {
        (tracks[index].largestGap, tracks[index].largestGapStart) = (gap, before)
      }
      let bin = Int(min(max((gap.nanoseconds + 500_000) / 1_000_000, 0), 2000))
      tracks[index].gaps[bin] += 1
    }
    guard track.entry.codecID == "A_OPUS" else {
      tracks[index].end = max(track.end, block.time)
      if track.isText {
        tracks[index].textEnd = max(track.textEnd, block.time + (block.duration ?? .zero))
      }
      return
    }
    let start = block.time - MediaTime(nanoseconds: track.entry.codecDelay)
    guard let samples = OpusPayload.sampleCount(of: block.payload.span) else {
      note(.soundDecoding, at: max(start, .zero), "a packet of the sound is no Opus")
      return
    }
    if track.last != nil, start > track.end + Self.tolerableHole {
      note(
        .gap, at: track.end,
        "the sound has a hole of \(Words.seconds(start - track.end)) "
          + "without packets, which players and editors swallow")
    }
    tracks[index].end = start + MediaTime(count: Int64(samples), rate: 48000) - block.discardPadding
  }

  private mutating func note(_ kind: RecordingFault.Kind, at time: MediaTime?, _ text: String) {
    var count = 0
    for fault in faults where fault.kind == kind { count += 1 }
    if count < Self.mostOfKind { faults.append(RecordingFault(kind, at: time, text)) }
  }

  /// The usual distance between frames in motion: a quarter of all distances are shorter.
  func frameSpacing(of track: Track) -> MediaTime {
    var total = 0
    for bin in track.gaps.indices.dropFirst(3) { total += track.gaps[bin] }
    guard total > 0 else { return MediaTime(milliseconds: 33) }
    var sum = 0
    for bin in track.gaps.indices.dropFirst(3) {
      sum += track.gaps[bin]
      if sum * 4 > total { return MediaTime(milliseconds: Int64(bin)) }
    }
    return MediaTime(milliseconds: 33)
  }

  /// Time at which the last frame, sound or text ends, as far as that is known.
  var contentEnd: MediaTime {
    var end = MediaTime.zero
    for track in tracks { end = max(end, track.end) }
    return end
  }

  private var textEnd: MediaTime {
    var end = MediaTime.zero
    for track in tracks { end = max(end, track.textEnd) }
    return end
  }

  /// How long picture and sound last, as far as that is known.
  var length: MediaTime {
    guard let duration, duration > contentEnd else { return contentEnd }
    // Some muxers count the last text in.
    let isTextual = textEnd > contentEnd && duration <= textEnd + MediaTime(milliseconds: 100)
    return isTextual ? contentEnd : duration
  }
}

extension WebMAudit {
  /// Ends the pass and looks at the whole.
  mutating func finish(
    _ scanner: WebMScanner, _ source: any SeekableByteSource
  ) throws(MediaError) {
    closeCluster()
    isCut = scanner.isCut
    size = source.length ?? scanner.size
    let trailing = size - scanner.size
    if damagedBytes > 0, !isCut {
      note(.damaged, at: nil, "\(damagedBytes) bytes in the middle make no sense")
    }
    if isCut {
      let rest = scanner.size - scanner.wholeEnd
      note(
        .truncated, at: lastTime,
        "the file is cut off at its end"
          + (rest > 0 ? ", \(rest) bytes of it a piece of an element" : "")
          + "; recorder recover completes what is there")
      return
    }
    if trailing > 0 { note(.damaged, at: nil, "\(trailing) bytes stand behind the end") }
    if duration == nil, !hasCues, !tracks.isEmpty {
      note(
        .unfinished, at: lastTime,
        "the recording was never finished: no duration, no seek index; recorder recover adds both")
      return
    }
    checkDuration()
    try checkSeekHead(scanner.segmentStart, source)
    checkCues(scanner.segmentStart)
  }

  private mutating func checkDuration() {
    guard let duration else {
      return note(.durationMissing, at: nil, "the header has no duration: players show none")
    }
    // Nobody writes how long the last picture stands: as long as others do.
    var slack = MediaTime(milliseconds: 250)
    for track in tracks where track.isVideo {
      slack = max(
        slack, track.frames > 1 ? frameSpacing(of: track) + slack : MediaTime(milliseconds: 1000))
    }
    let end = contentEnd
    var heard = MediaTime.zero
    for track in tracks where !track.isText { heard = max(heard, track.end) }
    if duration > max(end, textEnd) + slack || duration + MediaTime(milliseconds: 60) < heard {
      note(
        .durationWrong, at: duration,
        "the header says \(Words.seconds(duration)), but the last frame ends at "
          + Words.seconds(end))
    }
  }

  /// Whether the entries of the SeekHead lead to what they name.
  private mutating func checkSeekHead(
    _ segmentStart: Int64, _ source: any SeekableByteSource
  ) throws(MediaError) {
    guard hasSeekHead else {
      return note(.seekHeadMissing, at: nil, "there is no SeekHead: players search for the index")
    }
    for seek in seeks {
      if seek.id == WebMElement.cues, !hasCues { continue }
      let (place, overflow) = segmentStart.addingReportingOverflow(seek.position)
      var bytes: [UInt8] = []
      if !overflow, place >= 0, place < size {
        try source.seek(to: place)
        while bytes.count < EBMLHeader.maximumLength {
          if try source.read(into: &bytes, atMost: EBMLHeader.maximumLength - bytes.count) == 0 {
            break
          }
        }
      }
      if EBMLHeader(bytes, at: 0)?.id != seek.id {
        note(
          .seekHeadWrong, at: nil,
          "the SeekHead leads to byte \(place) for an element that is not there")
      }
    }
  }

  private mutating func checkCues(_ segmentStart: Int64) {
    guard hasCues, !cues.isEmpty else {
      return note(.cuesMissing, at: nil, "there are no Cues: players cannot seek")
    }
    var video: UInt64?
    for track in tracks where track.isVideo { video = video ?? track.entry.number }
    var cued: [MediaTime] = []
    for cue in cues {
      let (offset, overflow) = segmentStart.addingReportingOverflow(cue.clusterPosition)
      guard !overflow, let cluster = clusters[offset] else {
        note(.cuesWrong, at: cue.time, "a cue leads to byte \(offset), where no cluster begins")
        continue
      }
      if cue.track == video {
        cued.append(cue.time)
        if !cluster.keyTimes.contains(cue.time) {
          note(.cuesWrong, at: cue.time, "a cue leads to a cluster without a key frame of its time")
        }
      } else if cue.time > cluster.last || cue.time < cluster.first ?? .zero {
        note(.cuesWrong, at: cue.time, "a cue leads to a cluster of another time")
      }
    }
    // Key frames whose cues are wrong have no right ones.
    if video != nil, !faults.contains(where: { $0.kind == .cuesWrong }) {
      checkCompleteness(cued.sorted())
    }
  }

  /// Every key frame has its cue, or there is one in every ten seconds.
  private mutating func checkCompleteness(_ cued: [MediaTime]) {
    var index = 0
    var last: MediaTime?
    for time in keyFrameTimes {
      while index < cued.count, cued[index] <= time {
        last = cued[index]
        index += 1
      }
      if let last, time - last <= MediaTime(milliseconds: 10_000) { continue }
      note(.cuesIncomplete, at: time, "no cue within ten seconds before this key frame")
      last = time
    }
  }
}
