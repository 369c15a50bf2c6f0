/// The second pass: whole frames from the interrupted recording into the new one.
struct RecoveryCopy: ~Copyable {
  private let scan: RecoveryScan
  private var writer: WebMWriter
  private var numbers: [UInt64: Int] = [:]
  /// Video tracks that wait for a key frame, since something before is missing.
  private var waitsForKeyFrame: [Bool]
  private var videoFrames = 0
  private var audioPackets = 0
  private var textCues = 0
  private var framesDropped = 0

  init(scan: RecoveryScan, writer: consuming WebMWriter) {
    self.scan = scan
    self.writer = writer
    waitsForKeyFrame = Array(repeating: true, count: scan.entries.count)
    for (index, entry) in scan.entries.enumerated() { numbers[entry.number] = index }
  }

  mutating func run(_ source: any ByteSource) throws(MediaError) {
    var scanner = WebMScanner(source)
    while let event = try scanner.next() {
      switch event {
      case .damage:
        for index in waitsForKeyFrame.indices { waitsForKeyFrame[index] = true }
      case .block(let block):
        guard let track = numbers[block.track] else { continue }
        try copy(block, to: track)
      default: break
      }
    }
  }

  consuming func finish(duration: MediaTime) throws(MediaError) -> RecoveryReport {
    let summary = try writer.finish(duration: duration)
    // Less than there is must not replace what there is.
    if let failure = summary.failure { throw failure }
    return RecoveryReport(
      duration: summary.duration, videoFrames: videoFrames, audioPackets: audioPackets,
      textCues: textCues, chapters: scan.chapters.count, bytesCut: scan.bytesCut,
      bytesDamaged: scan.bytesDamaged, framesDropped: framesDropped,
      wasComplete: scan.isComplete, bytes: summary.bytes)
  }

  private mutating func copy(_ block: WebMBlock, to track: Int) throws(MediaError) {
    let entry = scan.entries[track]
    guard !block.isLaced, !block.payload.isEmpty else {
      framesDropped += 1
      return
    }
    var packet = WebMPacket(
      track: track, time: block.time, duration: block.duration, isKeyFrame: block.isKeyFrame,
      bytes: block.payload)
    switch entry.codecID {
    case "V_VP8":
      if waitsForKeyFrame[track] && !block.isKeyFrame {
        framesDropped += 1
        return
      }
      waitsForKeyFrame[track] = false
      videoFrames += 1
    case "A_OPUS":
      let preSkip = Int64(entry.codecPrivate[10]) | Int64(entry.codecPrivate[11]) << 8
      packet.time = block.time - MediaTime(count: preSkip, rate: 48000)
      packet.duration = MediaTime(milliseconds: 20)
      packet.discardedSamples = Int32(clamping: block.discardPadding.sampleNumber)
      packet.isKeyFrame = true
      audioPackets += 1
    default:
      packet.bytes = WebVTTCue.payload(ofBlock: block.payload)
      packet.isKeyFrame = true
      packet.duration = block.duration ?? MediaTime(milliseconds: 1000)
      textCues += 1
    }
    // Files of other programs may have a little disorder between tracks.
    try writer.advance(to: block.time - MediaTime(milliseconds: 200))
    try writer.write(packet)
  }
}
