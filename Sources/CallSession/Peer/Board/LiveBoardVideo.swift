package import MediaCore
package import Strokes

/// The picture of a live source as VP8, coded once for all who watch; joiners and those who lost frames get
/// what they need besides.
///
/// What moves as a whole, a film, is coded by libvpx at the rate of the worst path; then joiners, and those
/// for whom sending again does not help, need a key frame for everybody.
package struct LiveBoardVideo: ~Copyable {
  /// A frame for everybody.
  package struct Frame: Sendable {
    package var shared: SharedFrame
    /// That it touches.
    package var blocks: BlockMap
    package var isKeyFrame: Bool
  }

  /// Every block of the picture.
  package let all: BlockMap
  private let none: BlockMap
  /// Frames for everybody so far, and key frames, also those of joiners.
  package private(set) var frames: Int64 = 0
  package private(set) var keyFrames: Int64 = 0
  /// One of the two.
  private var encoder: BoardVideoEncoder?
  private var film: CameraEncoder?
  private let filmRates: ClosedRange<Int>
  /// Changed and not coded.
  private var pending: BlockMap
  /// When the last of it was captured.
  private var changed = MediaTime.zero
  private var lastFrame: MediaTime?
  /// When the last frame for everybody was made.
  private var made: MediaTime?
  private var wantsKeyFrame = true
  private var nextKeyFrame = MediaTime.zero

  /// A browser that gets no frame for three seconds asks for a key frame: one that changes nothing is a few bytes.
  private static let heartbeat = MediaTime(milliseconds: 2_000)
  /// Key frames for everybody are dear.
  private static let keyFrameInterval = MediaTime(milliseconds: 1_000)

  /// - Parameters:
  ///   - width, height: of the picture, in pixels.
  ///   - ground: the colour of a board without ink.
  package init(width: Int32, height: Int32, ground: Colour) throws(MediaError) {
    let board: BoardVideoEncoder
    do throws(VideoEncoderError) {
      board = try BoardVideoEncoder(.faceboard, width: width, height: height, ground: ground)
    } catch {
      throw MediaError(error)
    }
    self.init(width, height, board: board, film: nil, rates: 0...0)
  }

  /// - Parameters:
  ///   - width, height: of the picture, in pixels.
  ///   - rate: pictures a second.
  package init(film width: Int32, _ height: Int32, rate: FrameRate) throws(MediaError) {
    let shape = FrameShape(width: width, height: height, pixels: .i420, rate: rate)
    let most = Self.filmBitrate(of: shape)
    let film: CameraEncoder
    do throws(VideoEncoderError) {
      film = try CameraEncoder(
        width: width, height: height, bitrate: most,
        frameRate: Int(min(max(rate.frames / rate.seconds, 1), 1_000)))
    } catch {
      throw MediaError(error)
    }
    self.init(width, height, board: nil, film: film, rates: min(Self.leastFilmRate, most)...most)
  }

  private init(
    _ width: Int32, _ height: Int32, board: consuming BoardVideoEncoder?,
    film: consuming CameraEncoder?, rates: ClosedRange<Int>
  ) {
    encoder = board
    self.film = film
    filmRates = rates
    pending = BlockMap(width: width, height: height)
    var all = pending
    all.insertAll()
    self.all = all
    none = pending
  }

  /// Bits a second at which a film looks well: a tenth for each pixel.
  package static func filmBitrate(of shape: FrameShape) -> Int {
    let pixels = Int64(shape.width) * Int64(shape.height) * shape.rate.frames / shape.rate.seconds
    return Int(min(max(pixels / 10, 200_000), 8_000_000))
  }

  /// A path that carries less than this gets what it can, and the others are not held up by it.
  private static let leastFilmRate = 300_000
  /// Of what a path carries, in hundredths: sound, packets' headers and repairs have the rest.
  private static let filmShare = 80

  /// The worst path of those who watch carries so many bits a second. A board takes no more than it needs,
  /// and what each path gets of that is decided there.
  package mutating func setRate(_ target: Int64) throws(MediaError) {
    guard film != nil else { return }
    let wanted = Int(clamping: target) / 100 * Self.filmShare
    let held = min(max(wanted, filmRates.lowerBound), filmRates.upperBound)
    do throws(VideoEncoderError) {
      try film?.setBitrate(held / 10_000 * 10_000)
    } catch {
      throw MediaError(error)
    }
  }

  /// Whether `setRate` matters.
  package var isFilm: Bool { film != nil }

  private mutating func encode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame? {
    isFilm
      ? try film?.encode(picture, at: request.time, wantsKeyFrame: request.wantsKeyFrame) ?? nil
      : try encoder?.encode(picture, request) ?? nil
  }

  /// The picture has changed.
  ///
  /// - Parameter time: when that was captured.
  package mutating func update(_ blocks: BlockMap, at time: MediaTime) {
    pending.formUnion(blocks)
    changed = max(changed, time)
  }

  /// The next frame is a key frame, once a second at most.
  package mutating func wantKeyFrame() { wantsKeyFrame = true }

  /// When what somebody lacks can be had.
  package var earliest: MediaTime { wantsKeyFrame ? nextKeyFrame : .zero }

  /// When everybody gets a frame although nothing changed; nil before the first.
  package var nextHeartbeat: MediaTime? { made.map { $0 + Self.heartbeat } }

  /// The next frame that everybody gets; nil when everybody has the picture.
  package mutating func next(
    of picture: borrowing I420Picture, at now: MediaTime
  ) throws(MediaError) -> Frame? {
    let isKeyFrame = wantsKeyFrame && nextKeyFrame <= now
    let isStill = !isKeyFrame && pending.isEmpty && encoder?.isBehind != true
    if isStill {
      guard let nextHeartbeat, nextHeartbeat <= now else { return nil }
      changed = max(changed, now)
    }
    made = now
    var request = EncodeRequest(
      time: time(changed), blocks: isKeyFrame ? all : pending, pass: .final)
    request.wantsKeyFrame = isKeyFrame
    if isKeyFrame { nextKeyFrame = now + Self.keyFrameInterval }
    pending.removeAll()
    let encoded: EncodedFrame?
    do throws(VideoEncoderError) {
      encoded = try encode(picture, request)
    } catch {
      throw MediaError(error)
    }
    guard let encoded else {
      pending.formUnion(request.blocks)
      return nil
    }
    lastFrame = request.time
    frames += 1
    if encoded.isKeyFrame {
      keyFrames += 1
      wantsKeyFrame = false
      nextKeyFrame = now + Self.keyFrameInterval
    }
    return Frame(
      shared: SharedFrame(encoded.bytes, time: encoded.time, isMendable: !isFilm),
      blocks: encoded.isKeyFrame || isFilm ? all : encoded.changes ?? request.blocks,
      isKeyFrame: encoded.isKeyFrame)
  }

  /// The picture for somebody who has nothing, as everybody has it now; nil when only a key frame for all
  /// helps.
  package mutating func bootstrap(
    of picture: borrowing I420Picture, at now: MediaTime
  ) throws(MediaError) -> [SharedFrame]? {
    do throws(VideoEncoderError) {
      var coded = try encoder?.bootstrap(picture, at: lastFrame ?? now) ?? nil
      if coded?.contains(where: { !$0.isShown }) == true {
        // Browsers take a frame that shows nothing for a broken one, and ask for a key frame without end.
        // Whoever is mended has no share in what such a frame brings; so nobody has from now on.
        _ = try encoder?.recode(none, of: picture, at: lastFrame ?? now)
        coded = try encoder?.bootstrap(picture, at: lastFrame ?? now) ?? nil
      }
      if coded != nil { keyFrames += 1 }
      return coded?.map { SharedFrame($0.bytes, time: $0.time) }
    } catch {
      throw MediaError(error)
    }
  }

  /// Blocks for somebody who lost frames, as everybody has them now; nil when only a key frame for all helps.
  package mutating func recode(
    _ blocks: BlockMap, of picture: borrowing I420Picture, at now: MediaTime
  ) throws(MediaError) -> SharedFrame? {
    do throws(VideoEncoderError) {
      let coded = try encoder?.recode(blocks, of: picture, at: lastFrame ?? now) ?? nil
      return coded.map { SharedFrame($0.bytes, time: $0.time) }
    } catch {
      throw MediaError(error)
    }
  }

  /// Two frames never have one time.
  private func time(_ wanted: MediaTime) -> MediaTime {
    lastFrame.map { max(wanted, $0 + MediaTime(milliseconds: 1)) } ?? wanted
  }
}
