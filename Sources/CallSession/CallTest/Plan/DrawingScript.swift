package import MediaCore
package import Strokes

/// What the first participant draws: the acts of a session on the board, under names of their own.
package struct DrawingScript: Sendable {
  package struct Act: Sendable {
    package var time: MediaTime
    package var action: BoardAction
    /// The number of the stroke that it belongs to, from 1 on.
    package var stroke: Int?
    /// Whether it is the stroke's last.
    package var endsStroke = false
  }

  package private(set) var acts: [Act] = []
  /// Strokes that are begun.
  package private(set) var strokes = 0

  private var names: [BoardID: BoardID] = [:]
  private var numbers: [BoardID: Int] = [:]
  private let author: AuthorID

  /// Time for everybody to come in.
  private static let start = MediaTime(milliseconds: 1_500)

  /// - Parameters:
  ///   - end: strokes that would not be finished by then are left out.
  package init(_ events: [BoardEvent], by author: AuthorID, until end: MediaTime) {
    self.author = author
    var shown = MediaTime.zero
    let first = events.first { Self.draws($0.action) }.map { MediaTime($0.time) } ?? .zero
    var whole: Set<BoardID> = []
    for event in events {
      guard case .strokeEnded(let id) = event.action else { continue }
      if Self.start + MediaTime(event.time) - first <= end { whole.insert(id) }
    }
    for event in events {
      shown = max(shown, MediaTime(event.time))
      let time = Self.start + shown - first
      guard time <= end, let action = translated(event.action, whole) else { continue }
      var act = Act(time: time, action: action)
      note(event.action, in: &act)
      acts.append(act)
    }
  }

  private static func draws(_ action: BoardAction) -> Bool {
    switch action {
    case .strokeBegan, .outlinePlaced, .picturePlaced: true
    default: false
    }
  }

  private mutating func note(_ action: BoardAction, in act: inout Act) {
    switch action {
    case .strokeBegan(let id, _, _, _):
      strokes += 1
      numbers[id] = strokes
      act.stroke = strokes
    case .strokePoints(let id, _): act.stroke = numbers[id]
    case .strokeEnded(let id):
      act.stroke = numbers[id]
      act.endsStroke = true
    default: break
    }
  }

  private mutating func name(_ id: BoardID) -> BoardID {
    if let name = names[id] { return name }
    let name = BoardID(author: author, number: UInt32(names.count) + 1)
    names[id] = name
    return name
  }

  /// The same act as the participant does it; nil for what is not drawn, or is not known here.
  private mutating func translated(
    _ action: BoardAction, _ whole: Set<BoardID>
  ) -> BoardAction? {
    switch action {
    case .strokeBegan(let id, let ink, let channels, let order):
      return whole.contains(id)
        ? .strokeBegan(name(id), ink: ink, channels: channels, order: order) : nil
    case .strokePoints(let id, let points):
      return names[id].map { .strokePoints($0, points) }
    case .strokeEnded(let id): return names[id].map { .strokeEnded($0) }
    case .outlinePlaced(let id, let placement): return .outlinePlaced(name(id), placement)
    case .picturePlaced(let id, let placement): return .picturePlaced(name(id), placement)
    case .cleared(let id): return .cleared(name(id))
    case .background(let id, .colour(let colour)): return .background(name(id), .colour(colour))
    case .undone(let id): return names[id].map { .undone($0) }
    case .redone(let id): return names[id].map { .redone($0) }
    case .resource: return action
    case .erased(let id, var erasure):
      erasure.hits = erasure.hits.compactMap { hit in
        names[hit.item].map {
          var hit = hit
          hit.item = $0
          return hit
        }
      }
      return .erased(name(id), erasure)
    case .transformed(let id, let items, let transform):
      return .transformed(name(id), items: items.compactMap { names[$0] }, transform)
    case .restyled(let id, let items, let style):
      return .restyled(name(id), items: items.compactMap { names[$0] }, style)
    case .deleted(let id, let items):
      return .deleted(name(id), items: items.compactMap { names[$0] })
    case .duplicated(let id, let copies, let transform):
      var translated: [Duplicate] = []
      for copy in copies {
        guard let original = names[copy.source] else { continue }
        translated.append(Duplicate(source: original, copy: name(copy.copy)))
      }
      return .duplicated(name(id), copies: translated, transform)
    default: return nil
    }
  }
}
