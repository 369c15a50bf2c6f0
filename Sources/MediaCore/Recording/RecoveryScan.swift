/// What the first pass over an interrupted recording finds: enough to lay out the new file.
struct RecoveryScan {
  var title: String?
  var declaredDuration: MediaTime?
  var entries: [WebMTrackEntry] = []
  var chapters: [WebMChapter] = []
  var hasCues = false
  var blockCount = 0
  var videoKeyFrames: Int64 = 0
  var bytesDamaged: Int64 = 0
  var bytesCut: Int64 = 0
  var isCut = false
  /// End of the last whole frame.
  var end = MediaTime.zero

  private var lastVideoTime: MediaTime?
  private var videoEnd = MediaTime.zero

  init(_ source: any ByteSource) throws(MediaError) {
    var scanner = WebMScanner(source)
    while let event = try scanner.next() {
      switch event {
      case .info(let title, let duration): (self.title, declaredDuration) = (title, duration)
      case .tracks(let entries): if self.entries.isEmpty { self.entries = entries }
      case .chapters(let chapters): self.chapters += chapters
      case .cues: hasCues = true
      case .damage(let bytes): bytesDamaged += bytes
      case .block(let block): note(block)
      case .seekHead, .cluster: break
      }
    }
    isCut = scanner.isCut
    bytesCut = scanner.isCut ? scanner.size - scanner.wholeEnd : 0
    end = max(end, videoEnd)
  }

  /// Whether nothing has to be done.
  var isComplete: Bool {
    declaredDuration != nil && hasCues && !isCut && bytesDamaged == 0
  }

  private mutating func note(_ block: WebMBlock) {
    guard let entry = entries.first(where: { $0.number == block.track }) else { return }
    blockCount += 1
    switch entry.codecID {
    case "V_VP8":
      if block.isKeyFrame { videoKeyFrames += 1 }
      // Nobody knows how long the last frame was to stand: as long as the one before, at most a second.
      // Only the last one counts: an earlier frame after a long rest is over when the next one comes.
      let last = lastVideoTime ?? block.time
      guard block.time >= last else { return }
      lastVideoTime = block.time
      videoEnd = block.time + min(block.time - last, MediaTime(milliseconds: 1000))
    case "A_OPUS":
      let heard = block.time - MediaTime(nanoseconds: entry.codecDelay) - block.discardPadding
      end = max(end, heard + MediaTime(milliseconds: 20))
    default:
      end = max(end, block.time)
    }
  }
}
