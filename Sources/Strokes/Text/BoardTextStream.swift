/// Makes a session of `.board` text that comes in pieces; Documentation/board-format.md describes
/// it.
///
/// What cannot be used is answered as a fault, and the rest is read. Only one line and one piece are
/// held at a time. The reader of files and the one of whole texts are both this.
package struct BoardTextStream {
  package enum Step: Equatable, Sendable {
    case event(BoardEvent)
    case fault(BoardTextFault)
    /// All pieces are used up.
    case more
    case end
  }

  private var lines = BoardTextLines()
  private var line = BoardLine()
  private var parser = BoardTextParser()
  private var isFirst = true
  /// An event that waits until the fault about it has been answered.
  private var held: BoardEvent?
  private var lastSequence: UInt64?
  private var hasEnded = false

  package init() {}

  /// Adds the next piece; free of copying after `more`.
  package mutating func add(_ bytes: [UInt8]) {
    lines.add(bytes)
  }

  /// The first line that is not blank, which has to be the header.
  ///
  /// - Parameter atEnd: whether nothing follows what has been added.
  /// - Returns: nil when more has to be added.
  package mutating func header(atEnd: Bool) throws(BoardTextHeaderError) -> BoardHeader? {
    while true {
      let outcome = lines.next(into: &line.bytes, atEnd: atEnd)
      if outcome == .more { return nil }
      if outcome == .end { throw .empty }
      if isFirst { line.dropByteOrderMark() }
      isFirst = false
      if outcome == .line, line.isBlank { continue }
      guard outcome != .tooLong, !line.isBlank else { throw .foreign }
      line.bytes.append(0)
      do throws(BoardTextError) {
        try line.scan()
      } catch {
        guard outcome == .torn, line.bytes[0] == UInt8(ascii: "{") else { throw .foreign }
        throw .cut
      }
      lines.endLine()
      return try line.header()
    }
  }

  /// That another ink engine drew the session; nil when it is this one. Asked behind the header.
  package func engineFault(_ header: BoardHeader) -> BoardTextFault? {
    guard header.inkEngine != BoardHeader.currentInkEngine else { return nil }
    return BoardTextFault(line: lines.number, reason: .inkEngine(header.inkEngine))
  }

  /// What comes next behind the header.
  ///
  /// - Parameter atEnd: whether nothing follows what has been added. What stands behind the last
  ///   line feed is read only then.
  package mutating func next(atEnd: Bool) -> Step {
    if let event = held {
      held = nil
      return .event(event)
    }
    while !hasEnded {
      switch lines.next(into: &line.bytes, atEnd: atEnd) {
      case .more:
        return .more
      case .end:
        hasEnded = true
      case .tooLong:
        return .fault(BoardTextFault(line: lines.number, reason: .tooLong))
      case .torn:
        hasEnded = true
        if !line.isBlank { return step(lines.number + 1, isTorn: true) }
      case .line:
        if !line.isBlank { return step(lines.number, isTorn: false) }
      }
    }
    return .end
  }

  /// What the line holds. A last line without its line feed is an event that only lacks that, or
  /// half of one: half a line is never a whole object, since its brace comes last.
  private mutating func step(_ number: UInt64, isTorn: Bool) -> Step {
    line.bytes.append(0)
    do throws(BoardTextError) {
      try line.scan()
    } catch {
      return .fault(BoardTextFault(line: number, reason: isTorn ? .torn : .unusable(error)))
    }
    let event: BoardEvent
    do throws(BoardTextError) {
      event = try parser.event(line)
    } catch {
      return .fault(BoardTextFault(line: number, reason: .unusable(error)))
    }
    let last = lastSequence
    lastSequence = event.sequence
    guard let last, event.sequence <= last else { return .event(event) }
    held = event
    return .fault(BoardTextFault(line: number, reason: .order(event.sequence, after: last)))
  }
}
