internal import Strokes

/// Instructions that callgrind counts a damaged block from events to pixels.
///
/// Each ink is drawn over two numbers of frames; the difference leaves out starting and stopping.
enum Instructions {
  /// Every ink alone, at the widths of the session of all inks.
  static func runInks(folder: String) {
    print("\n### Instructions a damaged block, by callgrind: each ink alone, as in \"inks\"\n")
    print("| ink | width px | rasterise | composite | the rest | together | blocks | × pen |")
    print("|---|---|---|---|---|---|---|---|")
    var pen = 0.0
    for (kind, _, widths) in InkSession.shares {
      let (few, many) = (count(.ink, 60, kind, folder), count(.ink, 360, kind, folder))
      // What it takes to make the session, which no recorder does.
      let (fewMade, manyMade) = (
        count(.events, 60, kind, folder), count(.events, 360, kind, folder)
      )
      guard let few, let many, let fewMade, let manyMade, many.blocks > few.blocks else {
        print("| \(kind) | valgrind did not run |")
        continue
      }
      let blocks = Double(many.blocks - few.blocks)
      func each(_ part: KeyPath<CallgrindCosts, Int64>) -> Double {
        let drawn = many.costs[keyPath: part] - few.costs[keyPath: part]
        return Double(drawn - manyMade.costs[keyPath: part] + fewMade.costs[keyPath: part]) / blocks
      }
      let total = each(\.total)
      if kind == .pen { pen = total }
      let (raster, composite) = (each(\.raster), each(\.composite))
      let width =
        widths.lowerBound == widths.upperBound
        ? fixed(widths.lowerBound, 0)
        : "\(fixed(widths.lowerBound, 0))–\(fixed(widths.upperBound, 0))"
      print(
        "| \(kind) | \(width) | \(fixed(raster, 0)) | \(fixed(composite, 0))"
          + " | \(fixed(total - raster - composite, 0)) | \(fixed(total, 0)) | \(Int(blocks))"
          + " | \(fixed(total / pen, 2)) |")
    }
  }

  private static func count(
    _ step: Kernels.Step, _ frames: Int64, _ ink: InkKind, _ folder: String
  ) -> (costs: CallgrindCosts, blocks: Int)? {
    let output = "\(folder)/callgrind.out"
    let (usage, _) = ChildProcess.run(
      [
        "valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=\(output)",
        CommandLine.arguments[0], "kernel", step.rawValue, "\(frames)", "\(ink)",
      ])
    guard usage.exitCode == 0, let costs = CallgrindCosts(of: output) else { return nil }
    return (costs, Kernels.run(.ink, frames: frames, ink: ink))
  }
}
