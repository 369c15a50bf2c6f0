import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct PlainRTPReceiverTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// One who sends, and one who receives it over a path without delay or loss.
  final class Pair {
    var sender: PlainRTPSender
    var receiver: PlainRTPReceiver
    var sound: LiveSoundEncoder
    private var random = SeededGenerator(seed: 5)
    var outputs = PlainRTPReceiverOutputs()
    /// Whether pictures come through.
    var isOpen = true
    private var datagrams: [PlainRTPDatagram] = []

    init(seed: UInt64 = 3) throws {
      var random = SeededGenerator(seed: seed)
      sender = Self.sender(using: &random)
      receiver = PlainRTPReceiver(
        MediaLane.allCases.map { ($0, $0.payloadType) }, canonicalName: "ear", using: &random)
      sound = try LiveSoundEncoder(channels: 1)
    }

    static func sender(using random: inout SeededGenerator) -> PlainRTPSender {
      PlainRTPSender(
        PlainRTPSender.Configuration(
          canonicalName: "board", wallClockOrigin: 1_796_040_000_000_000_000,
          lanes: MediaLane.allCases), using: &random)
    }

    /// Somebody else sends from now on.
    func replaceSender() {
      var random = SeededGenerator(seed: 99)
      sender = Self.sender(using: &random)
    }

    func frame(isKeyFrame: Bool, at time: MediaTime) {
      send(
        EncodedFrame(
          bytes: SmallFrame.bytes(isKeyFrame: isKeyFrame), time: time, isKeyFrame: isKeyFrame),
        at: time)
    }

    func send(_ frame: EncodedFrame, at time: MediaTime) {
      sender.send(frame, at: time, into: &datagrams)
      pass(at: time)
    }

    func tick(at time: MediaTime) throws {
      while let packet = try sound.next(before: time) {
        sender.send(packet, at: time, into: &datagrams)
      }
      sender.handleTimeout(at: time, using: &random, into: &datagrams)
      pass(at: time)
      receiver.handleTimeout(at: time, using: &random, into: &outputs)
    }

    func close(at time: MediaTime) {
      sender.close(at: time, into: &datagrams)
      pass(at: time)
    }

    private func pass(at time: MediaTime) {
      for datagram in datagrams where isOpen || datagram.isControl || datagram.lane == .sound {
        receiver.receive(datagram.bytes, lane: datagram.lane, at: time, into: &outputs)
      }
      datagrams.removeAll()
    }

    var frames: [(time: MediaTime?, isKeyFrame: Bool)] {
      outputs.events.compactMap { event in
        if case .frame(let frame, _, let captured) = event {
          (captured?.time, frame.isKeyFrame)
        } else {
          nil
        }
      }
    }

    var sounds: [(sequence: Int64, captured: MediaTime?)] {
      outputs.events.compactMap { event in
        if case .sound(let sound, _, let captured) = event {
          (sound.sequence, captured?.time)
        } else {
          nil
        }
      }
    }
  }

  @Test func `what is sent comes, and says when it was captured`() throws {
    let pair = try Pair()
    for time in stride(from: 0, through: 2_000, by: 20) {
      if time % 100 == 0 { pair.frame(isKeyFrame: time == 0, at: Self.milliseconds(Int64(time))) }
      try pair.tick(at: Self.milliseconds(Int64(time)))
    }
    #expect(pair.frames.count == 21 && pair.frames[0].isKeyFrame)
    #expect(pair.sounds.count == 100)
    let last = try #require(pair.frames.last?.time)
    #expect(abs((last - Self.milliseconds(2_000)).nanoseconds) < 30_000_000)
    let heard = try #require(pair.sounds.last?.captured)
    // Its first sample was captured 20 ms before it left, and a little before that was put in.
    #expect(abs((heard - Self.milliseconds(1_980)).nanoseconds) < 30_000_000)
    // Sound and picture lie beside each other, whatever the way takes.
    #expect(abs(((last - heard) - Self.milliseconds(26)).nanoseconds) < 1_500_000)
    let reports = pair.outputs.datagrams
    #expect(!reports.isEmpty && reports.allSatisfy(\.isControl))
  }

  @Test func `a goodbye of all that came ends it`() throws {
    let pair = try Pair()
    #expect(!pair.receiver.hasEnded)
    pair.frame(isKeyFrame: true, at: .zero)
    try pair.tick(at: Self.milliseconds(20))
    #expect(!pair.receiver.hasEnded)
    pair.close(at: Self.milliseconds(100))
    #expect(pair.receiver.hasEnded)
  }

  @Test func `another source takes over when the first has fallen silent, and not before`() throws {
    let pair = try Pair()
    for time in stride(from: 0, through: 400, by: 20) {
      try pair.tick(at: Self.milliseconds(Int64(time)))
    }
    let before = pair.sounds.count
    pair.replaceSender()
    pair.sound = try LiveSoundEncoder(channels: 1)
    try pair.tick(at: Self.milliseconds(420))
    #expect(pair.sounds.count == before && pair.receiver.statistics.refused > 0)
    for time in stride(from: 1_600, through: 2_000, by: 20) {
      try pair.tick(at: Self.milliseconds(Int64(time)))
    }
    let sounds = pair.sounds
    #expect(sounds.count > before)
    // Numbers go on, and leave room for what was lost in between.
    #expect(sounds[before].sequence >= sounds[before - 1].sequence + 1_000)
  }

  @Test func `packets of another kind, and whatever else comes, are dropped`() throws {
    let pair = try Pair()
    var random = SeededGenerator(seed: 12)
    pair.frame(isKeyFrame: true, at: .zero)
    for round in 0..<3_000 {
      var bytes = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        UInt8.random(in: .min ... .max, using: &random)
      }
      if let first = bytes.first { bytes[0] = first & 0x3F | 0x80 }
      pair.receiver.receive(
        bytes, lane: round % 2 == 0 ? .video : .sound, at: Self.milliseconds(Int64(round)),
        into: &pair.outputs)
    }
    #expect(pair.receiver.statistics.refused > 1_000)
  }
}

/// Bytes that say which kind of frame they are; nobody decodes them.
enum SmallFrame {
  /// RFC 6386, 9.1: frame tag; of a key frame also start code and 64×48.
  static func bytes(isKeyFrame: Bool) -> [UInt8] {
    let rest = [UInt8](repeating: 0, count: 20)
    return isKeyFrame
      ? [0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A, 64, 0, 48, 0] + rest : [0x11, 0x02, 0x00] + rest
  }
}
