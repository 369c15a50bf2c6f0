package import Strokes

/// A drawing or a session as the commands use it, whatever file it came from.
///
/// A `.board` file is streamed; a foreign drawing is turned into events whole when it is opened.
package struct BoardDocument: BoardEventSource {
  private enum Events {
    case whole([BoardEvent], next: Int)
  }

  package let format: DocumentFormat
  package let header: BoardHeader
  private var events: Events
  private var importWarnings: DocumentWarnings

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

  /// What has been found wrong so far; complete once the last event has been read.
  package var warnings: DocumentWarnings { importWarnings }

  package mutating func next() throws(MediaError) -> BoardEvent? {
    switch events {
    case .whole(let all, let index):
      guard index < all.count else { return nil }
      events = .whole(all, next: index + 1)
      return all[index]
    }
  }

  /// Goes back to the first event.
  package mutating func rewind() throws(MediaError) {
    switch events {
    case .whole(let all, _):
      events = .whole(all, next: 0)
    }
  }
}
