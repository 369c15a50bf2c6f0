package import Strokes

/// What a session holds, gathered in one pass over its events.
package struct BoardSummary: Sendable {
  package struct Participant: Equatable, Sendable {
    package let author: AuthorID
    /// Nil when they never said it.
    package var name: String?
    /// Events that they caused.
    package var eventCount: UInt64
  }

  package struct Chapter: Equatable, Sendable {
    package let time: MediaTime
    package let title: String
  }

  package struct AudioFile: Equatable, Sendable {
    /// As the session names it.
    package let path: String
    /// Session time of its first sample.
    package let start: MediaTime
  }

  /// Names and chapters of a hostile file end here; what is counted is counted on.
  package static let largestKept = 10_000

  package private(set) var duration = MediaTime.zero
  package private(set) var eventCount: UInt64 = 0
  package private(set) var strokeCount: UInt64 = 0
  package private(set) var pointCount: UInt64 = 0
  package private(set) var textCount: UInt64 = 0
  package private(set) var pictureCount: UInt64 = 0
  package private(set) var chatCount: UInt64 = 0
  package private(set) var unknownCount: UInt64 = 0
  package private(set) var chapters: [Chapter] = []
  /// In the order in which they first did something.
  package private(set) var participants: [Participant] = []
  /// Sound files that the session names.
  package private(set) var audioFiles: [AudioFile] = []
  private var places: [AuthorID: Int] = [:]

  package init() {}

  package mutating func include(_ event: BoardEvent) {
    eventCount &+= 1
    duration = max(duration, MediaTime(event.time))
    let place = place(of: event.author)
    if let place { participants[place].eventCount &+= 1 }
    switch event.action {
    case .strokeBegan: strokeCount &+= 1
    case .strokePoints(_, let points): pointCount &+= UInt64(points.count)
    case .outlinePlaced(_, let placement): textCount &+= placement.text == nil ? 0 : 1
    case .picturePlaced: pictureCount &+= 1
    case .chat: chatCount &+= 1
    case .chapter(let title):
      if chapters.count < Self.largestKept {
        chapters.append(Chapter(time: duration, title: title))
      }
    case .joined(let name):
      if let place { participants[place].name = name }
    case .audioFile(let path, let offset):
      if audioFiles.count < Self.largestKept {
        audioFiles.append(AudioFile(path: path, start: duration + MediaTime(offset)))
      }
    case .unknown: unknownCount &+= 1
    default: break
    }
  }

  private mutating func place(of author: AuthorID) -> Int? {
    if let place = places[author] { return place }
    guard participants.count < Self.largestKept else { return nil }
    places[author] = participants.count
    participants.append(Participant(author: author, name: nil, eventCount: 0))
    return participants.count - 1
  }
}
