import Strokes
import Testing

@testable import MediaCore

@Suite struct LiveFramesTests {
  /// Frames that a test hands in.
  private final class Feed: FrameFeed {
    let shape: FrameShape
    var frames: [FedFrame] = []
    private(set) var returned = 0

    init(_ pixels: FrameShape.Pixels) {
      shape = FrameShape(width: 40, height: 32, pixels: pixels, rate: .fps30)
    }

    func take() -> FedFrame? { frames.isEmpty ? nil : frames.removeFirst() }
    func callOnNews(_ call: @escaping @Sendable () -> Void) {}
    func giveBack(_ bytes: [UInt8]) { returned += 1 }

    /// One grey, with another value at one place.
    func add(_ value: UInt8, spot: (place: Int, value: UInt8)? = nil, at time: MediaTime? = nil) {
      var bytes = [UInt8](repeating: value, count: shape.frameSize)
      if let spot { bytes[spot.place] = spot.value }
      frames.append(FedFrame(.frame(at: time), bytes: bytes))
    }
  }

  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  @Test(arguments: [FrameShape.Pixels.bgra, .i420])
  func `the first frame changes everything, the next ones what differs`(
    pixels: FrameShape.Pixels
  ) throws {
    let feed = Feed(pixels)
    let live = try LiveFrames(feed)
    var picture = I420Picture(width: 40, height: 32)
    #expect(try live.draw(at: milliseconds(50), into: &picture) == nil)
    #expect(live.deadline == nil && live.end == nil)

    feed.add(0x80)
    let first = try #require(try live.draw(at: milliseconds(60), into: &picture))
    #expect(first.blocks.count == 6 && first.time == milliseconds(60))
    feed.add(0x80)
    #expect(try live.draw(at: milliseconds(100), into: &picture) == nil)
    // In the second block of the second row.
    let place = pixels == .bgra ? (20 * 40 + 17) * 4 : 20 * 40 + 17
    feed.add(0x80, spot: (place, 0xE0))
    let change = try #require(try live.draw(at: milliseconds(140), into: &picture))
    #expect(change.blocks.blockNumbers == [4] && change.time == milliseconds(140))
    #expect(feed.returned == 3)
  }

  @Test func `a program that draws faster than its rate is held up`() throws {
    let feed = Feed(.i420)
    let live = try LiveFrames(feed)
    var picture = I420Picture(width: 40, height: 32)
    for value in 1...60 { feed.add(UInt8(value)) }
    var shown: [UInt8] = []
    for time in stride(from: 0, through: 1_000, by: 5) {
      if try live.draw(at: milliseconds(Int64(time)), into: &picture) != nil {
        shown.append(picture.withPlane(.luma) { plane, _ in plane[0] })
      }
    }
    // A second's worth and no more than the little that the beginning may be early.
    #expect((30...34).contains(shown.count) && shown == shown.sorted(), "\(shown)")
    #expect(try #require(live.deadline) > milliseconds(1_000))
  }

  @Test func `one that comes late is shown when it comes`() throws {
    let feed = Feed(.i420)
    let live = try LiveFrames(feed)
    var picture = I420Picture(width: 40, height: 32)
    for (index, time) in [0, 40, 75, 900, 930].enumerated() {
      feed.add(UInt8(index + 1))
      let change = try live.draw(at: milliseconds(Int64(time)), into: &picture)
      #expect(change?.time == milliseconds(Int64(time)))
    }
    feed.frames = [FedFrame(.end(at: nil))]
    #expect(try live.draw(at: milliseconds(940), into: &picture) == nil)
    let end = try #require(live.end)
    #expect(end > milliseconds(860) && end < milliseconds(970))
  }

  @Test func `frames with times are shown at them, counted from the first call`() throws {
    let feed = Feed(.i420)
    let live = try LiveFrames(feed)
    var picture = I420Picture(width: 40, height: 32)
    for (value, time) in [(1, 0), (2, 100), (3, 120), (4, 300)] as [(UInt8, Int64)] {
      feed.add(value, at: milliseconds(time))
    }
    feed.frames.append(FedFrame(.end(at: milliseconds(400)), notes: ["cut"]))
    #expect(
      try live.draw(at: milliseconds(1_000), into: &picture)?.time == milliseconds(1_000))
    #expect(live.deadline == milliseconds(1_100))
    #expect(try live.draw(at: milliseconds(1_090), into: &picture) == nil)
    // Of two that are due the later one is shown.
    let change = try #require(try live.draw(at: milliseconds(1_150), into: &picture))
    #expect(change.time == milliseconds(1_120) && feed.returned == 3)
    #expect(picture.withPlane(.luma) { plane, _ in plane[0] } == 3)
    #expect(try live.draw(at: milliseconds(1_301), into: &picture)?.time == milliseconds(1_300))
    #expect(live.end == milliseconds(1_400) && live.takeNotes() == ["cut"])
    #expect(live.takeNotes().isEmpty)
  }

  @Test func `sound begins with the frames, and a longest time ends both`() throws {
    final class Second: SoundPieces {
      private var count: Int64 = 0
      func next() -> PCMChunk? {
        guard count < 10 else { return nil }
        defer { count += 1 }
        return PCMChunk(
          samples: [Float](repeating: 0.5, count: 4_800), channels: 1, rate: 48_000,
          time: MediaTime(milliseconds: count * 100))
      }
    }
    let feed = Feed(.i420)
    feed.add(1)
    let live = try LiveFrames(
      feed, sound: LiveDocument.Sound(channels: 1) { Second() }, longest: milliseconds(700))
    #expect(live.channels == 1)
    #expect(try live.nextSound(before: milliseconds(1_000)) == nil)
    var picture = I420Picture(width: 40, height: 32)
    _ = try live.draw(at: milliseconds(500), into: &picture)
    #expect(live.end == milliseconds(1_200))
    #expect(try live.nextSound(before: milliseconds(500)) == nil)
    #expect(try live.nextSound(before: milliseconds(650))?.time == milliseconds(500))
    #expect(try live.nextSound(before: milliseconds(650))?.time == milliseconds(600))
    #expect(try live.nextSound(before: milliseconds(650)) == nil)
  }
}
