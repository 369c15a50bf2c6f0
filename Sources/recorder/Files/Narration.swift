import MediaCore
import MediaIO

/// A sound file and its place in the session.
struct Narration: Sendable {
  let file: FileName
  /// Session time of its first sample.
  let start: MediaTime
  /// 1 or 2.
  var channels = 1
  /// Session time at which it ends.
  var end = MediaTime.zero

  init(file: FileName, start: MediaTime) {
    self.file = file
    self.start = start
  }

  /// Opens the file from its beginning. Errors name it.
  func decoder() throws(MediaError) -> AudioFileDecoder {
    do throws(MediaError) {
      return try AudioFileDecoder(FileSource(file))
    } catch {
      guard error.code != .inputUnreadable else { throw error }
      throw MediaError(error.code, "\(file): \(error.message)", cause: error.cause)
    }
  }

  /// The sound in the order of its session times, without what is not in the file.
  func cut(to timeline: FileTimeline) throws(MediaError) -> CutNarration<FileNarration> {
    CutNarration(FileNarration(try decoder(), start: start), timeline)
  }
}
