import MediaCore
import MediaIO
import Strokes

/// One run of a document's recording: what it writes to, and what it tells on the way.
final class DocumentJob {
  private let recording: BoardRecording
  private let document: BoardDocument
  private let captions: CaptionFile?
  private let sink: FileSink
  private var progress: Progress
  /// Pictures that could not be decoded.
  private(set) var lostPictures = 0

  init(
    recording: BoardRecording, document: BoardDocument, captions: CaptionFile?, sink: FileSink,
    progress: Progress
  ) {
    self.recording = recording
    self.document = document
    self.captions = captions
    self.sink = sink
    self.progress = progress
  }

  func run(
    _ sound: consuming some SoundPackets & ~Copyable
  ) throws(MediaError) -> RecordingSummary {
    let began = SystemClock.monotonic
    do throws(MediaError) {
      let summary = try recording.record(
        document, sound: sound, to: sink, decode: { self.decode($0) },
        onCue: { (cue) throws(MediaError) in try self.captions?.write(cue) },
        onProgress: { time in
          self.progress.update(
            position: time, bytes: self.sink.size,
            now: (SystemClock.monotonic - began).seconds)
          return !StopSignals.isRaised
        })
      progress.finish()
      try captions?.close()
      return summary
    } catch {
      progress.finish()
      captions?.closeUnfinished()
      throw OutputFile.error(error, after: sink)
    }
  }

  private func decode(_ resource: Resource) -> Picture? {
    let picture = PictureDecoder.picture(of: resource)
    if picture == nil { lostPictures += 1 }
    return picture
  }
}
