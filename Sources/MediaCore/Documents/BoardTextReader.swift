package import Strokes

/// Reads a `.board` file piece by piece; Documentation/board-format.md describes it.
///
/// What cannot be used is skipped with a warning that names file and line, and the rest is read.
/// Only one line is in memory at a time.
package struct BoardTextReader: BoardEventSource {
  package let name: String
  package let header: BoardHeader
  /// What has been found wrong so far.
  package private(set) var warnings = DocumentWarnings()

  private static let pieceSize = 65_536
  private let source: any ByteSource
  private let follows: Bool
  private var text: BoardTextStream

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - name: the file's name, for messages.
  ///   - follows: whether the file is still being written: `next()` answers nil at its end for the
  ///     time being, and goes on with what has been appended when it is asked again.
  /// - Throws: `inputDamaged` when the file is empty, cut inside the header, or no board;
  ///   `formatUnsupported` when it is of a later version.
  package init(_ source: any ByteSource, name: String, follows: Bool = false) throws(MediaError) {
    var text = BoardTextStream()
    header = try Self.readHeader(&text, source, name)
    self.name = name
    self.source = source
    self.follows = follows
    self.text = text
    warnInkEngine()
  }

  package mutating func next() throws(MediaError) -> BoardEvent? {
    var atEnd = false
    while true {
      switch text.next(atEnd: atEnd) {
      case .event(let event): return event
      case .fault(let fault): warn(fault)
      case .end: return nil
      case .more:
        atEnd = try !Self.feed(&text, source)
        if atEnd, follows { return nil }
      }
    }
  }

  /// Goes back to the first event; the warnings begin anew.
  package mutating func rewind() throws(MediaError) {
    try source.rewind()
    text = BoardTextStream()
    warnings = DocumentWarnings()
    _ = try Self.readHeader(&text, source, name)
    warnInkEngine()
  }

  private static func readHeader(
    _ text: inout BoardTextStream, _ source: any ByteSource, _ name: String
  ) throws(MediaError) -> BoardHeader {
    var atEnd = false
    while true {
      do throws(BoardTextHeaderError) {
        if let header = try text.header(atEnd: atEnd) { return header }
      } catch {
        throw MediaError(error, name)
      }
      atEnd = try !feed(&text, source)
    }
  }

  /// Adds the source's next piece; false at its end.
  private static func feed(
    _ text: inout BoardTextStream, _ source: any ByteSource
  ) throws(MediaError) -> Bool {
    var piece: [UInt8] = []
    piece.reserveCapacity(pieceSize)
    guard try source.read(into: &piece, atMost: pieceSize) > 0 else { return false }
    text.add(piece)
    return true
  }

  private mutating func warnInkEngine() {
    if let fault = text.engineFault(header) { warn(fault) }
  }

  private mutating func warn(_ fault: BoardTextFault) {
    warnings.add("\(name):\(fault.line)", fault.text)
  }
}

extension MediaError {
  fileprivate init(_ error: BoardTextHeaderError, _ name: String) {
    switch error {
    case .newer: self.init(.formatUnsupported, "\(name): \(error.text); use a newer recorder")
    case .unusable: self.init(.inputDamaged, "\(name):1: \(error.text)")
    case .empty, .cut, .foreign: self.init(.inputDamaged, "\(name): \(error.text)")
    }
  }
}
