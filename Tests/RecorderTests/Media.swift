/// What FFmpeg's own programs say about a file.
enum Media {
  struct Failure: Error {
    let text: String
  }

  /// What a full decode complains of; nothing when the file is sound.
  ///
  /// - Parameter streams: as FFmpeg's -map has it.
  static func errors(decoding path: String, streams: String = "0") throws -> String {
    let result = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-xerror", "-i", path, "-map", streams, "-c:s", "copy", "-f",
        "null",
        "-",
      ])
    return result.code == 0 ? result.errors : "ended with \(result.code): \(result.errors)"
  }

  /// As the header says.
  static func seconds(_ path: String) throws -> Double {
    let text = try probe(["-show_entries", "format=duration"], path)
    guard let value = Double(text) else { throw Failure(text: text) }
    return value
  }

  /// Time of the last picture that can be decoded, whatever the end of the file looks like.
  static func decodedSeconds(_ path: String) throws -> Double {
    let text = try probe(
      ["-select_streams", "v", "-show_entries", "frame=pts_time"], path)
    guard let last = text.split(separator: "\n").last, let value = Double(last) else {
      throw Failure(text: text)
    }
    return value
  }

  private static func probe(_ words: [String], _ path: String) throws -> String {
    let result = try RecorderProcess.run(
      "/usr/bin/ffprobe", ["-v", "quiet"] + words + ["-of", "csv=p=0", path])
    return result.output.trimmed
  }
}

extension String {
  /// Without the line break and comma at its end.
  var trimmed: String {
    var text = self[...]
    while let last = text.last, last.isNewline || last == "," { text.removeLast() }
    return String(text)
  }
}
