import MediaCore
import MediaIO

/// The chat of a recording as `OUT.vtt`, for players that show no text inside a WebM.
final class CaptionFile {
  private let sink: FileSink
  private var writer: WebVTTWriter
  private var hasCues = false

  init(beside video: FileName, title: String?, replacing: Bool) throws(MediaError) {
    sink = try OutputFile.create(Self.name(beside: video), replacing: replacing)
    writer = try WebVTTWriter(to: sink, title: title)
  }

  func write(_ cue: WebVTTCue) throws(MediaError) {
    try writer.write(cue)
    hasCues = true
  }

  func close() throws(MediaError) {
    try sink.close()
  }

  /// The recording failed: keeps what was said until then beside what is kept of it.
  func closeUnfinished() {
    if hasCues { try? sink.closeUnfinished() } else { sink.discard() }
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
