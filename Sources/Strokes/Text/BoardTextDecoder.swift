/// Reads a session from `.board` text that is in memory as a whole.
///
/// One broken line never loses the session: it is counted, and the rest is read.
package struct BoardTextDecoder {
  /// How many faults are kept whole; the others are counted.
  package static let mostFaultsKept = 100

  package let header: BoardHeader
  /// The first faults, in the order of their lines.
  package private(set) var faults: [BoardTextFault] = []
  /// All of them, kept or not.
  package private(set) var faultCount: UInt64 = 0
  private var stream = BoardTextStream()

  /// Reads the header.
  package init(_ text: [UInt8]) throws(BoardTextHeaderError) {
    var stream = BoardTextStream()
    stream.add(text)
    guard let header = try stream.header(atEnd: true) else { throw .empty }
    self.header = header
    self.stream = stream
    if let fault = stream.engineFault(header) { note(fault) }
  }

  /// The next event; nil at the end.
  package mutating func next() -> BoardEvent? {
    while true {
      switch stream.next(atEnd: true) {
      case .event(let event): return event
      case .fault(let fault): note(fault)
      case .more, .end: return nil
      }
    }
  }

  private mutating func note(_ fault: BoardTextFault) {
    faultCount += 1
    if faults.count < Self.mostFaultsKept { faults.append(fault) }
  }
}
