internal import MediaCore
internal import Strokes

/// Our encoder of boards beside libvpx: one process, the same frames, frame by frame in rotating
/// order, thread CPU time. All lanes push each other out of the caches, as a recorder's other work
/// does.
struct BoardEncoders {
  let seconds: Double

  /// Of the frames, one in so many is compared whole.
  private static let wholeEvery = 15
  /// A similarity that lower by no more counts as equal.
  private static let equalSimilarity = 0.0005

  func run(_ session: BoardSession) throws(MediaError) {
    let (width, height) = (MeasuredSession.width, MeasuredSession.height)
    var lanes: [BoardLane] = []
    for coding in BoardCoding.all {
      lanes.append(try BoardLane(coding, width: width, height: height))
    }
    var picture = I420Picture(width: width, height: height)
    var shown = I420Picture(width: width, height: height)
    var (frames, blocks, most) = (0, 0, 0)
    try session.forEachFrame(seconds: seconds) { frame, canvas, damage throws(MediaError) in
      ColourConverter.convert(
        damage.blocks, of: canvas.pixels.span, stride: Int(width) * 4, into: &picture)
      if frame == 0 {
        for lane in lanes { try lane.begin(picture, shown: &shown) }
        return
      }
      // Two frames were needed to begin with.
      let request = EncodeRequest(
        time: MediaTime(count: frame + 2, rate: MeasuredSession.rate), blocks: damage.blocks,
        hint: damage.hint)
      for turn in lanes.indices {
        try lanes[(turn + frames) % lanes.count].add(
          picture, request, isWholeCompared: frames % Self.wholeEvery == 0, shown: &shown)
      }
      frames += 1
      blocks += damage.blocks.count
      most = max(most, damage.blocks.count)
    }
    let end = MediaTime(
      count: Int64(seconds * Double(MeasuredSession.rate)) + 3, rate: MeasuredSession.rate)
    for lane in lanes { try lane.end(picture, at: end, shown: &shown) }
    print(
      "\n### \(session.title): \(fixed(seconds, 0)) s, \(frames) frames with damage,"
        + " \(fixed(Double(blocks) / Double(max(frames, 1)), 1)) blocks on average,"
        + " \(most) at most\n")
    printFigures(of: lanes)
    printVerdict(on: lanes)
  }

  private func printFigures(of lanes: [BoardLane]) {
    print(
      "| encoder | mean ms | median | p99 | max | key ms | key kB | key PSNR | P kB | largest P kB"
        + " | drawn PSNR | drawn SSIM | whole PSNR | whole SSIM | CPU × | bytes × |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    guard let reference = lanes.first(where: { $0.coding == .reference })?.figures else { return }
    for lane in lanes {
      let figures = lane.figures
      print(
        "| \(lane.coding.name) | \(fixed(figures.mean, 3)) | \(fixed(figures.time(of: 0.5), 3))"
          + " | \(fixed(figures.time(of: 0.99), 3)) | \(fixed(figures.slowest, 2))"
          + " | \(fixed(figures.keyTime, 1)) | \(kilobytes(figures.keyBytes))"
          + " | \(decibels(figures.key))"
          + " | \(kilobytes(figures.bytes)) | \(kilobytes(figures.largest))"
          + " | \(decibels(figures.damaged)) | \(fixed(figures.damaged.ssim, 4))"
          + " | \(decibels(figures.whole)) | \(fixed(figures.whole.ssim, 5))"
          + " | \(fixed(figures.mean / reference.mean, 1))"
          + " | \(fixed(Double(figures.bytes) / Double(reference.bytes), 2)) |")
    }
  }

  /// Beside each of ours the libvpx setting that costs least among those that show as much of what
  /// is drawn, and the smallest among them.
  private func printVerdict(on lanes: [BoardLane]) {
    print(
      "\n| ours | cheapest libvpx of equal drawn SSIM | its CPU × | its bytes ×"
        + " | smallest libvpx of equal drawn SSIM | its CPU × | its bytes × |")
    print("|---|---|---|---|---|---|---|")
    for lane in lanes where lane.coding.isOurs {
      let own = lane.figures
      var (cheapest, smallest): (BoardLane?, BoardLane?) = (nil, nil)
      for other in lanes where !other.coding.isOurs {
        guard other.figures.damaged.ssim >= own.damaged.ssim - Self.equalSimilarity else {
          continue
        }
        if other.figures.mean < cheapest?.figures.mean ?? .infinity { cheapest = other }
        if other.figures.bytes < smallest?.figures.bytes ?? .max { smallest = other }
      }
      print("| \(lane.coding.name) | \(verdict(cheapest, own)) | \(verdict(smallest, own)) |")
    }
  }

  private func verdict(_ other: BoardLane?, _ own: LaneFigures) -> String {
    guard let other else { return "none | |" }
    return "\(other.coding.name) | \(fixed(other.figures.mean / own.mean, 1))"
      + " | \(fixed(Double(other.figures.bytes) / Double(own.bytes), 2))"
  }

  private func kilobytes(_ bytes: Int) -> String { fixed(Double(bytes) / 1_000, 1) }

  private func decibels(_ likeness: PictureLikeness) -> String {
    likeness.psnr.map { fixed($0, 1) } ?? "equal"
  }
}
