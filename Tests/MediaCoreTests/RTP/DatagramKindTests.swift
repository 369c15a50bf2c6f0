import MediaCore
import Testing

@Suite struct DatagramKindTests {
  private func kind(_ first: UInt8, _ second: UInt8, size: Int) -> DatagramKind? {
    var bytes = [UInt8](repeating: 0, count: size)
    if size > 0 { bytes[0] = first }
    if size > 1 { bytes[1] = second }
    return DatagramKind(bytes.span)
  }

  /// RFC 7983, 7, written out.
  @Test func `the first byte tells the protocol`() {
    for first in 0...255 as ClosedRange<UInt8> {
      let expected: DatagramKind? =
        switch first {
        case 0, 1, 2, 3: .stun
        case 20...63: .dtls
        case 128...191: .rtp
        default: nil
        }
      #expect(kind(first, 96, size: 20) == expected, "\(first)")
    }
  }

  /// RFC 5761, 4: RTCP's packet types are where payload types 64 to 95 with the marker would be.
  @Test func `the second byte tells RTCP from RTP`() {
    for second in 0...255 as ClosedRange<UInt8> {
      #expect(kind(128, second, size: 12) == ((192...223).contains(second) ? .rtcp : .rtp))
    }
  }

  @Test func `what is too short is nothing`() {
    #expect(kind(0, 1, size: 19) == nil)
    for first in 0...255 as ClosedRange<UInt8> {
      #expect(kind(first, 0, size: 1) == nil && kind(first, 0, size: 0) == nil)
    }
  }

  @Test func `any bytes are sorted and read without harm`() {
    for first in 0...255 as ClosedRange<UInt8> {
      for second in 0...255 as ClosedRange<UInt8> {
        for size in [2, 12, 40] {
          var bytes = [UInt8](repeating: 0x81, count: size)
          (bytes[0], bytes[1]) = (first, second)
          #expect(DatagramKindExercise.run(bytes).isConsistent)
        }
      }
    }
  }
}
