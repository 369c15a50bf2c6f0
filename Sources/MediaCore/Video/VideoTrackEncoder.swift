package import Strokes

/// The video of one track: a picture that is kept up to date, a cadence, and an encoder.
///
/// For each change: take all frames before its time, then hand it over. So every frame shows what
/// was there at its instant, and a frame is never waited for.
package struct VideoTrackEncoder<Encoder: VideoEncoder & ~Copyable>: ~Copyable {
  private var picture: I420Picture
  private var cadence: VideoCadence
  private var encoder: Encoder
  /// Nil when the encoder's quality decides.
  private var rateControl: VideoRateControl?
  private var lastFrame = MediaTime.zero
  private var hasEnded = false

  package init(
    encoder: consuming Encoder, width: Int32, height: Int32,
    cadence: VideoCadence.Configuration = VideoCadence.Configuration(),
    rateControl: VideoRateControl? = nil
  ) {
    picture = I420Picture(width: width, height: height)
    var configuration = cadence
    let passes = encoder.capabilities.refinements
    if passes < configuration.refinements.count {
      configuration.refinements.removeLast(configuration.refinements.count - passes)
    }
    self.cadence = VideoCadence(width: width, height: height, configuration: configuration)
    self.encoder = encoder
    self.rateControl = rateControl
  }

  package var width: Int32 { picture.width }
  package var height: Int32 { picture.height }
  package var rate: FrameRate { cadence.configuration.rate }
  /// When the next frame is due if nothing changes.
  package var deadline: MediaTime { cadence.deadline }

  /// Where the last frame of a session that ends at `end` is going to stand.
  package func finalInstant(end: MediaTime) -> MediaTime { cadence.finalInstant(end: end) }

  /// See `VideoCadence.wantKeyFrame`.
  package mutating func wantKeyFrame(at time: MediaTime) { cadence.wantKeyFrame(at: time) }

  /// The next frame before `time`; nil when all have been taken.
  package mutating func nextFrame(before time: MediaTime) throws(MediaError) -> EncodedFrame? {
    while true {
      if let rateControl {
        cadence.putsOffKeyFrame = !rateControl.affordsKeyFrame(at: cadence.deadline)
      }
      guard let request = cadence.nextFrame(before: time) else { return nil }
      if let frame = try encodeWithinRate(request) { return frame }
      cadence.restore(request)
      if cadence.configuration.isConstantRate, let frame = try repetition(at: request.time) {
        return frame
      }
    }
  }

  /// The frames up to the end of the session, one a call; nil after the last.
  package mutating func nextFrame(ending end: MediaTime) throws(MediaError) -> EncodedFrame? {
    if hasEnded { return nil }
    if let frame = try nextFrame(before: cadence.finalInstant(end: end)) { return frame }
    hasEnded = true
    guard let request = cadence.finalFrame(end: end) else { return nil }
    return try encode(request)
  }

  /// Takes over the damaged blocks of a canvas as it is at `time`.
  ///
  /// - Parameters:
  ///   - pixels: B, G, R, A in memory, as bytes or as 0xAARRGGBB; alpha is ignored. Only the damaged blocks are read.
  ///   - stride: bytes from one row to the next.
  package mutating func update<Element: BitwiseCopyable>(
    from pixels: Span<Element>, stride: Int, damage: Damage, at time: MediaTime
  ) {
    ColourConverter.convert(damage.blocks, of: pixels, stride: stride, into: &picture)
    cadence.change(damage, at: time)
  }

  /// Takes over blocks of a picture of the same size as it is at `time`.
  package mutating func update(
    from source: borrowing I420Picture, blocks: BlockMap, at time: MediaTime
  ) {
    picture.copy(blocks, of: source)
    cadence.change(Damage(blocks: blocks), at: time)
  }

  /// Takes over a whole frame of packed 4:2:0 planes; what differs is the damage.
  package mutating func update(packed frame: Span<UInt8>, at time: MediaTime) {
    let blocks = picture.update(packed: frame)
    cadence.change(Damage(blocks: blocks), at: time)
  }

  /// Nil when there is to be no frame now.
  private mutating func encodeWithinRate(
    _ request: EncodeRequest
  ) throws(MediaError) -> EncodedFrame? {
    guard let rateControl, !request.wantsKeyFrame else { return try encode(request) }
    if request.blocks.isEmpty, encoder.isBehind,
      request.time - lastFrame < cadence.configuration.heartbeat,
      !rateControl.affordsImprovement(at: request.time)
    {
      return nil
    }
    var request = request
    request.budget = rateControl.budget(at: request.time)
    if let frame = try encode(request) { return frame }
    request.budget = rateControl.fullBudget(at: request.time)
    return request.budget == nil ? nil : try encode(request)
  }

  /// A frame in which nothing changes, in the place of one that has to wait.
  private mutating func repetition(at time: MediaTime) throws(MediaError) -> EncodedFrame? {
    let none = BlockMap(width: picture.width, height: picture.height)
    return try encode(
      EncodeRequest(time: time, blocks: none, budget: .init(bits: .max, time: .zero)))
  }

  private mutating func encode(_ request: EncodeRequest) throws(MediaError) -> EncodedFrame? {
    do {
      let frame = try encoder.encode(picture, request)
      if let frame {
        rateControl?.take(frame)
        lastFrame = frame.time
      }
      cadence.isBehind = encoder.isBehind
      return frame
    } catch {
      throw MediaError(error)
    }
  }
}

extension MediaError {
  /// What an encoder's refusal means to a person.
  package init(_ error: VideoEncoderError) {
    switch error {
    case .size(let width, let height):
      self.init(.usage, "a video cannot be \(width)×\(height): 1×1 to 16383×16383 pixels work")
    case .outOfMemory:
      self.init(.codecFailed, "no memory for a video of this size: record a smaller one")
    case .library(let reason):
      self.init(.codecFailed, "the video encoder failed", cause: reason)
    }
  }
}
