import MediaCore
import Testing

@testable import CallSession

@Suite struct SoundCopiesTests {
  static let packet = OutgoingPacket(
    header: RTPHeader(
      payloadType: 111, sequenceNumber: SequenceNumber(1), timestamp: 0, ssrc: SSRC(1)),
    payload: [1])

  @Test("the more is lost, the more copies, with some hysteresis")
  func thresholds() {
    var copies = SoundCopies()
    let rows = [
      (0.014, 0), (0.02, 1), (0.01, 1), (0.007, 0), (0.16, 2), (0.3, 3), (0.13, 3), (0.12, 2),
      (0.07, 1), (0, 0),
    ]
    for (loss, count) in rows {
      copies.adapt(to: loss, knownBy: 1_000_000)
      #expect(copies.count == count, "at \(loss)")
    }
  }

  @Test func `a burst among the first packets is no loss yet`() {
    var copies = SoundCopies()
    copies.adapt(to: 3 / 24, knownBy: 24)
    #expect(copies.count == 0)
    copies.adapt(to: 0.1, knownBy: 150)
    #expect(copies.count == 1)
  }

  @Test func `copies leave 20 ms apart`() {
    var copies = SoundCopies()
    copies.adapt(to: 0.2, knownBy: 1_000_000)
    copies.note(Self.packet, size: 150, bitrate: 1_000_000, at: .zero)
    #expect(copies.deadline == MediaTime(milliseconds: 20))
    #expect(copies.next(at: MediaTime(milliseconds: 19)) == nil)
    #expect(copies.next(at: MediaTime(milliseconds: 20)) == Self.packet)
    #expect(copies.next(at: MediaTime(milliseconds: 20)) == nil)
    #expect(copies.next(at: MediaTime(milliseconds: 45)) == Self.packet)
    #expect(copies.deadline == nil)
  }

  @Test func `a narrow path has no room for copies`() {
    var copies = SoundCopies()
    copies.adapt(to: 0.4, knownBy: 1_000_000)
    // 150 bytes are 60 kbit/s, fifty times a second.
    for (bitrate, count) in [(100_000, 0), (155_000, 1), (230_000, 2), (1_000_000, 3)] {
      copies.note(Self.packet, size: 150, bitrate: Int64(bitrate), at: .zero)
      var left = 0
      while copies.next(at: MediaTime(milliseconds: 100)) != nil { left += 1 }
      #expect(left == count)
    }
  }
}
