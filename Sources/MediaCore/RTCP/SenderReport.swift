/// What a sender has sent, and which wall-clock time its media clock had (RFC 3550, 6.4.1).
package struct SenderReport: Equatable, Sendable {
  package var sender: SSRC
  /// When `timestamp` was captured.
  package var time: NTPTime
  package var timestamp: UInt32
  package var packets: UInt32
  /// Of payload.
  package var octets: UInt32
  /// 31 at most.
  package private(set) var reports: [ReceptionReport]

  package init(
    sender: SSRC, time: NTPTime, timestamp: UInt32, packets: UInt32, octets: UInt32,
    reports: [ReceptionReport] = []
  ) {
    self.sender = sender
    self.time = time
    self.timestamp = timestamp
    self.packets = packets
    self.octets = octets
    self.reports = Array(reports.prefix(ReceptionReport.most))
  }

  private static let size = 24

  /// What stands behind the reports is a profile's and left alone.
  init?(_ body: Span<UInt8>, reports count: Int) {
    guard body.count >= Self.size,
      let reports = ReceptionReport.parse(body, at: Self.size, count: count)
    else { return nil }
    self.init(
      sender: SSRC(body.uint32(at: 0)), time: NTPTime(rawValue: body.uint64(at: 4)),
      timestamp: body.uint32(at: 12), packets: body.uint32(at: 16), octets: body.uint32(at: 20),
      reports: reports)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(network: sender.rawValue)
    bytes.append(network: time.rawValue)
    for value in [timestamp, packets, octets] { bytes.append(network: value) }
    for report in reports { report.write(to: &bytes) }
  }
}

/// How sources are received, from somebody who sends nothing (RFC 3550, 6.4.2).
package struct ReceiverReport: Equatable, Sendable {
  package var sender: SSRC
  /// 31 at most.
  package private(set) var reports: [ReceptionReport]

  package init(sender: SSRC, reports: [ReceptionReport] = []) {
    self.sender = sender
    self.reports = Array(reports.prefix(ReceptionReport.most))
  }

  init?(_ body: Span<UInt8>, reports count: Int) {
    guard body.count >= 4, let reports = ReceptionReport.parse(body, at: 4, count: count)
    else { return nil }
    self.init(sender: SSRC(body.uint32(at: 0)), reports: reports)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(network: sender.rawValue)
    for report in reports { report.write(to: &bytes) }
  }
}
