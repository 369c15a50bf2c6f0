import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct FollowedBoardTests {
  /// Bytes that somebody is writing.
  private final class Growing: ByteSource {
    var bytes: [UInt8] = []
    private var position = 0

    func read(into buffer: inout [UInt8], atMost count: Int) -> Int {
      let end = min(position + count, bytes.count)
      buffer += bytes[position..<end]
      defer { position = end }
      return end - position
    }

    func expectPieces(of size: Int) {}
    func rewind() { position = 0 }
  }

  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  private func darkness(_ picture: borrowing I420Picture) -> Int {
    shown(picture, .luma).count { $0 < 128 }
  }

  @Test func `what is there is shown at once, and what is appended when it comes`() throws {
    var session = WrittenSession()
    session.stroke(from: 0, length: 500, x: 40, y: 50)
    session.stroke(from: 60_000, length: 500, x: 40, y: 150)
    let source = Growing()
    var writer = BoardTextWriter()
    try writer.append(session.header, to: &source.bytes)
    let half = session.events.count / 2
    for event in session.events[..<half] { try writer.append(event, to: &source.bytes) }
    var rest: [UInt8] = []
    for event in session.events[half...] { try writer.append(event, to: &rest) }

    let board = try FollowedBoard(
      source, name: "a.board", size: (640, 360), decode: { _ in nil })
    var picture = I420Picture(width: 640, height: 360)
    let first = try #require(try board.draw(at: .zero, into: &picture))
    #expect(first.blocks.count == 40 * 23 && darkness(picture) > 100)
    let before = darkness(picture)
    #expect(try board.draw(at: milliseconds(100), into: &picture) == nil)

    // A line comes in two pieces; times of the file do not matter.
    source.bytes += rest[..<(rest.count / 2)]
    _ = try board.draw(at: milliseconds(200), into: &picture)
    source.bytes += rest[(rest.count / 2)...]
    let change = try #require(try board.draw(at: milliseconds(300), into: &picture))
    #expect(change.time == milliseconds(300) && change.blocks.count < 100)
    #expect(darkness(picture) > before * 3 / 2)
    #expect(board.end == nil && board.warnings.isEmpty)
    #expect(try #require(board.deadline) > milliseconds(300))
  }

  @Test func `it is asked again only when it is time`() throws {
    let source = Growing()
    var writer = BoardTextWriter()
    try writer.append(WrittenSession().header, to: &source.bytes)
    let board = try FollowedBoard(
      source, name: "a.board", size: (64, 48), decode: { _ in nil })
    var picture = I420Picture(width: 64, height: 48)
    #expect(try board.draw(at: .zero, into: &picture) != nil)
    let next = try #require(board.deadline)
    #expect(next > .zero && next <= milliseconds(40))
  }

  @Test func `what is no board is refused`() {
    let source = Growing()
    source.bytes = Array("no board\n".utf8)
    #expect(throws: MediaError.self) {
      try FollowedBoard(source, name: "a", size: (64, 48), decode: { _ in nil })
    }
  }
}
