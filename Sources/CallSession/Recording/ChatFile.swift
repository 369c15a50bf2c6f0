import MediaCore

/// `chat.vtt`: what was written while the recording ran, in file time.
struct ChatFile {
  private var writer: WebVTTWriter?
  private let sink: any ByteSink
  private(set) var failure: MediaError?

  init(to sink: any ByteSink, title: String?) {
    self.sink = sink
    do throws(MediaError) { writer = try WebVTTWriter(to: sink, title: title) } catch {
      fail(error)
    }
  }

  /// - Parameter time: file time.
  mutating func append(_ text: String, by author: String?, at time: MediaTime) {
    let cue = WebVTTCue(
      start: time, end: time + WebVTTCue.readingTime(of: text), author: author, text: text)
    do throws(MediaError) { try writer?.write(cue) } catch { fail(error) }
  }

  mutating func close() {
    guard writer != nil else { return }
    writer = nil
    do throws(MediaError) { try sink.close() } catch { failure = error }
  }

  private mutating func fail(_ error: MediaError) {
    failure = error
    writer = nil
    try? sink.closeUnfinished()
  }
}
