import TestSupport
import Testing

@testable import CallSession

@Suite struct StreamFramingTests {
  @Test func `datagrams come back whole, however the stream is cut`() throws {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<100 {
      let datagrams = (0..<20).map { _ in
        (0..<Int.random(in: 0...StreamFraming.largest, using: &random)).map {
          UInt8(truncatingIfNeeded: $0)
        }
      }
      var stream = datagrams.flatMap { StreamFraming.frame($0) }[...]
      var framing = StreamFraming()
      var came: [[UInt8]] = []
      while !stream.isEmpty {
        let piece = stream.prefix(.random(in: 1...3_000, using: &random))
        stream = stream.dropFirst(piece.count)
        framing.append(piece)
        while let datagram = try framing.next() { came.append(datagram) }
      }
      #expect(came == datagrams)
    }
  }

  @Test func `the form is that of RFC 4571`() {
    #expect(StreamFraming.frame([7, 8, 9]) == [0, 3, 7, 8, 9])
    #expect(StreamFraming.frame([UInt8](repeating: 1, count: 258)).prefix(3) == [1, 2, 1])
  }

  @Test func `a length of nothing we send ends it`() {
    var framing = StreamFraming()
    // HTTP on the wrong port.
    framing.append(Array("GET / HTTP/1.1\r\n".utf8)[...])
    #expect(throws: StreamFraming.Failure.oversized(0x4745)) { try framing.next() }
  }
}
