package import Strokes

/// A drawing or a session as the commands use it, whatever file it came from.
///
/// A `.board` file is streamed; a foreign drawing is turned into events whole when it is opened.
package struct BoardDocument: BoardEventSource {
  private enum Events {
    case session(BoardTextReader)
    case whole([BoardEvent], next: Int)
  }

  package let format: DocumentFormat
  package let header: BoardHeader
  private var events: Events
  private let importWarnings: DocumentWarnings

  /// A foreign drawing that its reader has turned into events.
  package init(
    format: DocumentFormat, header: BoardHeader, events: [BoardEvent],
    warnings: DocumentWarnings = DocumentWarnings()
  ) {
    self.format = format
    self.header = header
    self.events = .whole(events, next: 0)
    importWarnings = warnings
  }

  /// A `.board` file, read as far as its header.
  package init(session reader: BoardTextReader) {
    format = .board
    header = reader.header
    events = .session(reader)
    importWarnings = DocumentWarnings()
  }

  /// What has been found wrong so far; complete once the last event has been read.
  package var warnings: DocumentWarnings {
    switch events {
    case .session(let reader): reader.warnings
    case .whole: importWarnings
    }
  }

  package mutating func next() throws(MediaError) -> BoardEvent? {
    // Taken out while it changes, so that its buffers are not copied.
    let current = events
    events = .whole([], next: 0)
    switch current {
    case .session(var reader):
      defer { events = .session(reader) }
      return try reader.next()
    case .whole(let all, let index):
      guard index < all.count else {
        events = current
        return nil
      }
      events = .whole(all, next: index + 1)
      return all[index]
    }
  }

  /// Goes back to the first event.
  package mutating func rewind() throws(MediaError) {
    switch events {
    case .session(var reader):
      try reader.rewind()
      events = .session(reader)
    case .whole(let all, _):
      events = .whole(all, next: 0)
    }
  }
}
