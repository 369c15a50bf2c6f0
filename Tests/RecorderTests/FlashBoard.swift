import Foundation
import MediaCore
import Strokes

/// A session of four seconds, to be looped: ink and a tone begin together after two of them.
enum FlashBoard {
  /// Writes it and its sound.
  static func write(to folder: TemporaryFolder) throws {
    var actions: [(milliseconds: Int64, action: BoardAction)] = []
    for (number, y) in [20, 48, 76].enumerated() {
      actions += WrittenBoard.stroke(
        UInt32(number + 1), at: 2_000, lasting: 0, from: (10, Int32(y)), to: (150, Int32(y)))
    }
    actions.append((2_000, .audioFile(path: "tone.wav", offset: .zero)))
    actions.append((4_000, .pointer(x: 0, y: 0, isVisible: false)))
    try folder.write(WrittenBoard.bytes(actions), "flash.board")
    try folder.write(Sounds.wave(seconds: 1), "tone.wav")
  }

  /// Seconds at which a recording of it becomes darker, and at which it is heard.
  static func onsets(_ path: String) throws -> (seen: [Double], heard: [Double]) {
    let lines = try filtered(
      path, ["-vf", "signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-"]
    ).output
    var seen: [Double] = []
    var (time, level) = (0.0, 0.0)
    for line in lines.split(separator: "\n") {
      if let value = number(line, behind: "pts_time:") {
        time = value
      } else if let value = number(line, behind: "YAVG=") {
        if value < level - 5 { seen.append(time) }
        level = value
      }
    }
    let said = try filtered(path, ["-af", "silencedetect=noise=-30dB:duration=0.5"]).errors
    let heard = said.split(separator: "\n").compactMap { number($0, behind: "silence_end: ") }
    return (seen, heard)
  }

  /// How like the picture at a time, in seconds, is to the board with its ink as `render` draws it: up to 1.
  static func likeness(
    of path: String, at time: Double, in folder: TemporaryFolder
  ) throws -> Double {
    let png = folder.path("ref.png")
    _ = try RecorderProcess.run(
      RecorderProcess.recorder, ["render", folder.path("flash.board"), "-o", png, "--force"])
    let said = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "info", "-i", path, "-i", png, "-lavfi",
        // A picture stands until the next one comes.
        "[0:v]fps=30,trim=start=\(time),trim=end_frame=1,format=gray[a];[1:v]format=gray[b];[a][b]ssim",
        "-f", "null", "-",
      ]
    ).errors
    return number(said[...], behind: "All:") ?? 0
  }

  private static func filtered(
    _ path: String, _ filter: [String]
  ) throws -> (code: Int32, output: String, errors: String) {
    try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      ["-nostdin", "-v", "info", "-copyts", "-i", path] + filter + ["-f", "null", "-"])
  }

  private static func number(_ line: Substring, behind mark: String) -> Double? {
    guard let range = line.range(of: mark) else { return nil }
    return Double(line[range.upperBound...].prefix { $0.isNumber || $0 == "." || $0 == "-" })
  }
}
