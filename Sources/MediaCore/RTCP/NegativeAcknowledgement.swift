/// Packets of a source that are missing (RFC 4585, 6.2.1).
package struct NegativeAcknowledgement: Equatable, Sendable {
  package var sender: SSRC
  package var source: SSRC
  /// Each once; in the order of the packet when it was parsed.
  package var missing: [SequenceNumber]

  package init(sender: SSRC, source: SSRC, missing: [SequenceNumber]) {
    self.sender = sender
    self.source = source
    self.missing = missing
  }

  init?(_ body: Span<UInt8>) {
    guard body.count >= 12, body.count & 3 == 0 else { return nil }
    sender = SSRC(body.uint32(at: 0))
    source = SSRC(body.uint32(at: 4))
    missing = []
    for place in stride(from: 8, to: body.count, by: 4) {
      let first = SequenceNumber(body.uint16(at: place))
      missing.append(first)
      var following = body.uint16(at: place + 2)
      while following != 0 {
        let bit = following.trailingZeroBitCount
        missing.append(first.advanced(by: bit + 1))
        following &= following - 1
      }
    }
  }

  /// A number, and a mask of the 16 behind it, as often as it takes.
  func write(to bytes: inout [UInt8]) {
    bytes.append(network: sender.rawValue)
    bytes.append(network: source.rawValue)
    var index = 0
    while index < missing.count {
      let first = missing[index]
      var following: UInt16 = 0
      var last = 0
      index += 1
      while index < missing.count {
        let distance = first.distance(to: missing[index])
        guard distance > last, distance <= 16 else { break }
        last = distance
        following |= 1 << UInt16(distance - 1)
        index += 1
      }
      bytes.append(network: first.rawValue)
      bytes.append(network: following)
    }
  }
}
