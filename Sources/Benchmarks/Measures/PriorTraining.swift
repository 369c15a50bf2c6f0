internal import MediaCore
internal import Strokes

/// Trains the coefficient probabilities of the board encoder on sessions that no test and no
/// comparison uses, and prints them as Swift.
enum PriorTraining {
  static func run() throws(MediaError) {
    print(
      """
      /// Coefficient probabilities of ink, made by `Scripts/train-prior`. A key frame brings them once;
      /// other frames change nothing and leave nothing behind.
      enum CanvasVP8Prior {
        static let free = VP8CoefficientProbabilities([
      """)
    printNumbers(try trained(.free))
    print("  ])\n  static let canonical = VP8CoefficientProbabilities([")
    printNumbers(try trained(.canonical(ground: .white)))
    print("  ])\n}")
  }

  /// Over handwriting and over all inks, at three qualities.
  private static func trained(_ mode: CanvasVP8Settings.Mode) throws(MediaError) -> [UInt8] {
    var counts: CanvasVP8Encoder.TokenStatistics?
    for quantiser in [UInt8(6), 10, 17] {
      for seed in [UInt64(301), 302] {
        counts = try encode(
          Array(PenSession(seconds: 60, seed: seed)), mode, quantiser, adding: counts)
      }
      counts = try encode(
        Array(InkSession(seconds: 60, seed: 303)), mode, quantiser, adding: counts)
    }
    return counts?.probabilities ?? []
  }

  private static func encode(
    _ events: [BoardEvent], _ mode: CanvasVP8Settings.Mode, _ quantiser: UInt8,
    adding before: CanvasVP8Encoder.TokenStatistics?
  ) throws(MediaError) -> CanvasVP8Encoder.TokenStatistics {
    let (width, height) = (MeasuredSession.width, MeasuredSession.height)
    let renderer = BoardRenderer(
      header: PenSession.header, width: width, height: height, viewport: .identity)
    var picture = I420Picture(width: width, height: height)
    var settings = CanvasVP8Settings(mode: mode, quantiser: quantiser)
    settings.countsTokens = true
    do throws(VideoEncoderError) {
      var encoder = try CanvasVP8Encoder(width: width, height: height, settings: settings)
      if let before { encoder.tokenStatistics = before }
      var next = 0
      for frame in 0..<Int64(60 * MeasuredSession.rate) {
        let instant = MediaTime(count: frame, rate: MeasuredSession.rate)
        while next < events.count, MediaTime(events[next].time) <= instant {
          renderer.apply(events[next])
          next += 1
        }
        let damage = renderer.render()
        if damage.blocks.isEmpty { continue }
        ColourConverter.convert(
          damage.blocks, of: renderer.canvas.pixels.span, stride: Int(width) * 4, into: &picture)
        _ = try encoder.encode(
          picture,
          EncodeRequest(
            time: instant, blocks: damage.blocks, hint: damage.hint,
            wantsKeyFrame: mode == .free && frame % 300 == 0))
      }
      return encoder.tokenStatistics
    } catch {
      throw MediaError(.codecFailed, "training failed: \(error)")
    }
  }

  private static func printNumbers(_ numbers: [UInt8]) {
    var line = "   "
    for number in numbers {
      let text = " \(number),"
      if line.utf8.count + text.utf8.count > 100 {
        print(line)
        line = "   "
      }
      line += text
    }
    print(line)
  }
}
