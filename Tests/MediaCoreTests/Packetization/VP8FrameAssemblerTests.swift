import TestSupport
import Testing

@testable import MediaCore

@Suite struct VP8FrameAssemblerTests {
  struct Packet {
    var sequence: Int64
    var timestamp: UInt32
    var hasMarker: Bool
    var isRecovery = false
    var payload: [UInt8]
  }

  /// Frames as VP8 begins them, otherwise random; every `keyInterval`th is a key frame.
  static func frames(
    _ count: Int, keyInterval: Int, seed: UInt64, largest: Int = 4_000
  ) -> [[UInt8]] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      let isKey = index % keyInterval == 0
      var frame: [UInt8] =
        isKey ? [0x10, 0, 0, 0x9D, 0x01, 0x2A, 16, 0, 16, 0] : [0x11, 0, 0]
      for _ in 0..<Int.random(in: 0...largest, using: &random) {
        frame.append(.random(in: 0...255, using: &random))
      }
      return frame
    }
  }

  static func packets(_ frames: [[UInt8]], from first: Int64 = 65_500) -> [Packet] {
    var packetizer = VP8Packetizer(firstPicture: 0x7FF0)
    var packets: [Packet] = []
    var sequence = first
    for (index, frame) in frames.enumerated() {
      let payloads = packetizer.payloads(of: frame.span)
      for (place, payload) in payloads.enumerated() {
        packets.append(
          Packet(
            sequence: sequence,
            timestamp: UInt32(truncatingIfNeeded: 4_294_900_000 + index * 3_000),
            hasMarker: place == payloads.count - 1, payload: payload))
        sequence += 1
      }
    }
    return packets
  }

  static func delivered(
    _ packets: [Packet], by assembler: inout VP8FrameAssembler
  ) -> [VP8FrameAssembler.Frame] {
    var frames: [VP8FrameAssembler.Frame] = []
    for packet in packets {
      assembler.insert(
        sequence: packet.sequence, timestamp: packet.timestamp, hasMarker: packet.hasMarker,
        isRecovery: packet.isRecovery, payload: packet.payload)
      while let frame = assembler.next() { frames.append(frame) }
    }
    return frames
  }

  @Test func `frames come back whole and in order`() {
    let frames = Self.frames(60, keyInterval: 20, seed: 1)
    var assembler = VP8FrameAssembler()
    let back = Self.delivered(Self.packets(frames), by: &assembler)
    #expect(back.map(\.bytes) == frames)
    #expect(back.map(\.isKeyFrame) == (0..<60).map { $0 % 20 == 0 })
    #expect(!assembler.isWaiting)
  }

  @Test(arguments: 0..<40)
  func `what comes late or twice changes nothing`(seed: UInt64) {
    let frames = Self.frames(60, keyInterval: 1_000, seed: seed)
    var random = SeededGenerator(seed: seed + 100)
    var packets = Self.packets(frames)
    for index in packets.indices.dropLast() where random.chance(0.2) {
      packets.swapAt(index, min(index + .random(in: 1...8, using: &random), packets.count - 1))
    }
    var doubled: [Packet] = []
    for packet in packets {
      doubled.append(packet)
      if random.chance(0.2) { doubled.append(packet) }
    }
    var assembler = VP8FrameAssembler()
    #expect(Self.delivered(doubled, by: &assembler).map(\.bytes) == frames)
  }

  @Test func `the first packets may be out of order`() {
    let frames = Self.frames(10, keyInterval: 100, seed: 3, largest: 100)
    var packets = Self.packets(frames)
    packets.swapAt(0, 2)
    var assembler = VP8FrameAssembler()
    #expect(Self.delivered(packets, by: &assembler).map(\.bytes) == frames)
  }

  @Test(arguments: 0..<40)
  func `nothing with a hole, or behind one, is ever shown`(seed: UInt64) {
    let frames = Self.frames(80, keyInterval: 16, seed: seed)
    var random = SeededGenerator(seed: seed + 200)
    var lost: Set<UInt32> = []
    var packets: [Packet] = []
    for packet in Self.packets(frames) {
      if random.chance(0.03) { lost.insert(packet.timestamp) } else { packets.append(packet) }
    }
    var assembler = VP8FrameAssembler()
    let shown = Self.delivered(packets, by: &assembler).map(\.bytes)
    var expected: [[UInt8]] = []
    var isGood = false
    for (index, frame) in frames.enumerated() {
      let isLost = lost.contains(UInt32(truncatingIfNeeded: 4_294_900_000 + index * 3_000))
      if index % 16 == 0 { isGood = !isLost } else if isLost { isGood = false }
      if isGood { expected.append(frame) }
    }
    #expect(shown == expected)
  }

  @Test func `a retransmission in time heals the gap`() {
    let frames = Self.frames(10, keyInterval: 100, seed: 5)
    var packets = Self.packets(frames)
    let missing = packets.remove(at: packets.count / 2)
    var assembler = VP8FrameAssembler()
    var shown = Self.delivered(packets, by: &assembler).map(\.bytes)
    #expect(shown.count < 10 && assembler.isWaiting)
    shown += Self.delivered([missing], by: &assembler).map(\.bytes)
    #expect(shown == frames)
    #expect(!assembler.isWaiting)
  }

  @Test func `after giving up only a key frame or a recovery goes on`() {
    let frames = Self.frames(12, keyInterval: 100, seed: 6, largest: 100)
    var packets = Self.packets(frames)
    packets[8].isRecovery = true
    packets.remove(at: 4)
    var assembler = VP8FrameAssembler()
    let first = Self.delivered(Array(packets[..<6]), by: &assembler)
    #expect(first.map(\.bytes) == Array(frames[..<4]))
    assembler.giveUp()
    // The lost frame comes after all, too late to be of use: what follows it is continuous again.
    let rest = Self.delivered(Array(packets[6...]), by: &assembler)
    #expect(rest.map(\.bytes) == Array(frames[8...]))
    #expect(rest.first?.isRecovery == true)
  }

  @Test func `probes between frames are no gap`() {
    let frames = Self.frames(6, keyInterval: 100, seed: 7, largest: 100)
    var packets = Self.packets(frames)
    // Numbers that only padding had.
    for index in 3..<packets.count { packets[index].sequence += 5 }
    var assembler = VP8FrameAssembler()
    #expect(Self.delivered(packets, by: &assembler).map(\.bytes) == frames)
  }

  @Test func `frames without markers end where the next one begins`() {
    let frames = Self.frames(6, keyInterval: 100, seed: 8)
    var packets = Self.packets(frames)
    for index in packets.indices { packets[index].hasMarker = false }
    var assembler = VP8FrameAssembler()
    let back = Self.delivered(packets, by: &assembler).map(\.bytes)
    #expect(back == Array(frames[..<5]), "\(back.count) frames")
  }

  @Test func `any bytes are survived`() {
    var random = SeededGenerator(seed: 9)
    var report = VP8PayloadExercise.Report()
    for _ in 0..<400 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        var payload: [UInt8] = [0x90, 0xE0]
        for _ in 0..<Int.random(in: 0...24, using: &random) {
          payload.append(.random(in: 0...255, using: &random))
        }
        if random.chance(0.2) { payload[0] = .random(in: 0...255, using: &random) }
        bytes += [
          .random(in: 0...60, using: &random), .random(in: 0...3, using: &random),
          .random(in: 0...255, using: &random), UInt8(payload.count),
        ]
        bytes += payload
      }
      let found = VP8PayloadExercise.run(bytes)
      #expect(found.isConsistent)
      report.descriptors += found.descriptors
    }
    #expect(report.descriptors > 4_000)
  }
}
