internal import MediaCore
internal import Strokes

/// Instructions that callgrind counts in the encoders alone, by toggling its collection at
/// `BoardLane.countedEncode`: what a busy machine cannot change.
enum BoardEncoderInstructions {
  static func run(folder: String, _ session: BoardSession, seconds: Double) {
    print("\n### Instructions a frame, by callgrind: \(session.title), \(fixed(seconds, 0)) s\n")
    print("| encoder | instructions a frame | a block | × |")
    print("|---|---|---|---|")
    var reference = 0.0
    let output = "\(folder)/encoder.callgrind"
    for (number, coding) in BoardCoding.counted.enumerated() {
      let (usage, _) = ChildProcess.run([
        "valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=\(output)",
        "--collect-atstart=no", "--toggle-collect=*countedEncode*", CommandLine.arguments[0],
        "encoder-kernel", "\(number + 1)", session.rawValue, "\(seconds)",
      ])
      guard usage.exitCode == 0, let costs = CallgrindCosts(of: output),
        let damage = try? frames(of: session, seconds: seconds)
      else {
        print("| \(coding.name) | valgrind did not run | | |")
        continue
      }
      let total = Double(costs.total)
      if coding == .reference { reference = total }
      print(
        "| \(coding.name) | \(fixed(total / Double(damage.count), 0))"
          + " | \(fixed(total / Double(damage.blocks), 0)) | \(fixed(total / reference, 1)) |")
    }
  }

  /// Encodes a session by one encoder, for the counter.
  static func kernel(_ number: Int, _ session: BoardSession, seconds: Double) throws(MediaError) {
    guard BoardCoding.counted.indices.contains(number) else {
      throw MediaError(.usage, "no encoder has the number \(number)")
    }
    let (width, height) = (MeasuredSession.width, MeasuredSession.height)
    let lane = try BoardLane(BoardCoding.counted[number], width: width, height: height)
    var picture = I420Picture(width: width, height: height)
    var shown = I420Picture(width: width, height: height)
    try session.forEachFrame(seconds: seconds) { frame, canvas, damage throws(MediaError) in
      ColourConverter.convert(
        damage.blocks, of: canvas.pixels.span, stride: Int(width) * 4, into: &picture)
      if frame == 0 {
        try lane.begin(picture, shown: &shown)
      } else {
        _ = try lane.countedEncode(
          picture,
          EncodeRequest(
            time: MediaTime(count: frame + 2, rate: MeasuredSession.rate), blocks: damage.blocks,
            hint: damage.hint))
      }
    }
  }

  private static func frames(
    of session: BoardSession, seconds: Double
  ) throws(MediaError) -> (count: Int, blocks: Int) {
    var (count, blocks) = (0, 0)
    try session.forEachFrame(seconds: seconds) { frame, _, damage throws(MediaError) in
      guard frame > 0 else { return }
      count += 1
      blocks += damage.blocks.count
    }
    return (count, blocks)
  }
}
