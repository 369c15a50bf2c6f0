import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// RTP-21 and RTP-22: a camera that turns or is throttled sends another size in the same stream.
@Suite struct ResolutionChangeTests {
  /// The widths of pictures that come out of one decoder, each of which has changed its tile of a
  /// composite.
  static func shown(_ frames: [[UInt8]]) throws -> [Int32] {
    var decoder = try VPXDecoder()
    var compositor = VideoCompositor(width: 640, height: 360)
    let room = CompositePlan.Room(
      members: [.init(number: 0, name: "", hasCamera: true)], hasBoard: false)
    _ = try compositor.lay(CompositePlan(.grid, of: room, width: 640, height: 360))
    var widths: [Int32] = []
    for frame in frames {
      guard let picture = try decoder.decode(frame) else { continue }
      #expect(!compositor.draw(.camera(0), picture).isEmpty)
      widths.append(picture.width)
    }
    #expect(compositor.waiting.isEmpty)
    return widths
  }

  /// Twelve frames of a grey that grows, the first half of another size: an encoder each, as one that
  /// is set anew begins with a key frame.
  static func frames(_ sizes: [(width: Int32, height: Int32)]) throws -> [[UInt8]] {
    var frames: [[UInt8]] = []
    for size in sizes {
      var encoder = try VPXEncoder(width: size.width, height: size.height)
      var blocks = BlockMap(width: size.width, height: size.height)
      blocks.insertAll()
      for index in 0..<6 {
        let grey = UInt8(60 + frames.count * 10)
        let picture = VideoCompositorTests.plain(
          size.width, size.height, VP8Colour(luma: grey, blue: 128, red: 128))
        frames.append(
          try encoder.frame(
            picture, EncodeRequest(time: MediaTime(count: Int64(index), rate: 30), blocks: blocks)
          ).bytes)
      }
    }
    return frames
  }

  /// The frames behind packets of one source.
  static func received(
    _ frames: [[UInt8]], extensions: RTPExtensionBlock = .init()
  ) throws
    -> [[UInt8]]
  {
    var packetizer = VP8Packetizer(largest: 200)
    var assembler = VP8FrameAssembler()
    var extender = SequenceExtender()
    var number = SequenceNumber(65_530)
    var received: [[UInt8]] = []
    for (index, frame) in frames.enumerated() {
      let payloads = packetizer.payloads(of: frame.span)
      for (place, payload) in payloads.enumerated() {
        var bytes: [UInt8] = []
        let header = RTPHeader(
          payloadType: 96, sequenceNumber: number, timestamp: UInt32(index * 3_000), ssrc: SSRC(1),
          hasMarker: place == payloads.count - 1)
        RTPPacket.write(header, extensions: extensions, payload: payload.span, to: &bytes)
        number = number.advanced(by: 1)
        let packet = try RTPPacket(parsing: bytes.span)
        assembler.insert(
          sequence: extender.extend(packet.header.sequenceNumber),
          timestamp: packet.header.timestamp, hasMarker: packet.header.hasMarker,
          payload: Array(bytes[packet.payload]))
        while let frame = assembler.next() { received.append(frame.bytes) }
      }
    }
    return received
  }

  @Test(arguments: [(320, 240), (144, 176), (16, 16)] as [(Int32, Int32)])
  func `a stream goes on in another size`(width: Int32, height: Int32) throws {
    let frames = try Self.frames([(176, 144), (width, height)])
    let received = try Self.received(frames)
    #expect(received == frames)
    #expect(
      try Self.shown(received)
        == [Int32](repeating: 176, count: 6) + [Int32](repeating: width, count: 6))
  }

  @Test func `the picture of the new size is seen, and nothing of the old one`() throws {
    var decoder = try VPXDecoder()
    var compositor = VideoCompositor(width: 640, height: 360)
    let room = CompositePlan.Room(
      members: [.init(number: 0, name: "", hasCamera: true)], hasBoard: false)
    _ = try compositor.lay(CompositePlan(.grid, of: room, width: 640, height: 360))
    var levels: [Int] = []
    for frame in try Self.frames([(176, 144), (320, 180)]) {
      guard let picture = try decoder.decode(frame) else { continue }
      _ = compositor.draw(.camera(0), picture)
      levels.append(Int(VideoCompositorTests.luma(compositor.picture, 320, 180)))
    }
    for (index, level) in levels.enumerated() { #expect(abs(level - 60 - index * 10) < 4) }
    #expect(levels.count == 12)
  }

  /// RTP-22: the orientation of a picture (3GPP TS 26.114, 7.4.5), which we do not offer.
  @Test func `an extension that was not agreed on changes no picture`() throws {
    let frames = try Self.frames([(176, 144)])
    var extensions = RTPExtensionBlock()
    extensions.append(13, [1])
    #expect(try Self.received(frames, extensions: extensions) == frames)
  }
}
