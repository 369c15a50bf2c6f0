import Glibc
import MediaCore
import Strokes
import TestSupport
import Testing

@Suite struct BoardTextSpeedTests {
  /// CPU seconds of this thread.
  private func cpuTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// 100 000 events of eight points with every channel a pen has, as a hand might draw them.
  private func session() throws -> [UInt8] {
    var generator = SeededGenerator(seed: 1)
    var writer = BoardTextWriter()
    var bytes: [UInt8] = []
    try writer.append(BoardHeader(canvasWidth: 1_920, canvasHeight: 1_080), to: &bytes)
    let author = AuthorID(1)
    var sequence: UInt64 = 0
    func append(_ action: BoardAction) throws {
      sequence += 1
      try writer.append(
        BoardEvent(
          sequence: sequence, time: BoardTime(ticks: Int64(sequence) * 333), author: author,
          action: action), to: &bytes)
    }
    let ink = Ink(kind: .pen, colour: .black, width: 192)
    for stroke in 0..<2_000 as Range<UInt32> {
      let id = BoardID(author: author, number: stroke)
      let channels: PointChannels = [.time, .force, .azimuth, .altitude]
      try append(.strokeBegan(id, ink: ink, channels: channels, order: nil))
      var point = StrokePoint(x: 40_000, y: 30_000, force: 900, azimuth: 700, altitude: 300)
      for _ in 0..<50 {
        var points: [StrokePoint] = []
        for _ in 0..<8 {
          point.x += Int32.random(in: -200...220, using: &generator)
          point.y += Int32.random(in: -200...220, using: &generator)
          point.timeOffset += UInt32.random(in: 40...44, using: &generator)
          point.force = UInt16.random(in: 700...1_400, using: &generator)
          point.azimuth = UInt16.random(in: 690...710, using: &generator)
          point.altitude = UInt16.random(in: 290...310, using: &generator)
          points.append(point)
        }
        try append(.strokePoints(id, points))
      }
      try append(.strokeEnded(id))
    }
    return bytes
  }

  @Test func theBinaryFormTakesLessThanHalfOfTheTextsBytes() throws {
    let bytes = try session()
    var reader = try BoardTextReader(BoardGrowingSource(bytes), name: "long.board")
    var encoder = BinaryCodecEncoder()
    var binary: [UInt8] = []
    try encoder.append(reader.header, to: &binary)
    while let event = try reader.next() { try encoder.append(event, to: &binary) }
    let start = cpuTime()
    var decoder = BinaryCodecDecoder(binary)
    _ = try decoder.header()
    var events = 0
    while try decoder.next() != nil { events += 1 }
    print("the same in the binary form: \(binary.count) bytes in \(cpuTime() - start) s of CPU")
    #expect(events == 104_000)
    #expect(binary.count < bytes.count / 2)
  }

  @Test func aHundredThousandEventsOfEightPointsAreReadWithinASecondOfCPU() throws {
    let bytes = try session()
    var reader = try BoardTextReader(BoardGrowingSource(bytes), name: "long.board")
    let start = cpuTime()
    var points = 0
    while let event = try reader.next() {
      if case .strokePoints(_, let some) = event.action { points += some.count }
    }
    let seconds = cpuTime() - start
    #expect(points == 800_000)
    #expect(reader.warnings.isEmpty)
    print("100 000 eight-point events: \(bytes.count) bytes in \(seconds) s of CPU")
    #expect(seconds < 1)
  }
}
