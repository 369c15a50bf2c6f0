import TestSupport
import Testing

@testable import CallSession

@Suite struct SignallingExerciseTests {
  /// One session from its offer to its end, cut by 0xFF.
  private static let session: [UInt8] = {
    let offer = "a=ice-ufrag:ab\na=ice-pwd:0123456789\n\n"
    let pieces: [(UInt8, String, String)] = [
      (2, "", offer), (0x94, "If-Match:\"v1\"", offer + "a=candidate:1"),
      (0x94, "If-Match:*", "a=ice-ufrag:cd\na=ice-pwd:9876543210\n\n"), (0x85, "", ""),
    ]
    var bytes: [UInt8] = []
    for (choice, headers, body) in pieces {
      bytes += [choice, 0xFF, 0xFF] + Array(headers.utf8) + [0xFF] + Array(body.utf8) + [0xFF]
    }
    return bytes
  }()

  @Test func `a session that is cut anywhere is answered`() {
    for length in 0...Self.session.count {
      #expect(SignallingExercise.run(Array(Self.session[..<length])).isConsistent)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a session with mistakes is answered`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<25 {
      var bytes = Self.session
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch UInt8.random(in: 0...2, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: bytes.remove(at: place)
        }
      }
      #expect(SignallingExercise.run(bytes).isConsistent, "seed \(seed)")
    }
  }
}
