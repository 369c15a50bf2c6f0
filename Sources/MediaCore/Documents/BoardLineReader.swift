/// Cuts a source into lines, holding one line and one piece of the source at a time.
struct BoardLineReader {
  enum Outcome: Equatable {
    /// A whole line, without its line feed.
    case line
    /// A line longer than the limit; it has been passed over.
    case tooLong
    /// The source ends inside a line.
    case torn
    case end
  }

  /// A resource of the largest size in base64, and its wrapping.
  static let longestLine = 24 * 1_024 * 1_024
  private static let chunkSize = 65_536
  /// A buffer that a large resource has grown beyond this is given back.
  private static let largestKeptCapacity = 1_024 * 1_024

  private let source: any ByteSource
  private var chunk: [UInt8] = []
  private var position = 0
  private var isPartial = false
  private var isTooLong = false
  /// The number of the line last answered, from 1.
  private(set) var number: UInt64 = 0

  init(_ source: any ByteSource) {
    self.source = source
  }

  /// Fills `line` with the next line. After `torn` the same array goes on where the source ended.
  mutating func next(into line: inout [UInt8]) throws(MediaError) -> Outcome {
    if !isPartial {
      line.removeAll(keepingCapacity: line.capacity <= Self.largestKeptCapacity)
      isPartial = true
      isTooLong = false
    }
    while true {
      if position == chunk.count {
        chunk.removeAll(keepingCapacity: true)
        position = 0
        guard try source.read(into: &chunk, atMost: Self.chunkSize) > 0 else {
          return line.isEmpty && !isTooLong ? .end : .torn
        }
      }
      let end = lineFeed()
      if line.count + (end - position) > Self.longestLine { isTooLong = true }
      if isTooLong {
        line.removeAll()
      } else {
        line.append(contentsOf: chunk[position..<end])
      }
      position = end
      guard position < chunk.count else { continue }
      position += 1
      number += 1
      isPartial = false
      return isTooLong ? .tooLong : .line
    }
  }

  /// Takes what came before `torn` for the whole line.
  mutating func endLine() {
    guard isPartial else { return }
    number += 1
    isPartial = false
  }

  mutating func rewind() throws(MediaError) {
    try source.rewind()
    chunk.removeAll(keepingCapacity: true)
    position = 0
    isPartial = false
    number = 0
  }

  /// Where the line feed lies that ends the current line; the chunk's end when there is none.
  private func lineFeed() -> Int {
    let bytes = chunk.span
    var index = position
    while index < bytes.count, bytes[index] != 0x0A {
      index += 1
    }
    return index
  }
}
