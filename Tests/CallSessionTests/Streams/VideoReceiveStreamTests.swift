import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct VideoReceiveStreamTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  struct Packet {
    var header: RTPHeader
    var sequence: Int64
    var payload: [UInt8]
  }

  /// One packet a frame, the first a key frame.
  static func packets(_ count: Int, keyFrames: Set<Int> = [0], size: Int = 40) -> [Packet] {
    var packetizer = VP8Packetizer()
    var packets: [Packet] = []
    for index in 0..<count {
      var frame: [UInt8] =
        keyFrames.contains(index) ? [0x10, 0, 0, 0x9D, 0x01, 0x2A, 16, 0, 16, 0] : [0x11, 0, 0]
      frame += [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: size)
      let payloads = packetizer.payloads(of: frame.span)
      for (place, payload) in payloads.enumerated() {
        let sequence = Int64(packets.count)
        let header = RTPHeader(
          payloadType: 96, sequenceNumber: SequenceNumber(truncating: sequence),
          timestamp: UInt32(index * 3_000), ssrc: SSRC(1),
          hasMarker: place == payloads.count - 1)
        packets.append(Packet(header: header, sequence: sequence, payload: payload))
      }
    }
    return packets
  }

  struct Watched {
    var stream = VideoReceiveStream(source: SSRC(1))
    var frames = 0
    var requested: [UInt16] = []
    var pictureLosses: [MediaTime] = []

    mutating func receive(_ packet: Packet, at now: MediaTime) {
      stream.receive(
        packet.header, sequence: packet.sequence, isRecovery: false, payload: packet.payload,
        at: now)
      drain(at: now)
    }

    mutating func drain(at now: MediaTime) {
      while stream.nextFrame() != nil { frames += 1 }
      var packets: [RTCPPacket] = []
      stream.takeFeedback(sender: SSRC(2), at: now, into: &packets)
      for packet in packets {
        switch packet {
        case .nack(let nack): requested += nack.missing.map(\.rawValue)
        case .pictureLoss: pictureLosses.append(now)
        default: Issue.record("nothing else is asked for")
        }
      }
    }

    mutating func run(until end: MediaTime) {
      while let deadline = stream.deadline, deadline <= end { drain(at: deadline) }
    }
  }

  @Test func `a retransmission in time is all that a loss costs`() {
    var watched = Watched()
    let packets = Self.packets(10)
    for index in [0, 1, 3, 4] {
      watched.receive(packets[index], at: Self.milliseconds(Int64(index) * 33))
    }
    watched.run(until: Self.milliseconds(180))
    #expect(watched.requested == [2] && watched.frames == 2)
    watched.receive(packets[2], at: Self.milliseconds(200))
    #expect(watched.frames == 5 && watched.pictureLosses.isEmpty)
    #expect(watched.stream.deadline == nil)
  }

  @Test func `when retransmissions fail a key frame is asked for, and ends the wait`() throws {
    var watched = Watched()
    let packets = Self.packets(60, keyFrames: [0, 50])
    for index in 0..<50 where index != 2 {
      let now = Self.milliseconds(Int64(index) * 33)
      watched.run(until: now)
      watched.receive(packets[index], at: now)
    }
    let first = try #require(watched.pictureLosses.first)
    #expect(first > Self.milliseconds(300) && first < Self.milliseconds(1_200))
    #expect(watched.frames == 2)
    let asked = watched.requested.count
    #expect(asked >= 5)
    watched.receive(packets[50], at: Self.milliseconds(1_700))
    #expect(watched.frames == 3 && watched.stream.deadline == nil)
    // It is not asked for any more, and what comes after it goes on.
    watched.run(until: Self.milliseconds(5_000))
    watched.receive(packets[51], at: Self.milliseconds(5_000))
    #expect(watched.frames == 4 && watched.requested.count == asked)
  }

  @Test func `who comes in the middle asks for a key frame`() {
    var watched = Watched()
    let packets = Self.packets(30)
    for index in 10..<30 {
      let now = Self.milliseconds(Int64(index) * 33)
      watched.run(until: now)
      watched.receive(packets[index], at: now)
    }
    watched.run(until: Self.milliseconds(1_500))
    #expect(watched.frames == 0 && !watched.pictureLosses.isEmpty && watched.requested.isEmpty)
  }

  /// A bootstrap over a slow link.
  @Test func `a large frame may take its time as long as its packets come`() {
    var watched = Watched()
    let packets = Self.packets(1, size: 60_000)
    #expect(packets.count > 50)
    for (index, packet) in packets.enumerated() {
      let now = Self.milliseconds(Int64(index) * 150)
      watched.run(until: now)
      watched.receive(packet, at: now)
    }
    #expect(watched.frames == 1 && watched.pictureLosses.isEmpty)
  }

  @Test func `a decoder that fails gets a key frame`() {
    var watched = Watched()
    let packets = Self.packets(10, keyFrames: [0, 8])
    for index in 0..<4 { watched.receive(packets[index], at: .zero) }
    watched.stream.decoderFailed(at: .zero)
    watched.drain(at: .zero)
    #expect(watched.pictureLosses == [.zero] && watched.frames == 4)
    for index in 4..<10 { watched.receive(packets[index], at: Self.milliseconds(100)) }
    #expect(watched.frames == 6)
  }
}
