/// What a WebM file holds, gathered in one pass without decoding anything.
package struct WebMInspection: Sendable {
  package struct Track: Sendable {
    package let number: UInt64
    package let codec: String
    package let name: String?
    /// Of a picture; 0 for other tracks.
    package let width: Int32
    package let height: Int32
    /// Of sound; 0 for other tracks.
    package let channels: Int32
    package fileprivate(set) var frameCount = 0
    package fileprivate(set) var keyFrameCount = 0
    package fileprivate(set) var bytes: Int64 = 0
    package fileprivate(set) var largestGap = MediaTime.zero
    fileprivate var lastTime: MediaTime?
  }

  package private(set) var title: String?
  /// As the header says; nil when the recording was not finished.
  package private(set) var duration: MediaTime?
  /// End of what is there, from the frames themselves.
  package private(set) var lastTime = MediaTime.zero
  package private(set) var tracks: [Track] = []
  package private(set) var chapters: [WebMChapter] = []
  package private(set) var clusterCount = 0
  /// Entries of the seek index.
  package private(set) var cueCount = 0
  package private(set) var hasSeekHead = false
  /// Whether the file ends in the middle of something.
  package private(set) var isCut = false
  /// Bytes in the middle that made no sense.
  package private(set) var damagedBytes: Int64 = 0
  package private(set) var size: Int64 = 0

  /// Nothing has to be recovered.
  package var isComplete: Bool {
    duration != nil && cueCount > 0 && !isCut && damagedBytes == 0
  }

  /// - Throws: `.formatUnsupported` for what is no WebM, and what the source throws.
  package init(_ source: any ByteSource) throws(MediaError) {
    var scanner = WebMScanner(source)
    while let event = try scanner.next() {
      switch event {
      case .info(let title, let duration): (self.title, self.duration) = (title, duration)
      case .tracks(let entries): if tracks.isEmpty { take(entries) }
      case .chapters(let chapters): self.chapters += chapters
      case .cues(let cues): cueCount += cues.count
      case .seekHead: hasSeekHead = true
      case .cluster: clusterCount += 1
      case .damage(let bytes): damagedBytes += bytes
      case .block(let block): count(block)
      }
    }
    isCut = scanner.isCut
    size = scanner.size
  }

  private mutating func take(_ entries: [WebMTrackEntry]) {
    for entry in entries {
      tracks.append(
        Track(
          number: entry.number, codec: entry.codecID, name: entry.name, width: entry.width,
          height: entry.height, channels: entry.codecID.hasPrefix("A_") ? entry.channels : 0))
    }
  }

  private mutating func count(_ block: WebMBlock) {
    lastTime = max(lastTime, block.time)
    for index in tracks.indices where tracks[index].number == block.track {
      tracks[index].frameCount += 1
      if block.isKeyFrame { tracks[index].keyFrameCount += 1 }
      tracks[index].bytes += Int64(block.payload.count)
      if let last = tracks[index].lastTime {
        tracks[index].largestGap = max(tracks[index].largestGap, block.time - last)
      }
      tracks[index].lastTime = block.time
      return
    }
  }
}
