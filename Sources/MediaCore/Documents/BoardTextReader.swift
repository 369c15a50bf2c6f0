package import Strokes

/// Reads a `.board` file line by line; Documentation/board-format.md describes it.
///
/// What cannot be used is skipped with a warning that names file and line, and the rest is read.
/// Only one line is in memory at a time.
package struct BoardTextReader: BoardEventSource {
  package let name: String
  package let header: BoardHeader
  /// What has been found wrong so far.
  package private(set) var warnings = DocumentWarnings()

  private let follows: Bool
  private var lines: BoardLineReader
  private var line = BoardLine()
  private var parser = BoardTextParser()
  private var lastSequence: UInt64?
  private var hasEnded = false

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - name: the file's name, for messages.
  ///   - follows: whether the file is still being written: `next()` answers nil at its end for the
  ///     time being, and goes on with what has been appended when it is asked again.
  /// - Throws: `inputDamaged` when the file is empty, cut inside the header, or no board;
  ///   `formatUnsupported` when it is of a later version.
  package init(_ source: any ByteSource, name: String, follows: Bool = false) throws(MediaError) {
    var lines = BoardLineReader(source)
    var line = BoardLine()
    header = try Self.readHeader(&lines, &line, name)
    self.name = name
    self.follows = follows
    self.lines = lines
    self.line = line
    warnInkEngine()
  }

  package mutating func next() throws(MediaError) -> BoardEvent? {
    while true {
      if hasEnded { return nil }
      switch try lines.next(into: &line.bytes) {
      case .end:
        hasEnded = !follows
        return nil
      case .torn:
        if follows { return nil }
        hasEnded = true
        return lastEvent()
      case .tooLong:
        warn("longer than 24 MiB; line skipped")
      case .line:
        if let event = event() { return event }
      }
    }
  }

  /// Goes back to the first event; the warnings begin anew.
  package mutating func rewind() throws(MediaError) {
    try lines.rewind()
    warnings = DocumentWarnings()
    parser = BoardTextParser()
    lastSequence = nil
    hasEnded = false
    _ = try Self.readHeader(&lines, &line, name)
    warnInkEngine()
  }

  /// The event of the line that has been read; nil, and a warning, when it holds none.
  private mutating func event() -> BoardEvent? {
    guard !line.isBlank else { return nil }
    line.bytes.append(0)
    do throws(BoardTextError) {
      try line.scan()
      let event = try parser.event(line)
      if let lastSequence, event.sequence <= lastSequence {
        warn(
          "its number \(event.sequence) does not rise above \(lastSequence); the order of lines decides"
        )
      }
      lastSequence = event.sequence
      return event
    } catch {
      warn("\(error.text); line skipped")
      return nil
    }
  }

  /// What stands behind the last line feed: an event that only lacks its own, or half of one.
  ///
  /// Half a line is never a whole object, since its brace comes last.
  private mutating func lastEvent() -> BoardEvent? {
    let number = lines.number + 1
    guard !line.isBlank else { return nil }
    line.bytes.append(0)
    do throws(BoardTextError) {
      try line.scan()
    } catch {
      warnings.add("\(name):\(number)", "the last line is cut; dropped")
      return nil
    }
    do throws(BoardTextError) {
      return try parser.event(line)
    } catch {
      warnings.add("\(name):\(number)", "\(error.text); line skipped")
      return nil
    }
  }

  private mutating func warn(_ text: String) {
    warnings.add("\(name):\(lines.number)", text)
  }

  private mutating func warnInkEngine() {
    guard header.inkEngine != BoardHeader.currentInkEngine else { return }
    warn(
      "written with ink engine \(header.inkEngine), this is \(BoardHeader.currentInkEngine): "
        + "strokes may look different")
  }
}

extension BoardLine {
  /// Whether there is nothing but space in it. Asked before the zero is put behind it.
  var isBlank: Bool {
    for byte in bytes where byte != 0x20 && byte != 0x09 && byte != 0x0D {
      return false
    }
    return true
  }
}
