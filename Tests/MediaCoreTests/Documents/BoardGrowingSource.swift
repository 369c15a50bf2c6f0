import MediaCore

/// Bytes in memory that can grow, handed out in pieces of a size that the test chooses.
final class BoardGrowingSource: ByteSource {
  var bytes: [UInt8]
  private let piece: Int
  private var position = 0

  init(_ bytes: [UInt8], piece: Int = .max) {
    self.bytes = bytes
    self.piece = piece
  }

  convenience init(_ text: String, piece: Int = .max) {
    self.init(Array(text.utf8), piece: piece)
  }

  func read(into buffer: inout [UInt8], atMost count: Int) throws(MediaError) -> Int {
    let end = position + min(count, piece, bytes.count - position)
    buffer.append(contentsOf: bytes[position..<end])
    defer { position = end }
    return end - position
  }

  func rewind() throws(MediaError) {
    position = 0
  }
}
