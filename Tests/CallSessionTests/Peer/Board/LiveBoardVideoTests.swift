import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct LiveBoardVideoTests {
  private static let size: (width: Int32, height: Int32) = (96, 64)

  private func filled(_ level: (Int) -> UInt8) -> I420Picture {
    var picture = I420Picture(width: Self.size.width, height: Self.size.height)
    picture.withMutablePlane(.luma) { samples, _ in
      for index in samples.indices { samples[index] = level(index) }
    }
    for plane in [I420Picture.Plane.blue, .red] {
      picture.withMutablePlane(plane) { samples, _ in
        for index in samples.indices { samples[index] = 128 }
      }
    }
    return picture
  }

  private func video() throws -> LiveBoardVideo {
    var video = try LiveBoardVideo(
      width: Self.size.width, height: Self.size.height, ground: .white)
    video.update(video.all, at: .zero)
    return video
  }

  private func drain(
    _ video: inout LiveBoardVideo, _ picture: borrowing I420Picture, at now: MediaTime
  ) throws -> [LiveBoardVideo.Frame] {
    var frames: [LiveBoardVideo.Frame] = []
    while let frame = try video.next(of: picture, at: now) {
      frames.append(frame)
      try #require(frames.count < 5)
    }
    return frames
  }

  @Test func `a picture that stands still is coded once`() throws {
    var video = try video()
    let picture = filled { $0 % 96 < 10 ? 40 : 235 }
    let frames = try drain(&video, picture, at: .zero)
    #expect(frames.first?.isKeyFrame == true && frames.count == 2)
    #expect(try drain(&video, picture, at: MediaTime(milliseconds: 500)).isEmpty)
    #expect(video.frames == 2 && video.keyFrames == 1)
  }

  @Test func `frames have the times at which they were captured, and never two the same`() throws {
    var video = try video()
    let picture = filled { $0 % 96 < 10 ? 40 : 235 }
    _ = try drain(&video, picture, at: .zero)
    var block = BlockMap(width: Self.size.width, height: Self.size.height)
    block.insert(0)
    video.update(block, at: MediaTime(milliseconds: 70))
    let frames = try drain(&video, picture, at: MediaTime(milliseconds: 90))
    #expect(frames.map(\.shared.time) == [MediaTime(milliseconds: 70)])
    video.update(block, at: MediaTime(milliseconds: 70))
    let more = try drain(&video, picture, at: MediaTime(milliseconds: 95))
    #expect(more.map(\.shared.time) == [MediaTime(milliseconds: 71)])
  }

  @Test func `a picture that is no board has key frames for everybody, one a second at most`()
    throws
  {
    var video = try video()
    var random = SeededGenerator(seed: 3)
    let noise = (0..<(96 * 64)).map { _ in UInt8.random(in: 16...120, using: &random) }
    let picture = filled { noise[$0 % noise.count] }
    let frames = try drain(&video, picture, at: .zero)
    #expect(frames.first?.isKeyFrame == true)
    #expect(try video.bootstrap(of: picture, at: .zero) == nil)
    video.wantKeyFrame()
    #expect(video.earliest == MediaTime(milliseconds: 1_000))
    #expect(try drain(&video, picture, at: MediaTime(milliseconds: 900)).isEmpty)
    let later = try drain(&video, picture, at: MediaTime(milliseconds: 1_000))
    #expect(later.first?.isKeyFrame == true)
    #expect(video.earliest == .zero)
  }

  @Test func `who joins after a clear gets no frame that shows nothing`() throws {
    var video = try video()
    // Ink on half of the board goes and comes back, as undoing does: the encoder keeps a second picture.
    let ink = filled { $0 % 96 < 4 ? 40 : 235 }
    let empty = filled { _ in 235 }
    var everybody = try VPXDecoder()
    for (step, isEmpty) in [false, true, false, true, false].enumerated() {
      let now = MediaTime(milliseconds: Int64(step) * 100)
      video.update(video.all, at: now)
      var frames = try isEmpty ? drain(&video, empty, at: now) : drain(&video, ink, at: now)
      let bootstrap =
        try isEmpty
        ? video.bootstrap(of: empty, at: now) : video.bootstrap(of: ink, at: now)
      var late = try VPXDecoder()
      var (seen, own): ([UInt8], [UInt8]) = ([], [])
      for frame in frames { seen = try shown(&everybody, frame.shared) ?? seen }
      for frame in try #require(bootstrap) {
        own = try #require(try shown(&late, frame), "every frame shows something")
      }
      #expect(own == seen || frames.isEmpty)
      frames.removeAll()
    }
  }

  private func shown(_ decoder: inout VPXDecoder, _ frame: SharedFrame) throws -> [UInt8]? {
    // A payload begins with a descriptor of four bytes here: X, I, and a picture number of 15 bits.
    let bytes = frame.payloads.flatMap { $0.dropFirst(4) }
    guard let picture = try decoder.decode(bytes) else { return nil }
    return picture.withPlane(.luma) { plane, _ in plane.indices.map { plane[$0] } }
  }

  @Test func `a video of no size is refused`() {
    #expect(throws: MediaError.self) {
      _ = try LiveBoardVideo(width: 0, height: 10, ground: .white)
    }
  }
}
