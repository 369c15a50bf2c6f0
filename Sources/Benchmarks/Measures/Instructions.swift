internal import Glibc

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
      let (few, many) = (count(step, 150, folder), count(step, 900, folder))
      guard let few, let many, many.blocks > few.blocks else {
        print("| \(step.rawValue) | valgrind did not run | |")
        continue
      }
      let blocks = Double(many.blocks - few.blocks)
      let each = Double(many.instructions - few.instructions) / blocks
      print("| \(step.rawValue) | \(fixed(each - before, 0)) | \(Int(blocks)) |")
      before = each
    }
  }

  private static func count(
    _ step: Kernels.Step, _ frames: Int64, _ folder: String
  ) -> (instructions: Int64, blocks: Int)? {
    let output = "\(folder)/callgrind.out"
    let (usage, _) = ChildProcess.run([
      "valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=\(output)",
      CommandLine.arguments[0], "kernel", step.rawValue, "\(frames)",
    ])
    guard usage.exitCode == 0, let total = total(in: output),
      let blocks = try? Kernels.run(.ink, frames: frames)
    else { return nil }
    return (total, blocks)
  }

  /// The "totals:" line of a callgrind file.
  private static func total(in path: String) -> Int64? {
    guard let file = unsafe fopen(path, "r") else { return nil }
    defer { unsafe fclose(file) }
    var line = [CChar](repeating: 0, count: 4_096)
    while unsafe fgets(&line, Int32(line.count), file) != nil {
      let text = String(
        decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      for key in ["totals:", "summary:"] where text.hasPrefix(key) {
        let digits = text.dropFirst(key.count).drop { $0 == " " }.prefix { $0.isNumber }
        return Int64(digits)
      }
    }
    return nil
  }
}
