import TestSupport
import Testing

@testable import MediaCore

extension VPXDecoder {
  struct NothingShown: Error {}

  /// The picture that a frame shows; an error when it shows none.
  fileprivate mutating func shown(_ bytes: [UInt8]) throws -> I420Picture {
    if let picture = try decode(bytes) { return picture }
    throw NothingShown()
  }
}

@Suite("VP8 frames as bits")
struct VP8FrameWriterTests {
  private static let sizes: [(Int32, Int32)] = [
    (1, 1), (2, 2), (17, 33), (33, 1), (1, 65), (15, 17), (16, 16), (64, 48), (175, 143),
  ]

  @Test("libvpx shows exactly what random modes, vectors and levels mean", arguments: 0..<90)
  func randomFrames(seed: Int) throws {
    let (width, height) = Self.sizes[seed % Self.sizes.count]
    var random = RandomVP8Frames(seed: UInt64(seed), width: width, height: height)
    var writer = VP8FrameWriter(width: width, height: height)
    var vpx = try VPXDecoder()
    var plain: PlainDecoder?
    for number in 0..<12 {
      let frame = random.next(writer.probabilities(before:))
      let bytes = try writer.write(
        frame.header, frame.macroblocks, frame.levels, background: frame.background,
        probabilities: frame.probabilities)
      if plain == nil { plain = PlainDecoder(frame.header) }
      plain?.decode(
        frame.header, frame.macroblocks, frame.levels, background: frame.background)
      guard let picture = try vpx.decode(bytes) else {
        #expect(!frame.header.isShown, "seed \(seed), frame \(number)")
        continue
      }
      let difference = plain?.current.firstDifference(from: picture)
      try #require(
        difference == nil,
        "seed \(seed), \(width)×\(height), frame \(number), key \(frame.header.isKeyFrame)")
    }
  }

  @Test("Tables write the same bytes as one bool after the other", arguments: 0..<60)
  func runsEqualBools(seed: Int) throws {
    let (width, height) = Self.sizes[seed % Self.sizes.count]
    var random = RandomVP8Frames(
      seed: UInt64(seed) + 1_000, width: width + Int32(seed), height: height)
    var withRuns = VP8FrameWriter(width: width + Int32(seed), height: height)
    var without = withRuns
    without.usesRuns = false
    for _ in 0..<12 {
      let frame = random.next(withRuns.probabilities(before:))
      let expected = try without.write(
        frame.header, frame.macroblocks, frame.levels, background: frame.background,
        probabilities: frame.probabilities)
      let bytes = try withRuns.write(
        frame.header, frame.macroblocks, frame.levels, background: frame.background,
        probabilities: frame.probabilities)
      try #require(bytes == expected)
    }
  }

  @Test("An empty frame of any size is the same by tables and repeats the picture")
  func emptyFrames() throws {
    var sizes = Self.sizes + [(1366, 768), (1920, 1080), (16_383, 1), (1, 16_383)]
    for side in stride(from: Int32(16), through: 700, by: 48) { sizes.append((side, 700 - side)) }
    for (width, height) in sizes where height > 0 {
      var writer = VP8FrameWriter(width: width, height: height)
      var plain = writer
      plain.usesRuns = false
      var vpx = try VPXDecoder()
      var header = VP8FrameHeader(isKeyFrame: true, width: width, height: height, quantiser: 20)
      var levels = VP8Levels()
      let row = levels.appendRow()
      levels.values[24 * 16] = 40
      levels.ends[24] = 1
      let first = VP8Macroblock(
        column: 0, row: 0, prediction: .intra(luma: .dc, chroma: .dc), levels: row)
      let key = try writer.write(header, [first], levels)
      #expect(try plain.write(header, [first], levels) == key)
      let before = try vpx.shown(key)
      let colour = before.withPlane(.luma) { span, _ in span[0] }
      #expect(colour > 128)
      header.isKeyFrame = false
      for background in [
        VP8Background.last, VP8Background(reference: .golden),
        VP8Background(reference: .alternate, vector: VP8MotionVector(row: 64, column: -640)),
      ] {
        for segmentation in [nil, VP8FrameHeader.Segmentation(quantisers: [9, 8, 7, 0])] {
          header.segmentation = segmentation
          let bytes = try writer.write(header, [], VP8Levels(), background: background)
          let slow = try plain.write(header, [], VP8Levels(), background: background)
          try #require(bytes == slow, "\(width)×\(height)")
          let picture = try vpx.shown(bytes)
          for plane in I420Picture.Plane.allCases {
            let size = picture.size(of: plane)
            let isFlat = picture.withPlane(plane) { span, stride in
              for y in 0..<size.height {
                for x in 0..<size.width
                where span[y * stride + x] != (plane == .luma ? colour : 128) {
                  return false
                }
              }
              return true
            }
            #expect(isFlat, "\(width)×\(height) \(plane)")
          }
        }
      }
    }
  }

  @Test("A 1080p frame in which nothing changed has about 200 bytes")
  func emptyFrameSize() throws {
    var writer = VP8FrameWriter(width: 1920, height: 1080)
    var header = VP8FrameHeader(isKeyFrame: true, width: 1920, height: 1080, quantiser: 20)
    let key = try writer.write(header, [], VP8Levels())
    #expect(key.count < 3_600)
    header.isKeyFrame = false
    let frame = try writer.write(header, [], VP8Levels())
    #expect(frame.count <= 205)
  }

  @Test("Modes beyond what a frame's tag can state are an error that changes nothing")
  func partitionTooLarge() throws {
    let (width, height) = (Int32(8_192), Int32(4_096))
    var header = VP8FrameHeader(isKeyFrame: true, width: width, height: height, quantiser: 9)
    header.refreshesEntropy = true
    var modes = InlineSubblockModes()
    for index in 0..<16 { modes[index] = index % 3 == 0 ? .horizontalUp : .leftDown }
    var macroblocks: [VP8Macroblock] = []
    for row in 0..<header.rows {
      for column in 0..<header.columns {
        macroblocks.append(
          VP8Macroblock(column: column, row: row, prediction: .subblocks(modes, chroma: .dc)))
      }
    }
    var writer = VP8FrameWriter(width: width, height: height)
    var other = VP8CoefficientProbabilities.standard
    other[500] = 7
    #expect(throws: VP8FrameError.self) {
      try writer.write(header, macroblocks, VP8Levels(), probabilities: other)
    }
    #expect(writer.probabilities == .standard)
  }

  @Test("A vector out of reach is an error")
  func vectorOutOfReach() throws {
    var header = VP8FrameHeader(isKeyFrame: false, width: 64, height: 64, quantiser: 9)
    header.refreshesEntropy = false
    var writer = VP8FrameWriter(width: 64, height: 64)
    let far = VP8MotionVector(row: 0, column: 1_024)
    #expect(throws: VP8FrameError.vectorOutOfReach(far)) {
      try writer.write(
        header, [VP8Macroblock(column: 0, row: 0, prediction: .inter(.last, far))], VP8Levels())
    }
    header.isKeyFrame = true
    #expect(throws: VP8FrameError.interPredictionInKeyFrame) {
      try writer.write(
        header, [VP8Macroblock(column: 0, row: 0, prediction: .inter(.last, .zero))], VP8Levels())
    }
  }

  @Test("Probabilities of a frame stay only where its header says so")
  func persistence() throws {
    var header = VP8FrameHeader(isKeyFrame: true, width: 32, height: 32, quantiser: 9)
    var writer = VP8FrameWriter(width: 32, height: 32)
    var first = VP8CoefficientProbabilities.standard
    first[100] = 3
    header.refreshesEntropy = true
    _ = try writer.write(header, [], VP8Levels(), probabilities: first)
    #expect(writer.probabilities == first)
    var second = first
    second[200] = 4
    header.isKeyFrame = false
    header.refreshesEntropy = false
    _ = try writer.write(header, [], VP8Levels(), probabilities: second)
    #expect(writer.probabilities == first)
    header.isKeyFrame = true
    _ = try writer.write(header, [], VP8Levels())
    #expect(writer.probabilities == .standard)
  }
}
