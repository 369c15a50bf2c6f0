import Testing

@testable import MediaCore

@Suite struct FilmFramesTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  private func frames(
    _ bytes: [UInt8], period: Int64, _ change: (inout FilmFrames.Options) -> Void = { _ in }
  ) throws -> FilmFrames {
    var options = FilmFrames.Options(width: 640, height: 360, period: milliseconds(period))
    change(&options)
    return try FilmFrames(MemorySource(bytes), options)
  }

  /// Times and pictures, until the end or for `most`.
  private func all(
    _ frames: inout FilmFrames, most: Int = 100
  ) throws -> (shown: [(time: MediaTime, picture: Int?)], end: MediaTime?) {
    var bytes: [UInt8] = []
    var shown: [(MediaTime, Int?)] = []
    while shown.count < most {
      switch try frames.next(into: &bytes) {
      case .frame(let time): shown.append((try #require(time), GreyFilm.index(bytes)))
      case .end(let time): return (shown, time)
      case .still, .nothing: Issue.record("a film has frames and an end")
      }
    }
    return (shown, nil)
  }

  @Test func `a film is played from its beginning to its end`() throws {
    var frames = try frames(GreyFilm(pictures: 10).bytes, period: 1_000)
    #expect(frames.shape.width == 64 && frames.shape.pixels == .i420)
    let (shown, end) = try all(&frames)
    #expect(shown.prefix(10).map(\.time) == (0..<10).map { milliseconds($0 * 100) })
    #expect(shown.prefix(10).map(\.picture) == (0..<10).map { $0 })
    #expect(end == milliseconds(1_000) && frames.takeNotes().isEmpty)
  }

  @Test func `of a part the picture that is seen at its beginning is the first`() throws {
    var frames = try frames(GreyFilm(pictures: 20).bytes, period: 500) {
      $0.from = milliseconds(1_050)
    }
    let (shown, end) = try all(&frames)
    #expect(shown.first?.time == .zero && shown.first?.picture == 10)
    #expect(shown.dropFirst().first?.time == milliseconds(50))
    #expect(shown.map(\.picture) == [10, 11, 12, 13, 14, 15])
    #expect(end == milliseconds(500))
  }

  @Test func `over and over it goes on without a hole`() throws {
    var frames = try frames(GreyFilm(pictures: 10).bytes, period: 500) {
      $0.from = milliseconds(300)
      $0.isLooped = true
    }
    let (shown, end) = try all(&frames, most: 15)
    #expect(end == nil)
    #expect(shown.map(\.picture) == [3, 4, 5, 6, 7, 3, 4, 5, 6, 7, 3, 4, 5, 6, 7])
    #expect(shown.map(\.time) == (0..<15).map { milliseconds($0 * 100) })
  }

  @Test func `no more pictures come than a second is to have`() throws {
    var frames = try frames(GreyFilm(pictures: 20).bytes, period: 2_000) {
      $0.rate = FrameRate(frames: 5) ?? .fps30
    }
    let (shown, _) = try all(&frames)
    #expect(shown.count <= 11 && shown.count >= 10)
  }

  @Test func `a cut file plays as far as it goes, and that is said once`() throws {
    let bytes = try GreyFilm(pictures: 20).bytes
    var frames = try frames(Array(bytes.prefix(bytes.count / 2)), period: 20_000)
    let (shown, end) = try all(&frames)
    #expect(shown.count > 3)
    #expect(try #require(end) < milliseconds(2_000))
    let notes = frames.takeNotes()
    #expect(notes.count == 1 && notes[0].contains("cut or broken") && notes[0].hasSuffix("20.0 s"))
    #expect(frames.takeNotes().isEmpty)
  }

  @Test func `what is only heard has one black picture`() {
    var frames = BlankFrames(width: 4, height: 2, end: milliseconds(700))
    var bytes: [UInt8] = []
    #expect(frames.next(into: &bytes) == .frame(at: .zero) && bytes.count == 32)
    #expect(frames.next(into: &bytes) == .end(at: milliseconds(700)))
    var endless = BlankFrames(width: 4, height: 2, end: nil)
    _ = endless.next(into: &bytes)
    #expect(endless.next(into: &bytes) == .still)
  }
}
