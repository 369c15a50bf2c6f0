import MediaCore
import Strokes

/// `session.board`: the session log from the room's beginning, whether or not it was recorded then.
struct SessionLogFile {
  private var writer = BoardTextWriter()
  /// Not in the file yet.
  private var waiting: [UInt8] = []
  private var sink: (any ByteSink)?
  private(set) var failure: MediaError?
  private var isEnded = false

  init(_ header: BoardHeader) {
    do throws(BoardSchemaError) {
      try writer.append(header, to: &waiting)
    } catch {
      fail(MediaError(.usage, "the session's header breaks a limit of its format"))
    }
  }

  /// The room lets no event pass that breaks a limit; one that does is left out.
  mutating func append(_ event: BoardEvent) {
    if !isEnded { try? writer.append(event, to: &waiting) }
  }

  mutating func open(_ sink: any ByteSink) {
    self.sink = sink
    flush()
  }

  /// Hands on what came.
  mutating func flush() {
    guard let sink, !waiting.isEmpty else { return }
    do throws(MediaError) {
      try sink.append(waiting.span)
      try sink.flush()
      waiting.removeAll(keepingCapacity: true)
    } catch {
      fail(error)
    }
  }

  mutating func close() {
    flush()
    isEnded = true
    waiting = []
    guard let sink else { return }
    self.sink = nil
    do throws(MediaError) { try sink.close() } catch { failure = error }
  }

  private mutating func fail(_ error: MediaError) {
    failure = error
    isEnded = true
    waiting = []
    try? sink?.closeUnfinished()
    sink = nil
  }
}
