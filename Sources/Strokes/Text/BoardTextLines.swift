/// Cuts text that comes in pieces into lines, holding one line and one piece at a time.
struct BoardTextLines {
  enum Outcome: Equatable {
    /// A whole line, without its line feed.
    case line
    /// A line longer than the limit; it has been passed over.
    case tooLong
    /// The text ends inside a line.
    case torn
    case end
    /// The pieces end inside a line or before one; more of them are needed.
    case more
  }

  /// A resource of the largest size in base64, and its wrapping.
  static let longestLine = 24 * 1_024 * 1_024
  /// A buffer that a large resource has grown beyond this is given back.
  private static let largestKeptCapacity = 1_024 * 1_024

  /// The piece that is being cut, up to `position`.
  private var piece: [UInt8] = []
  private var position = 0
  private var isPartial = false
  private var isTooLong = false
  /// The number of the line last answered, from 1.
  private(set) var number: UInt64 = 0

  mutating func add(_ bytes: [UInt8]) {
    if position == piece.count {
      piece = bytes
      position = 0
    } else {
      piece += bytes
    }
  }

  /// Fills `line` with the next line. After `more` and `torn` the same array goes on with what is
  /// added.
  mutating func next(into line: inout [UInt8], atEnd: Bool) -> Outcome {
    if !isPartial {
      line.removeAll(keepingCapacity: line.capacity <= Self.largestKeptCapacity)
      isPartial = true
      isTooLong = false
    }
    let end = lineFeed()
    if line.count + (end - position) > Self.longestLine { isTooLong = true }
    if isTooLong {
      line.removeAll()
    } else {
      line.append(contentsOf: piece[position..<end])
    }
    position = end
    if position == piece.count {
      guard atEnd else {
        piece = []
        position = 0
        return .more
      }
      guard isTooLong else { return line.isEmpty ? .end : .torn }
    } else {
      position += 1
    }
    number += 1
    isPartial = false
    return isTooLong ? .tooLong : .line
  }

  /// Takes what came before `torn` for the whole line.
  mutating func endLine() {
    guard isPartial else { return }
    number += 1
    isPartial = false
  }

  /// Where the line feed lies that ends the current line; the piece's end when there is none.
  private func lineFeed() -> Int {
    let bytes = piece.span
    var index = position
    while index < bytes.count, bytes[index] != 0x0A {
      index += 1
    }
    return index
  }
}
