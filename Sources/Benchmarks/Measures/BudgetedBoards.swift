internal import MediaCore
internal import Strokes

/// Much that appears at once on a link that is narrow for it, while a pen goes on writing: how soon
/// it is seen, how soon it is good, how long the pen's lines take, and what the frames cost to code.
struct BudgetedBoards {
  enum Event: String, CaseIterable {
    case photo = "photo of 960×640"
    case page = "dense page"
  }

  /// No frame may still be on its way for longer when the next is coded.
  private static let queue = 0.15
  private static let frames = 300

  static func run() throws(MediaError) {
    print(
      "\n| on a link | encoder | first picture s | ≥ 36 dB s | all good s | pen's lag ms | event kB"
        + " | event ms | dearest ms | preview of all ms |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for event in Event.allCases {
      for rate in [1_000_000, 2_500_000] {
        for mode in [CanvasVP8Settings.Mode.free, .canonical(ground: .white)] {
          let name = "\(event.rawValue), \(fixed(Double(rate) / 1e6, 1)) Mbit/s"
          do throws(VideoEncoderError) {
            var board = try BudgetedBoard(event, mode)
            let row = try board.run(frames: frames, rate: Double(rate), queue: queue)
            print("| \(name) | \(mode == .free ? "free" : "canonical") | \(row) |")
          } catch {
            throw MediaError(.codecFailed, "a frame does not encode: \(error)")
          }
        }
      }
    }
  }
}

/// A white board, what appears on it, and an encoder that has shown the white board.
private struct BudgetedBoard: ~Copyable {
  private var pixels: [UInt32]
  private var picture: I420Picture
  private var shown: I420Picture
  private var encoder: CanvasVP8Encoder
  private var twin: CanvasVP8Encoder
  private let appeared: BlockMap
  private let isCanonical: Bool
  private var decoder: VPXDecoder

  private static let (width, height) = (MeasuredSession.width, MeasuredSession.height)
  private static let time = MediaTime(milliseconds: 33)

  init(_ event: BudgetedBoards.Event, _ mode: CanvasVP8Settings.Mode) throws(VideoEncoderError) {
    let (width, height) = (Self.width, Self.height)
    var pixels = [UInt32](repeating: 0xFFFF_FFFF, count: Int(width) * Int(height))
    var picture = I420Picture(width: width, height: height)
    var shown = I420Picture(width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    ColourConverter.convert(all, of: pixels.span, stride: Int(width) * 4, into: &picture)
    var encoder = try CanvasVP8Encoder(
      width: width, height: height, settings: CanvasVP8Settings(mode: mode))
    var twin = try CanvasVP8Encoder(
      width: width, height: height, settings: CanvasVP8Settings(mode: mode))
    var decoder: VPXDecoder
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw .library("libvpx's decoder does not start")
    }
    for number in 0..<2 {
      let request = EncodeRequest(time: MediaTime(milliseconds: Int64(number)), blocks: all)
      _ = try twin.encode(picture, request)
      if let frame = try encoder.encode(picture, request) {
        do throws(VideoDecoderError) {
          _ = try decoder.decode(frame.bytes, into: &shown)
        } catch {
          throw .library("a frame does not decode")
        }
      }
    }
    var blocks = BlockMap(width: width, height: height)
    switch event {
    case .photo:
      blocks.insert(x: 500, y: 230, width: 960, height: 640)
      if let photo = PhotoSession.photos[0].picture {
        for y in 0..<640 {
          for x in 0..<960 { pixels[(y + 230) * Int(width) + 500 + x] = photo.pixels[y * 960 + x] }
        }
      }
    case .page:
      blocks.insert(x: 0, y: 0, width: width, height: 1_000)
      var page: [UInt32] = []
      do throws(MediaError) {
        try BoardSession.dense.forEachFrame(seconds: 0.1) { frame, canvas, _ in
          if frame == 0 { page = canvas.pixels }
        }
      } catch {
        throw .library(error.message)
      }
      for index in 0..<(1_000 * Int(width)) { pixels[index] = page[index] }
    }
    ColourConverter.convert(blocks, of: pixels.span, stride: Int(width) * 4, into: &picture)
    appeared = blocks
    isCanonical = mode != .free
    self.pixels = pixels
    self.picture = picture
    self.shown = shown
    self.encoder = encoder
    self.twin = twin
    self.decoder = decoder
  }

  /// The table's row.
  mutating func run(
    frames: Int, rate: Double, queue: Double
  ) throws(VideoEncoderError) -> String {
    let preview = try previewTime()
    var (delivered, first, fair, good) = (0.0, Double?.none, Double?.none, Double?.none)
    var lag = 0.0
    var costs: [(milliseconds: Double, bytes: Int)] = []
    for number in 0..<frames where good == nil {
      let now = Double(number) / Double(MeasuredSession.rate)
      var blocks = write(number)
      if number == 0 { blocks.formUnion(appeared) }
      let room = max(queue - max(delivered - now, 0), 0) * rate
      let request = EncodeRequest(
        time: MediaTime(count: Int64(number + 2), rate: MeasuredSession.rate), blocks: blocks,
        budget: EncodeRequest.Budget(bits: Int(room), time: Self.time))
      let start = ThreadClock.milliseconds
      let frame = try encoder.encode(picture, request)
      costs.append((ThreadClock.milliseconds - start, frame?.bytes.count ?? 0))
      guard let frame else { continue }
      delivered = max(delivered, now) + Double(frame.bytes.count * 8) / rate
      lag = max(lag, delivered - now)
      do throws(VideoDecoderError) {
        _ = try decoder.decode(frame.bytes, into: &shown)
      } catch {
        throw .library("a frame does not decode")
      }
      if number == 0 || fair == nil {
        let likeness = PictureLikeness(picture, shown, in: appeared).psnr ?? 99
        if likeness >= 15, first == nil { first = delivered }
        if likeness >= 36 { fair = delivered }
      }
      if !encoder.isBehind { good = delivered }
    }
    let dearest = costs.map(\.milliseconds).max() ?? 0
    return [
      seconds(first), seconds(fair), seconds(good), fixed(lag * 1_000, 0),
      fixed(Double(costs[0].bytes) / 1_000, 1), fixed(costs[0].milliseconds, 1),
      fixed(dearest, 1), fixed(preview, 1),
    ].joined(separator: " | ")
  }

  private func seconds(_ value: Double?) -> String { value.map { fixed($0, 2) } ?? "never" }

  /// Of the coarsest picture of all that appeared: the first budget that holds it finds just that. A
  /// canonical stream has nothing between previews and full quality, which takes more than 100 bits a
  /// block; and it does not wait when it keeps what was there.
  private mutating func previewTime() throws(VideoEncoderError) -> Double {
    var bits = isCanonical ? appeared.count * 100 : 40_000
    while true {
      let request = EncodeRequest(
        time: MediaTime(milliseconds: 3), blocks: appeared,
        budget: EncodeRequest.Budget(
          bits: bits, time: MediaTime(milliseconds: 1_000), mayWait: true))
      let start = ThreadClock.milliseconds
      if try twin.encode(picture, request) != nil { return ThreadClock.milliseconds - start }
      bits += bits / 10
    }
  }

  /// A thirtieth of a second of a line below all else.
  private mutating func write(_ number: Int) -> BlockMap {
    let (x, y) = (number * 6 % 1_860 + 20, 1_040 + number / 4 % 9)
    for row in y..<(y + 3) {
      for column in x..<(x + 6) { pixels[row * Int(Self.width) + column] = 0xFF00_0000 }
    }
    var blocks = BlockMap(width: Self.width, height: Self.height)
    blocks.insert(x: Int32(x), y: Int32(y - 1), width: 8, height: 6)
    let written = pixels
    ColourConverter.convert(blocks, of: written.span, stride: Int(Self.width) * 4, into: &picture)
    return blocks
  }
}
