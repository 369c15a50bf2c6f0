internal import Strokes

/// Decodes a video frame by frame, beside the board when there is one.
struct PictureCheck: ~Copyable {
  private(set) var decoded = 0
  private(set) var errors = 0
  private(set) var faults: [RecordingFault] = []
  /// Spans of more than half a second in which everything is black.
  private(set) var blackSpans: [BlackSpan] = []
  /// The longest time without a visible change.
  private(set) var stillest = InkTiming.Span(start: .zero, end: .zero)
  private(set) var lastFrame: MediaTime?
  private(set) var likeness = PictureLikeness()
  private(set) var samples = 0
  /// The worst sample, over inked blocks.
  private(set) var worst: (psnr: Double, time: MediaTime)?
  private(set) var last = PictureLikeness()
  private(set) var colours = ColourFit()
  private(set) var watch: WitnessWatch?
  /// The acts of the session, and file time of its last event; known at the end.
  private(set) var acts: [SessionAct] = []
  private(set) var sessionEnd: MediaTime?
  private(set) var size: (width: Int32, height: Int32)

  struct BlackSpan: Equatable {
    var span: InkTiming.Span
    /// Whether the board was black too; nil when there is none.
    var isExpected: Bool?
  }

  private var decoder: VPXDecoder
  /// The last frame as it was decoded.
  private var latest: I420Picture
  /// What the last frame showed.
  private var shown: I420Picture
  /// What the board shows at its time.
  private var expected: I420Picture
  private var replay: BoardReplay?
  /// Played a little ahead of the video.
  private var survey: ActSurvey?
  private var hasNews = false
  private var lastSample: MediaTime?
  private let sampleDistance: MediaTime
  private var colourSamples = 0
  private var mirrorSamples = 0
  private var blackSince: MediaTime?
  private var isBoardBlack: Bool?
  private var stillSince = MediaTime.zero
  private var isSizeNoted = false

  private static let mostSamples: Int64 = 1_200
  private static let mostColourSamples = 24
  private static let mostMirrorSamples = 24
  private static let leastBlack = MediaTime(milliseconds: 500)

  init(
    width: Int32, height: Int32, replay: BoardReplay?, survey: consuming ActSurvey?,
    duration: MediaTime
  ) throws(MediaError) {
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "libvpx has no VP8 decoder")
    }
    size = (width, height)
    latest = I420Picture(width: width, height: height)
    shown = I420Picture(width: width, height: height)
    expected = I420Picture(width: width, height: height)
    self.replay = replay
    self.survey = survey
    if let replay {
      expected.take(replay.renderer.render().blocks, of: replay.renderer.canvas)
      watch = WitnessWatch(width: width, height: height)
    }
    sampleDistance = MediaTime(
      nanoseconds: max(1_000_000_000, duration.nanoseconds / Self.mostSamples))
  }

  /// Decodes the next frame of the file.
  mutating func take(_ block: WebMBlock) throws(MediaError) {
    do throws(VideoDecoderError) {
      guard try decoder.decode(block.payload, into: &latest) else { return }
    } catch {
      errors += 1
      if errors <= 5 {
        faults.append(
          RecordingFault(.pictureDecoding, at: block.time, "a frame cannot be decoded"))
      }
      return
    }
    decoded += 1
    guard latest.width == size.width, latest.height == size.height else {
      if !isSizeNoted {
        isSizeNoted = true
        faults.append(
          RecordingFault(
            .sizeWrong, at: block.time,
            "the track says \(size.width)×\(size.height), its picture has "
              + "\(latest.width)×\(latest.height)"))
      }
      return
    }
    try compare(at: block.time)
  }

  /// Looks at the frame that has just been decoded.
  private mutating func compare(at time: MediaTime) throws(MediaError) {
    var changed = BlockMap(width: size.width, height: size.height)
    shown.takeDifferences(from: latest, marking: &changed)
    if lastFrame == nil { changed.insertAll() }
    lastFrame = time
    try advanceBoard(through: time)
    if !changed.isEmpty {
      noteStill(until: time)
      noteBlack(at: time)
    }
    guard replay != nil else { return }
    try survey(through: time + WitnessWatch.early)
    watch?.look(at: shown, changed: changed, at: time)
    if hasNews, lastSample.map({ time - $0 >= sampleDistance }) ?? true { sample(at: time) }
  }

  /// Finds the witnesses of what happens up to `time`, and hands them to the watch.
  private mutating func survey(through time: MediaTime) throws(MediaError) {
    try survey?.play(through: time)
    if let found = survey?.drain() { watch?.take(found) }
  }

  /// The board as it is at `time`. File times are whole milliseconds: half of one belongs to them.
  private mutating func advanceBoard(through time: MediaTime) throws(MediaError) {
    let limit = time + MediaTime(nanoseconds: 500_000)
    while let next = replay?.upcoming, next.time <= limit { _ = try replay?.take() }
    guard let renderer = replay?.renderer else { return }
    let blocks = renderer.render().blocks
    if blocks.isEmpty { return }
    expected.take(blocks, of: renderer.canvas)
    hasNews = true
  }

  private mutating func sample(at time: MediaTime) {
    guard let canvas = replay?.renderer.canvas else { return }
    lastSample = time
    hasNews = false
    var measured = PictureLikeness(expected, shown)
    if measured.inkedMeanError > 200, mirrorSamples < Self.mostMirrorSamples {
      mirrorSamples += 1
      measured = PictureLikeness(expected, shown, isMirrorTested: true)
      mirrored += measured
    }
    likeness += measured
    last = measured
    samples += 1
    if let psnr = measured.inkedPSNR, psnr < worst?.psnr ?? .infinity { worst = (psnr, time) }
    if colourSamples < Self.mostColourSamples {
      colourSamples += 1
      colours.take(canvas, shown)
    }
  }

  /// The samples whose mirror image was looked at.
  private(set) var mirrored = PictureLikeness()

  private mutating func noteStill(until time: MediaTime) {
    if time - stillSince > stillest.end - stillest.start {
      stillest = InkTiming.Span(start: stillSince, end: time)
    }
    stillSince = time
  }

  private mutating func noteBlack(at time: MediaTime) {
    if shown.isBlack {
      if blackSince == nil {
        blackSince = time
        isBoardBlack = replay == nil ? nil : expected.isBlack
      }
    } else if let since = blackSince {
      endBlack(since, time)
    }
  }

  private mutating func endBlack(_ since: MediaTime, _ time: MediaTime) {
    blackSince = nil
    guard time - since > Self.leastBlack else { return }
    blackSpans.append(
      BlackSpan(span: InkTiming.Span(start: since, end: time), isExpected: isBoardBlack))
  }

  /// There are no more frames; the last one stands to `end`.
  mutating func finish(_ end: MediaTime) throws(MediaError) {
    try survey(through: MediaTime(nanoseconds: .max))
    if let (acts, end) = survey?.outcome() { (self.acts, sessionEnd) = (acts, end) }
    if lastFrame != nil { noteStill(until: end) }
    if let since = blackSince { endBlack(since, end) }
    if replay != nil, let lastFrame { sample(at: lastFrame) }
  }
}

extension I420Picture {
  /// Whether every other row is black but for a coder's noise. Luma of black is 16.
  var isBlack: Bool {
    withPlane(.luma) { bytes, stride in
      for y in Swift.stride(from: 0, to: Int(height), by: 2) {
        for x in 0..<Int(width) where bytes[y * stride + x] > 24 { return false }
      }
      return true
    }
  }

  /// Becomes equal to `other`, of the same size, and marks the blocks in which it was not.
  mutating func takeDifferences(from other: borrowing I420Picture, marking map: inout BlockMap) {
    for plane in Plane.allCases {
      let size = size(of: plane)
      let layout = PlaneComparison.Layout(
        rowBytes: size.width, rows: size.height, blockBytes: plane.blockSide,
        blockRows: plane.blockSide)
      other.withPlane(plane) { new, newStride in
        withMutablePlane(plane) { kept, keptStride in
          PlaneComparison.update(
            &kept, stride: keptStride, with: new, stride: newStride, layout, marking: &map)
        }
      }
    }
  }
}
