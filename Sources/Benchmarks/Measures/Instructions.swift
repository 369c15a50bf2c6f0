internal import Strokes

/// Instructions that callgrind counts for each step a damaged block takes from ink to bytes.
///
/// Each step is run over two numbers of frames; the difference leaves out starting and stopping. A
/// step's own count is what it adds to the step before.
enum Instructions {
  static func run(folder: String) {
    print("\n### Instructions a damaged block, by callgrind: writing, pen of 3 px, some marker\n")
    print("| step | instructions a block | blocks |")
    print("|---|---|---|")
    var before = 0.0
    for step in [Kernels.Step.ink, .convert, .encode] {
      let (few, many) = (count(step, 150, nil, folder), count(step, 900, nil, folder))
      guard let few, let many, many.blocks > few.blocks else {
        print("| \(step.rawValue) | valgrind did not run | |")
        continue
      }
      let blocks = Double(many.blocks - few.blocks)
      let each = Double(many.costs.total - few.costs.total) / blocks
      print("| \(step.rawValue) | \(fixed(each - before, 0)) | \(Int(blocks)) |")
      before = each
    }
  }

  /// The step from events to pixels for every ink alone, at the widths of the session of all inks.
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
    _ step: Kernels.Step, _ frames: Int64, _ ink: InkKind?, _ folder: String
  ) -> (costs: CallgrindCosts, blocks: Int)? {
    let output = "\(folder)/callgrind.out"
    let (usage, _) = ChildProcess.run(
      [
        "valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=\(output)",
        CommandLine.arguments[0], "kernel", step.rawValue, "\(frames)",
      ] + (ink.map { ["\($0)"] } ?? []))
    guard usage.exitCode == 0, let costs = CallgrindCosts(of: output),
      let blocks = try? Kernels.run(.ink, frames: frames, ink: ink)
    else { return nil }
    return (costs, blocks)
  }
}
