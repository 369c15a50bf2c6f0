internal import Glibc
internal import MediaCore
internal import MediaIO

/// Recordings of the same frames by `recorder` and by FFmpeg's command line, side by side in one run.
struct Comparison {
  let recorder: String
  let folder: String
  let seconds: Double

  private struct Row {
    var name: String
    var command: [String]
    var producer: [String]?
    var output: String
  }

  func run(_ session: MeasuredSession) throws(MediaError) {
    print("\n### Session \"\(session.rawValue)\": \(Int(seconds)) s, 1920×1080, 30 fps\n")
    print(
      "| recorder | CPU s | wall s | kB | PSNR dB | SSIM | inked PSNR dB | inked SSIM | CPU |")
    print("|---|---|---|---|---|---|---|---|---|")
    var reference = 0.0
    for row in rows(session) {
      let (usage, wall) = ChildProcess.run(row.command, from: row.producer)
      guard usage.exitCode == 0 else {
        print("| \(row.name) | failed with \(usage.exitCode) |")
        continue
      }
      if reference == 0 { reference = usage.cpu }
      let measured = try RecordingLikeness(of: row.output, to: session, seconds: seconds).likeness
      print(
        "| \(row.name) | \(fixed(usage.cpu, 2)) | \(fixed(wall, 1)) | \(fileSize(row.output) / 1_000)"
          + " | \(decibels(measured.psnr)) | \(fixed(measured.ssim, 5))"
          + " | \(decibels(measured.inkedPSNR)) | \(fixed(measured.inkedSSIM, 5))"
          + " | \(fixed(usage.cpu / reference, 2)) |")
    }
  }

  /// FFmpeg's row at −8 and our quantiser comes first: CPU is given as a multiple of it.
  private func rows(_ session: MeasuredSession) -> [Row] {
    let own = CommandLine.arguments[0]
    let frames = [own, "frames", session.rawValue, "\(seconds)"]
    var rows: [Row] = []
    for speed in [-8, -16] {
      for (name, rate) in [
        ("quantiser 10", Self.ffmpegQuantiser), ("2 Mbit/s", ["-b:v", "2M"]),
      ] {
        let output = "\(folder)/ffmpeg\(speed)-\(name.prefix(1)).webm"
        rows.append(
          Row(
            name: "FFmpeg, \(speed), \(name)",
            command: Self.ffmpeg(speed: speed, rate, to: output), producer: frames, output: output))
      }
    }
    for (number, (name, options)) in [
      ("quantiser 10", ["--quality", "10"]),
      ("libvpx, quantiser 10", ["--encoder", "libvpx", "--quality", "10"]),
      ("2 Mbit/s", ["--bitrate", "2M"]),
      ("libvpx, 2 Mbit/s", ["--encoder", "libvpx", "--bitrate", "2M"]),
    ].enumerated() {
      let raw = "\(folder)/frames-\(number).webm"
      rows.append(
        Row(
          name: "recorder from raw frames, \(name)",
          command: [recorder] + Self.rawFrames + ["-q", "--force", "-o", raw] + options,
          producer: frames, output: raw))
      let board = "\(folder)/board-\(number).webm"
      rows.append(
        Row(
          name: "recorder from .board, \(name)",
          command: [
            recorder, "record", "\(folder)/\(session.rawValue).board", "-q", "--force", "-o", board,
          ] + (session == .moving ? ["--follow-view", "1"] : []) + options, producer: nil,
          output: board))
    }
    return rows
  }

  /// The recorder's command for the frames that `Benchmarks frames` makes.
  static let rawFrames = [
    "record", "--frames", "-", "--format", "bgra", "--size", "1920x1080", "--fps", "30",
  ]

  /// FFmpeg at a quality that is nearly that of the recorder's quantiser 10.
  static let ffmpegQuantiser = ["-qmin", "10", "-qmax", "10", "-b:v", "50M"]

  /// FFmpeg's command line for the same frames.
  static func ffmpeg(speed: Int, _ rate: [String], to output: String) -> [String] {
    [
      "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgra", "-video_size",
      "1920x1080", "-framerate", "30", "-i", "-", "-pix_fmt", "yuv420p", "-c:v", "libvpx",
      "-deadline", "realtime", "-cpu-used", "\(speed)", "-threads", "1", "-g", "300",
    ] + rate + [output]
  }
}

/// A number with so many digits after the point.
func fixed(_ value: Double, _ digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let whole = Int64((value.magnitude * scale).rounded())
  let sign = value < 0 ? "-" : ""
  guard digits > 0 else { return "\(sign)\(whole)" }
  let (units, rest) = whole.quotientAndRemainder(dividingBy: Int64(scale))
  let padding = String(repeating: "0", count: digits - "\(rest)".count)
  return "\(sign)\(units).\(padding)\(rest)"
}

private func decibels(_ value: Double?) -> String {
  value.map { fixed($0, 1) } ?? "equal"
}

func fileSize(_ path: String) -> Int64 {
  var status = stat()
  return unsafe stat(path, &status) == 0 ? Int64(status.st_size) : 0
}
