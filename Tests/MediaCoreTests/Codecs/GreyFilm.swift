import TestSupport
import Testing

@testable import MediaCore

/// A film of 64×48 at ten pictures a second, as bytes of a WebM: each is grey, and lighter than the last, with noise
/// in its lower half, so that it takes some bytes.
struct GreyFilm {
  let bytes: [UInt8]

  init(pictures: Int) throws {
    let shape = FrameShape(width: 64, height: 48, pixels: .i420, rate: .fps30)
    var frames: [UInt8] = []
    var random = SeededGenerator(seed: 1)
    for index in 0..<pictures {
      frames += [UInt8](repeating: Self.level(index), count: 64 * 24)
      for _ in 0..<64 * 24 { frames.append(UInt8.random(in: 40...200, using: &random)) }
      frames += [UInt8](repeating: 128, count: shape.frameSize - 64 * 48)
    }
    var recording = try RawFrameRecording(
      MemorySource(frames), format: .i420, size: (64, 48), rate: FrameRate(frames: 10)
    )
    let sink = MemorySink()
    _ = try recording.record(to: sink, sound: NoSound())
    bytes = sink.bytes
  }

  static func level(_ index: Int) -> UInt8 { UInt8(40 + index * 8) }

  /// Which of its pictures these planes show; nil for none.
  static func index(_ planes: [UInt8]) -> Int? {
    guard let first = planes.first else { return nil }
    let index = (Int(first) - 40 + 4) / 8
    return abs(Int(level(index)) - Int(first)) <= 2 ? index : nil
  }
}
