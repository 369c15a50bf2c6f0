import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct SharedScreenTests {
  private func luma(_ room: MixRecordingTests.Room, _ x: Int, _ y: Int) throws -> Int {
    _ = try room.picture.draw()
    var value = 0
    room.picture.withPicture { value = Int(MixRecordingTests.luma($0, x, y)) }
    return value
  }

  @Test func `ink lies over the screen, what was drawn before and what comes`() throws {
    var room = try MixRecordingTests.Room()
    room.send(.joined(name: "Ana"), by: 1, at: 0)
    room.stroke(1, y: 200, at: 0)
    #expect(try luma(room, 250, 280) > 200)
    var sent = SentPictures()
    try sent.send(60, from: 0)
    let bright = Int(SentPictures.brightness(0))
    try room.picture.takeShare(sent.frames[0].bytes, of: 1)
    // The screen hides the board's ground, and no speaker is beside it.
    #expect(abs(try luma(room, 250, 280) - bright) < 20)
    #expect(abs(try luma(room, 600, 30) - bright) < 20)
    #expect(try luma(room, 250, 100) < 60)
    room.stroke(2, y: 500, at: 1)
    #expect(try luma(room, 250, 250) < 60)
    for frame in sent.frames[1..<50] { try room.picture.takeShare(frame.bytes, of: 1) }
    #expect(abs(try luma(room, 250, 280) - Int(SentPictures.brightness(49))) < 20)
    #expect(try luma(room, 250, 250) < 60 && luma(room, 250, 100) < 60)

    room.picture.removeShare(of: 1)
    #expect(try luma(room, 250, 280) > 200)
    #expect(try luma(room, 250, 117) < 60)
  }

  @Test func `a screen of another size is fitted, and another's is not taken`() throws {
    let room = try MixRecordingTests.Room()
    func frame(_ width: Int32, _ height: Int32, luma: UInt8) throws -> [UInt8] {
      var encoder = try VPXEncoder(width: width, height: height)
      var picture = I420Picture(width: width, height: height)
      picture.withMutablePlane(.luma) { bytes, _ in
        for index in bytes.indices { bytes[index] = luma }
      }
      var all = BlockMap(width: width, height: height)
      all.insertAll()
      let request = EncodeRequest(time: .zero, blocks: all, pass: .final, wantsKeyFrame: true)
      return try #require(try encoder.encode(picture, request)).bytes
    }
    try room.picture.takeShare(try frame(320, 180, luma: 120), of: 1)
    #expect(abs(try luma(room, 20, 180) - 120) < 6)
    // Upright: bars beside it.
    try room.picture.takeShare(try frame(90, 180, luma: 170), of: 1)
    #expect(abs(try luma(room, 320, 180) - 170) < 6)
    #expect(try luma(room, 20, 180) < 60)
    try room.picture.takeShare(try frame(320, 180, luma: 60), of: 2)
    #expect(abs(try luma(room, 320, 180) - 170) < 6)
    room.picture.removeShare(of: 2)
    #expect(abs(try luma(room, 320, 180) - 170) < 6)
    // What cannot be decoded leaves the picture as it is.
    try room.picture.takeShare([0x11, 2, 3], of: 1)
    #expect(abs(try luma(room, 320, 180) - 170) < 6)
  }
}
