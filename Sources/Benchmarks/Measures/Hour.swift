internal import MediaCore
internal import Strokes

/// An hour of writing through the whole recorder, what each stage takes of it, and its beginning
/// beside FFmpeg.
struct Hour {
  let recorder: String
  let folder: String

  private var board: String { "\(folder)/hour.board" }

  /// - Parameters:
  ///   - minutes: what is compared with FFmpeg, from the beginning.
  ///   - sound: a file that is repeated for an hour as the narration.
  func run(minutes: Double, sound: String) {
    SessionFile.write(PenSession.header, PenSession(seconds: 3_600), to: board)
    print("\n### An hour: a pen of 240 Hz that writes 40 % of the time, 1920×1080, 30 fps\n")
    print("| narration | CPU s | wall s | peak MB | .webm MB |")
    print("|---|---|---|---|---|")
    record("none", [])
    if let talk = narration(of: sound) { record("an hour, AAC", ["--audio", talk]) }
    compare(seconds: minutes * 60)
    stages()
  }

  private func record(_ name: String, _ options: [String]) {
    let output = "\(folder)/hour.webm"
    let (usage, wall) = ChildProcess.run(
      [recorder, "record", board, "-q", "--force", "-o", output] + options)
    guard usage.exitCode == 0 else { return print("| \(name) | failed with \(usage.exitCode) |") }
    print(
      "| \(name) | \(fixed(usage.cpu, 2)) | \(fixed(wall, 1)) | \(fixed(usage.peakMemory, 0))"
        + " | \(fixed(Double(fileSize(output)) / 1e6, 1)) |")
  }

  private func narration(of sound: String) -> String? {
    let talk = "\(folder)/hour.m4a"
    let (usage, _) = ChildProcess.run([
      "ffmpeg", "-loglevel", "error", "-y", "-stream_loop", "-1", "-i", sound, "-t", "3600", "-ac",
      "1", "-c:a", "aac", "-b:a", "64k", talk,
    ])
    if usage.exitCode == 0 { return talk }
    print("| FFmpeg makes no narration of \(sound) |")
    return nil
  }

  private func compare(seconds: Double) {
    print("\n### Its first \(fixed(seconds, 0)) s: the same frames beside FFmpeg\n")
    print("| recorder | CPU s | kB | FFmpeg's CPU × |")
    print("|---|---|---|---|")
    let frames = [
      CommandLine.arguments[0], "frames", MeasuredSession.writing.rawValue, "\(seconds)",
    ]
    let part = "\(folder)/part.board"
    SessionFile.write(PenSession.header, PenSession(seconds: seconds), to: part)
    let output = "\(folder)/part.webm"
    let written = ["-q", "--force", "-o", output]
    var reference = 0.0
    for (name, command, producer) in [
      (
        "FFmpeg, −8, quantiser 10",
        Comparison.ffmpeg(speed: -8, Comparison.ffmpegQuantiser, to: output), frames
      ),
      ("recorder from raw frames", [recorder] + Comparison.rawFrames + written, frames),
      ("recorder from `.board`", [recorder, "record", part] + written, nil),
    ] as [(String, [String], [String]?)] {
      let (usage, _) = ChildProcess.run(command, from: producer)
      guard usage.exitCode == 0 else {
        print("| \(name) | failed with \(usage.exitCode) |")
        continue
      }
      if reference == 0 { reference = usage.cpu }
      print(
        "| \(name) | \(fixed(usage.cpu, 2)) | \(fileSize(output) / 1_000)"
          + " | \(fixed(reference / usage.cpu, 1)) |")
    }
  }

  /// Two minutes of it after the page has been written half full, less its first ten seconds.
  private func stages() {
    print("\n### Instructions of each stage, by callgrind: two minutes with half a page written\n")
    print("| stage | a damaged block | a changed frame | share |")
    print("|---|---|---|---|")
    let (few, many) = (Int64(300), Int64(3_900))
    let counts = try? (counted(.file, few), counted(.file, many))
    guard let counts, counts.1.blocks > counts.0.blocks else { return print("| nothing ran |") }
    let blocks = Double(counts.1.blocks - counts.0.blocks)
    let frames = Double(counts.1.frames - counts.0.frames)
    var rows: [(name: String, instructions: Double)] = []
    var before = 0.0
    for stage in RecorderStages.Stage.allCases {
      guard let few = costs(stage, few), let many = costs(stage, many) else {
        return print("| \(stage.rawValue) | valgrind did not run |")
      }
      let total = Double(many.total - few.total)
      if stage == .ink {
        let raster = Double(many.raster - few.raster)
        let composite = Double(many.composite - few.composite)
        rows.append(("rasterise", raster))
        rows.append(("composite, compare", composite))
        rows.append(("the rest of ink: the board's state", total - before - raster - composite))
      } else {
        rows.append((Self.names[stage] ?? "", total - before))
      }
      before = total
    }
    rows.append(("all", before))
    for row in rows {
      print(
        "| \(row.name) | \(fixed(row.instructions / blocks, 0))"
          + " | \(fixed(row.instructions / frames, 0))"
          + " | \(fixed(100 * row.instructions / before, 1)) % |")
    }
    print("\n\(fixed(blocks, 0)) damaged blocks in \(fixed(frames, 0)) changed frames.")
  }

  private static let names: [RecorderStages.Stage: String] = [
    .read: "reading, twice", .convert: "conversion to I420", .encode: "encoding changes",
    .keyFrames: "key frames", .file: "the file",
  ]

  /// When the page is half full, in seconds.
  private static let start: Int64 = 1_140

  private func counted(
    _ stage: RecorderStages.Stage, _ frames: Int64
  ) throws(MediaError) -> (blocks: Int, frames: Int) {
    try RecorderStages.run(
      stage, board: board, from: MediaTime(milliseconds: Self.start * 1_000), frames: frames,
      folder: folder)
  }

  private func costs(_ stage: RecorderStages.Stage, _ frames: Int64) -> CallgrindCosts? {
    let output = "\(folder)/stages.callgrind"
    let (usage, _) = ChildProcess.run([
      "valgrind", "-q", "--tool=callgrind", "--callgrind-out-file=\(output)",
      CommandLine.arguments[0], "stage", stage.rawValue, board, "\(Self.start)", "\(frames)",
      folder,
    ])
    return usage.exitCode == 0 ? CallgrindCosts(of: output) : nil
  }
}
