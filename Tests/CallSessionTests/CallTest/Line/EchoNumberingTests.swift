import MediaCore
import Testing

@testable import CallSession

@Suite struct EchoNumberingTests {
  private func numbers(_ ticks: [Int64]) -> [SequenceNumber] {
    var numbering = EchoNumbering(packet: 960)
    return ticks.enumerated().map { place, ticks in
      let header = RTPHeader(
        payloadType: 111, sequenceNumber: SequenceNumber(truncating: Int64(place)),
        timestamp: UInt32(truncatingIfNeeded: ticks), ssrc: SSRC(1))
      return numbering.numbered(header, RTPTimestamp(ticks)).sequenceNumber
    }
  }

  @Test func `what was lost on the way there has a number here`() {
    let expected = [0, 1, 4, 3, 5].map { SequenceNumber(truncating: Int64($0)) }
    #expect(numbers([0, 960, 4 * 960, 3 * 960, 5 * 960].map { $0 + 77 }) == expected)
  }

  @Test func `numbers wrap, and go back before the first`() {
    let expected = [0, -1, 65_536].map { SequenceNumber(truncating: Int64($0)) }
    #expect(numbers([1_000_000, 999_040, 1_000_000 + 65_536 * 960]) == expected)
  }
}
