import TestSupport
import Testing

@testable import MediaCore

@Suite struct AudioReceptionExerciseTests {
  /// A record of the exercise.
  static func record(
    _ flags: UInt8, passed: UInt8, number: UInt16, timestamp: UInt32, _ payload: [UInt8]
  ) -> [UInt8] {
    var bytes = [flags, passed]
    bytes.append(network: number)
    bytes.append(network: timestamp)
    return bytes + [UInt8(min(payload.count, 255))] + payload.prefix(255)
  }

  static func session() throws -> [UInt8] {
    var bytes: [UInt8] = []
    for (index, packet) in try SyntheticVoice.robust.get().prefix(120).enumerated() {
      guard index % 9 != 4 else { continue }
      let step: UInt16 = index % 9 == 5 ? 2 : 1
      bytes += record(
        64 | 4 | (index % 40 == 30 ? 16 : 0), passed: 5, number: index == 80 ? 9_000 : step,
        timestamp: UInt32(step) * 960, packet)
    }
    return bytes
  }

  @Test func `a session is survived whole, cut and changed`() throws {
    let session = try Self.session()
    let whole = AudioReceptionExercise.run(session)
    #expect(whole.isConsistent && whole.packets > 100)
    var random = SeededGenerator(seed: 12)
    for _ in 0..<60 {
      var bytes = Array(session.prefix(.random(in: 0...session.count, using: &random)))
      for _ in 0..<Int.random(in: 1...40, using: &random) where !bytes.isEmpty {
        bytes[.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      #expect(AudioReceptionExercise.run(bytes).isConsistent, "\(Hex.text(bytes))")
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any bytes are survived`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<2_000 { bytes.append(.random(in: 0...255, using: &random)) }
    #expect(AudioReceptionExercise.run(bytes).isConsistent, "\(seed)")
  }
}
