internal import MediaCore
internal import Strokes

/// One encoder among those that get the same frames, what its viewer sees, and what it has cost.
final class BoardLane {
  let coding: BoardCoding
  private(set) var figures = LaneFigures()
  /// One of the two.
  private var canvas: CanvasVP8Encoder?
  private var library: VPXEncoder?
  private var decoder: VPXDecoder

  init(_ coding: BoardCoding, width: Int32, height: Int32) throws(MediaError) {
    self.coding = coding
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "libvpx's decoder does not start")
    }
    do throws(VideoEncoderError) {
      switch coding {
      case .free(let quantiser):
        canvas = try CanvasVP8Encoder(
          width: width, height: height, settings: CanvasVP8Settings(quantiser: quantiser))
      case .canonical(let quantiser):
        canvas = try CanvasVP8Encoder(
          width: width, height: height,
          settings: CanvasVP8Settings(mode: .canonical(ground: .white), quantiser: quantiser))
      case .libvpx(let speed, let usesActiveMap, let rate):
        var settings = VPXSettings(rate: rate, refinements: [], speed: speed)
        settings.usesActiveMap = usesActiveMap
        library = try VPXEncoder(width: width, height: height, settings: settings)
      }
    } catch {
      throw MediaError(.codecFailed, "\(coding.name) does not start: \(error)")
    }
  }

  /// What is not counted: the first picture, and what a stream that begins with an empty page owes.
  func begin(_ picture: borrowing I420Picture, shown: inout I420Picture) throws(MediaError) {
    var all = BlockMap(width: picture.width, height: picture.height)
    all.insertAll()
    for number in 0..<2 {
      let request = EncodeRequest(time: MediaTime(count: Int64(number), rate: 30), blocks: all)
      try show(try encode(picture, request), in: &shown)
    }
  }

  /// Codes a frame, and looks at what a viewer sees of it.
  func add(
    _ picture: borrowing I420Picture, _ request: EncodeRequest, isWholeCompared: Bool,
    shown: inout I420Picture
  ) throws(MediaError) {
    let start = ThreadClock.milliseconds
    let bytes = try countedEncode(picture, request)
    figures.add(milliseconds: ThreadClock.milliseconds - start, bytes: bytes.count)
    try show(bytes, in: &shown)
    figures.damaged += PictureLikeness(picture, shown, in: request.blocks)
    if isWholeCompared { figures.whole += PictureLikeness(picture, shown) }
  }

  /// What a joiner gets: a key frame, or the page and the frame that fills it.
  func end(
    _ picture: borrowing I420Picture, at time: MediaTime, shown: inout I420Picture
  ) throws(MediaError) {
    let none = BlockMap(width: picture.width, height: picture.height)
    let start = ThreadClock.milliseconds
    var frames: [(bytes: [UInt8], isShown: Bool)] = []
    if case .canonical = coding { frames = try bootstrap(picture, at: time) }
    if frames.isEmpty {
      let request = EncodeRequest(time: time, blocks: none, wantsKeyFrame: true)
      frames = [(try encode(picture, request), true)]
    }
    figures.keyTime = ThreadClock.milliseconds - start
    for (bytes, isShown) in frames {
      figures.keyBytes += bytes.count
      try show(bytes, isShown: isShown, in: &shown)
    }
    figures.key = PictureLikeness(picture, shown)
  }

  /// `encode` under a name of its own: callgrind counts what happens in here.
  @inline(never)
  func countedEncode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(MediaError) -> [UInt8] {
    try encode(picture, request)
  }

  func encode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(MediaError) -> [UInt8] {
    do throws(VideoEncoderError) {
      let frame =
        canvas == nil
        ? try library?.encode(picture, request) ?? nil
        : try canvas?.encode(picture, request) ?? nil
      return frame?.bytes ?? []
    } catch {
      throw MediaError(.codecFailed, "\(coding.name): a frame does not encode: \(error)")
    }
  }

  private func bootstrap(
    _ picture: borrowing I420Picture, at time: MediaTime
  ) throws(MediaError) -> [(bytes: [UInt8], isShown: Bool)] {
    do throws(VideoEncoderError) {
      let frames = try canvas?.bootstrap(picture, at: time) ?? nil ?? []
      return frames.map { (bytes: $0.bytes, isShown: $0.isShown) }
    } catch {
      throw MediaError(.codecFailed, "\(coding.name): no bootstrap: \(error)")
    }
  }

  /// A dropped frame leaves the decoder's picture; its own, since lanes share `shown`.
  private func show(
    _ bytes: [UInt8], isShown: Bool = true, in shown: inout I420Picture
  ) throws(MediaError) {
    do throws(VideoDecoderError) {
      guard !bytes.isEmpty, try decoder.decode(bytes, into: &shown) == isShown else {
        throw .damaged("a frame that shows nothing, or should not")
      }
    } catch {
      throw MediaError(.codecFailed, "\(coding.name): a frame does not decode: \(error)")
    }
  }
}
