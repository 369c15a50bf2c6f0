import MediaCore
import Testing

@testable import CallSession

@Suite struct CameraPictureTests {
  @Test func `a drawn number is read again`() {
    for (width, height) in [(136, 48), (160, 90), (320, 180), (321, 181), (640, 360)]
      as [(Int32, Int32)]
    {
      let camera = CameraPicture(participant: 2, width: width, height: height)
      var picture = I420Picture(width: width, height: height)
      for number in [0, 1, 2, 77, 0x55_5555, CameraPicture.last] {
        camera.draw(number, into: &picture)
        #expect(CameraPicture.number(in: picture) == number, "\(width)×\(height)")
      }
    }
  }

  @Test func `a picture without a number has none`() {
    var picture = I420Picture(width: 320, height: 180)
    #expect(CameraPicture.number(in: picture) == nil)
    for value in [255, 126] as [UInt8] {
      picture.withMutablePlane(.luma) { luma, _ in
        for index in 0..<luma.count { luma[index] = value }
      }
      #expect(CameraPicture.number(in: picture) == nil)
    }
    #expect(CameraPicture.number(in: I420Picture(width: 64, height: 64)) == nil)
  }

  @Test func `a cell that turned over is noticed`() {
    for number in [0, 1, 12_345, CameraCode.last] {
      let cells = CameraCode.cells(of: number)
      #expect(CameraCode.number(ofCells: cells) == number)
      for one in 0..<CameraCode.cells {
        for other in 0..<one {
          let wrong = cells ^ 1 << UInt32(one) ^ 1 << UInt32(other)
          #expect(CameraCode.number(ofCells: wrong) == nil)
        }
        #expect(CameraCode.number(ofCells: cells ^ 1 << UInt32(one)) == nil)
      }
    }
  }

  @Test func `from one number to the next one cell changes besides the check`() {
    for number in 0..<2_000 {
      let change = CameraCode.cells(of: number) ^ CameraCode.cells(of: number + 1)
      #expect((change >> 8).nonzeroBitCount == 1)
    }
  }

  /// Samples of brightness that differ by more than 8.
  static func differences(_ one: borrowing I420Picture, _ other: borrowing I420Picture) -> Int {
    one.withPlane(.luma) { first, _ in
      other.withPlane(.luma) { second, _ in
        var count = 0
        for index in 0..<first.count where abs(Int(first[index]) - Int(second[index])) > 8 {
          count += 1
        }
        return count
      }
    }
  }

  @Test func `the picture is its number's, moves, and is each participant's own`() {
    let camera = CameraPicture(participant: 1)
    var one = I420Picture(width: 320, height: 180)
    var other = I420Picture(width: 320, height: 180)
    camera.draw(100, into: &one)
    camera.draw(4_711, into: &other)
    camera.draw(100, into: &other)
    #expect(Self.differences(one, other) == 0)
    // A tenth of a second on, little has moved; two seconds on, much.
    camera.draw(101, into: &other)
    let little = Self.differences(one, other)
    camera.draw(130, into: &other)
    let much = Self.differences(one, other)
    #expect(little > 100 && little < 6_000, "\(little)")
    #expect(much > 2_000 && much > little, "\(much)")
    CameraPicture(participant: 2).draw(100, into: &other)
    #expect(Self.differences(one, other) > 5_000)
  }

  /// The lowest rate that the room gives a camera, and one that is lower still.
  @Test(arguments: [(1, 60_000), (2, 60_000), (3, 30_000), (4, 150_000)] as [(UInt32, Int)])
  func `the number survives VP8 at a low rate`(participant: UInt32, bitrate: Int) throws {
    let camera = CameraPicture(participant: participant)
    var picture = I420Picture(width: 320, height: 180)
    var shown = I420Picture(width: 320, height: 180)
    var encoder = try CameraEncoder(width: 320, height: 180, bitrate: bitrate)
    var decoder = try VPXDecoder()
    var coded = 0
    for number in 0..<150 {
      camera.draw(1_000_000 + number, into: &picture)
      let time = MediaTime(count: Int64(number), rate: 15)
      guard let frame = try encoder.encode(picture, at: time, wantsKeyFrame: number == 80) else {
        continue
      }
      coded += 1
      let isShown = try decoder.decode(frame.bytes, into: &shown)
      #expect(isShown && CameraPicture.number(in: shown) == 1_000_000 + number)
    }
    #expect(coded > (bitrate < 60_000 ? 60 : 120), "\(coded)")
  }
}
