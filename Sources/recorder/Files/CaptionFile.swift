import MediaCore
import MediaIO

/// The chat of a recording as `OUT.vtt`, for players that show no text inside a WebM.
final class CaptionFile {
  private let sink: FileSink
  private var writer: WebVTTWriter

  init(beside video: FileName, title: String?, replacing: Bool) throws(MediaError) {
    sink = try FileSink(Self.name(beside: video), replacing: replacing)
    writer = try WebVTTWriter(to: sink, title: title)
  }

  func write(_ cue: WebVTTCue) throws(MediaError) {
    try writer.write(cue)
  }

  func close() throws(MediaError) {
    try sink.close()
  }

  /// `lesson.webm` has `lesson.vtt` beside it.
  static func name(beside video: FileName) -> FileName {
    let ending = Array(".webm".utf8)
    guard video.bytes.suffix(ending.count).elementsEqual(ending) else {
      return video.appending(".vtt")
    }
    return FileName(bytes: Array(video.bytes.dropLast(ending.count))).appending(".vtt")
  }
}
