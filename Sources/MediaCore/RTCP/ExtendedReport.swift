/// Round trips for those who only receive (RFC 3611, 4.4 and 4.5).
package struct ExtendedReport: Equatable, Sendable {
  /// An answer to somebody's reference time.
  package struct DelaySinceLast: Equatable, Sendable {
    package var source: SSRC
    /// `middle` of the reference time.
    package var lastReferenceTime: UInt32
    /// Since it came, in 65 536ths of a second.
    package var delay: UInt32

    package init(source: SSRC, lastReferenceTime: UInt32, delay: UInt32) {
      self.source = source
      self.lastReferenceTime = lastReferenceTime
      self.delay = delay
    }
  }

  package var sender: SSRC
  package var referenceTime: NTPTime?
  package var delays: [DelaySinceLast]

  package init(sender: SSRC, referenceTime: NTPTime? = nil, delays: [DelaySinceLast] = []) {
    self.sender = sender
    self.referenceTime = referenceTime
    self.delays = delays
  }

  /// Block types.
  private static let reference: UInt8 = 4
  private static let delay: UInt8 = 5

  /// Blocks of other types are passed over.
  init?(_ body: Span<UInt8>) {
    guard body.count >= 4 else { return nil }
    self.init(sender: SSRC(body.uint32(at: 0)))
    var position = 4
    while position < body.count {
      guard body.count >= position + 4 else { return nil }
      let end = position + 4 + Int(body.uint16(at: position + 2)) * 4
      guard end <= body.count else { return nil }
      switch body[position] {
      case Self.reference where end - position >= 12:
        referenceTime = NTPTime(rawValue: body.uint64(at: position + 4))
      case Self.delay:
        for place in stride(from: position + 4, to: end - 11, by: 12) {
          delays.append(
            DelaySinceLast(
              source: SSRC(body.uint32(at: place)), lastReferenceTime: body.uint32(at: place + 4),
              delay: body.uint32(at: place + 8)))
        }
      default: break
      }
      position = end
    }
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(network: sender.rawValue)
    if let referenceTime {
      bytes.append(network: UInt32(Self.reference) << 24 | 2)
      bytes.append(network: referenceTime.rawValue)
    }
    guard !delays.isEmpty else { return }
    bytes.append(network: UInt32(Self.delay) << 24 | UInt32(delays.count * 3))
    for delay in delays {
      bytes.append(network: delay.source.rawValue)
      bytes.append(network: delay.lastReferenceTime)
      bytes.append(network: delay.delay)
    }
  }
}
