import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct MixRecordingTests {
  struct Room {
    let picture: MixPicture
    let mix: MixRecording
    let sink = MemorySink()
    private var sequence: UInt64 = 0

    init(width: Int = 640, height: Int = 360) throws {
      picture = MixPicture(
        header: BoardHeader(canvasWidth: 1_280, canvasHeight: 720), width: Int32(width),
        height: Int32(height))
      var video = RecordingConfiguration.Video(width: width, height: height)
      video.encoder = .libvpx
      video.rate = try #require(FrameRate(frames: 15))
      mix = try MixRecording(to: sink, picture, video, title: "Call")
    }

    mutating func send(_ action: BoardAction, by author: UInt32, at seconds: Double) {
      sequence += 1
      picture.apply(
        BoardEvent(
          sequence: sequence, time: BoardTime(ticks: Int64(seconds * 10_000)),
          author: AuthorID(author), action: action))
    }

    mutating func stroke(_ number: UInt32, y: Int32, at seconds: Double) {
      let id = BoardID(author: AuthorID(1), number: number)
      let ink = Ink(kind: .monoline, colour: .black, width: 24 * 64)
      send(.strokeBegan(id, ink: ink, channels: [], order: nil), by: 1, at: seconds)
      let points = (0..<40).map { StrokePoint(x: (100 + Int32($0) * 25) * 64, y: y * 64) }
      send(.strokePoints(id, points), by: 1, at: seconds)
      send(.strokeEnded(id), by: 1, at: seconds)
    }
  }

  static func luma(_ picture: borrowing I420Picture, _ x: Int, _ y: Int) -> UInt8 {
    VideoCompositorTests.luma(picture, x, y)
  }

  @Test func `ink, cameras and sound are in it, and a pause is not`() throws {
    var room = try Room()
    var sent = SentPictures()
    try sent.send(90, from: 1)
    room.send(.joined(name: "Ana"), by: 1, at: 0)
    room.send(.joined(name: "Ben"), by: 2, at: 0)
    let tone = sine(440, seconds: 0.02)
    var next = 0
    let pause = time(4)..<time(5)
    for tick in 0...350 {
      let now = Double(tick) * 0.02
      let timeline =
        now < 4
        ? FileTimeline(runningFrom: .zero)
        : now < 5
          ? FileTimeline(runningFrom: .zero, pausedSince: time(4))
          : FileTimeline(runningFrom: .zero, pauses: [pause])
      if tick == 100 { room.stroke(1, y: 200, at: now) }
      if tick == 225 { room.stroke(2, y: 500, at: now) }
      if tick == 50 { room.picture.speak(2) }
      while next < sent.frames.count, sent.frames[next].time <= time(now) {
        try room.picture.take(sent.frames[next].bytes, of: 2)
        next += 1
      }
      // A second of tone, and nothing afterwards.
      if tick < 50 { room.mix.append(tone, at: time(now), timeline) }
      room.mix.advance(to: time(now), timeline)
    }
    room.mix.addChapter("Part", at: time(3), FileTimeline(runningFrom: .zero))
    room.mix.finish(at: time(7), FileTimeline(end: time(7), pauses: [pause]))
    #expect(room.mix.failure == nil && room.mix.summary?.duration == time(6))
    #expect(try RecordingCheck.run(MemorySource(room.sink.bytes)).faults == [])

    let contents = try WebMContents(room.sink.bytes)
    #expect(contents.chapters.map(\.title) == ["Part"])
    var decoder = try AudioFileDecoder(MemorySource(room.sink.bytes))
    let sound = try decoder.readAll()
    #expect(sound.count == 6 * 48_000)
    #expect(sound[10_000..<40_000].contains { abs($0) > 0.3 })
    #expect(sound[60_000...].allSatisfy { abs($0) < 0.01 })

    // A quarter of the width is left to the board's right for cameras.
    let file = try RecordedFile(room.sink)
    let early = try file.picture(at: time(0.5))
    #expect(Self.luma(early, 250, 110) > 200)
    // Ben's camera was not on yet.
    #expect(Self.luma(early, 530, 90) < 80)
    let drawn = try file.picture(at: time(3.5))
    #expect(Self.luma(drawn, 250, 117) < 60, "\(Self.luma(drawn, 250, 117))")
    #expect(Self.luma(drawn, 250, 236) > 200)
    let number = Int((3.5 - 1) * 15)
    let shown = Int(Self.luma(drawn, 575, 110))
    #expect(abs(shown - Int(SentPictures.brightness(number))) < 20, "\(shown)")
    // What was drawn while it was paused is there afterwards.
    let late = try file.picture(at: time(4.5))
    #expect(Self.luma(late, 250, 236) < 60, "\(Self.luma(late, 250, 236))")
    #expect(file.timesRise && file.videoTimes.count < 6 * 15 + 2)
  }

  @Test func `nothing changes, and next to nothing is encoded`() throws {
    let room = try Room()
    let timeline = FileTimeline(runningFrom: .zero)
    for tick in 0..<500 { room.mix.advance(to: time(Double(tick) * 0.02), timeline) }
    room.mix.finish(at: time(10), timeline)
    let file = try RecordedFile(room.sink)
    #expect(file.videoTimes.count < 8)
    #expect(file.videoTimes.first == .zero)
    #expect(Self.luma(try file.picture(at: .zero), 300, 180) > 200)
    #expect(try RecordingCheck.run(MemorySource(room.sink.bytes)).faults == [])
  }

  @Test func `a camera is gone when it is muted, and back with its next frame`() throws {
    var room = try Room()
    room.send(.joined(name: "Ana"), by: 1, at: 0)
    var sent = SentPictures()
    try sent.send(3, from: 0)
    func shown() throws -> UInt8 {
      _ = try room.picture.draw()
      var value: UInt8 = 0
      room.picture.withPicture { value = Self.luma($0, 600, 20) }
      return value
    }
    let empty = try shown()
    try room.picture.take(sent.frames[0].bytes, of: 1)
    let bright = try shown()
    #expect(bright > empty + 4 || empty > bright + 4)
    room.picture.muteCamera(of: 1)
    #expect(try shown() == empty)
    try room.picture.take(sent.frames[1].bytes, of: 1)
    #expect(abs(Int(try shown()) - Int(SentPictures.brightness(1))) < 12)
    room.picture.removeCamera(of: 1)
    // The rest of a stream whose beginning is gone.
    try room.picture.take(sent.frames[2].bytes, of: 1)
    #expect(try shown() == empty)
    try room.picture.take([0x10, 1, 2], of: 1)
  }

  @Test func `a full disk ends the file, which plays to there`() throws {
    let picture = MixPicture(header: BoardHeader(), width: 320, height: 180)
    var video = RecordingConfiguration.Video(width: 320, height: 180)
    video.encoder = .libvpx
    let sink = MemorySink(capacity: 60_000)
    let mix = try MixRecording(to: sink, picture, video, title: nil)
    let timeline = FileTimeline(runningFrom: .zero)
    var random = SeededGenerator(seed: 4)
    for tick in 0..<1_000 {
      let noise = (0..<960).map { _ in Float(random.next() & 1_023) / 1_024 - 0.5 }
      mix.append(noise, at: time(Double(tick) * 0.02), timeline)
      mix.advance(to: time(Double(tick) * 0.02), timeline)
    }
    mix.finish(at: time(20), timeline)
    #expect(mix.failure?.code == .outputFailed && mix.summary == nil)
    let contents = try WebMContents(sink.bytes)
    #expect(!contents.isCut && contents.damage == 0)
    let duration = try #require(contents.duration)
    #expect(duration > time(2) && duration < time(19))
  }
}
