/// What a frame's header says of its macroblocks as a whole: the chances of their flags
/// (RFC 6386, 9.3, 9.10 and 10).
struct VP8FrameStatistics: Equatable, Sendable {
  /// That a macroblock has levels.
  var coded: UInt8
  /// That it is predicted within the frame.
  var intra: UInt8
  /// That what it refers to is the last frame, and else the golden one.
  var last: UInt8
  var golden: UInt8
  /// The three nodes of the segments' tree.
  var segments: [UInt8]

  /// - Parameters:
  ///   - skips: for each of the macroblocks whether it is without levels.
  ///   - rest: how many macroblocks there are besides; all of them like `background`.
  init(
    _ macroblocks: [VP8Macroblock], skips: [Bool], rest: Int, background: VP8Prediction
  ) {
    var coded = 0
    var intra = 0
    // By reference, of which there is no 0.
    var inter = [0, 0, 0, 0]
    var segments = [rest, 0, 0, 0]
    func count(_ prediction: VP8Prediction, _ number: Int) {
      if case .inter(let reference, _) = prediction {
        inter[Int(reference.rawValue)] += number
      } else {
        intra += number
      }
    }
    count(background, rest)
    for index in 0..<macroblocks.count {
      if !skips[index] { coded += 1 }
      count(macroblocks[index].prediction, 1)
      segments[Int(macroblocks[index].segment & 3)] += 1
    }
    let total = macroblocks.count + rest
    let others = inter[2] + inter[3]
    self.coded = VP8TokenCounts.probability(of: coded, against: total - coded)
    self.intra = VP8TokenCounts.probability(of: intra, against: total - intra)
    last = VP8TokenCounts.probability(of: inter[1], against: others)
    golden = VP8TokenCounts.probability(of: inter[2], against: inter[3])
    self.segments = [
      VP8TokenCounts.probability(of: segments[0] + segments[1], against: segments[2] + segments[3]),
      VP8TokenCounts.probability(of: segments[0], against: segments[1]),
      VP8TokenCounts.probability(of: segments[2], against: segments[3]),
    ]
  }
}
