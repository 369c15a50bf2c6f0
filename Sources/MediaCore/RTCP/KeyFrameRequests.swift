/// A receiver cannot go on without a key frame (RFC 4585, 6.3.1).
package struct PictureLossIndication: Equatable, Sendable {
  package var sender: SSRC
  package var source: SSRC

  package init(sender: SSRC, source: SSRC) {
    self.sender = sender
    self.source = source
  }

  init?(_ body: Span<UInt8>) {
    guard body.count >= 8 else { return nil }
    sender = SSRC(body.uint32(at: 0))
    source = SSRC(body.uint32(at: 4))
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(network: sender.rawValue)
    bytes.append(network: source.rawValue)
  }
}

/// Key frames that are wanted of several sources (RFC 5104, 4.3.1).
package struct FullIntraRequest: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var source: SSRC
    /// Counts requests: one that was seen before is a repetition.
    package var number: UInt8

    package init(source: SSRC, number: UInt8) {
      self.source = source
      self.number = number
    }
  }

  package var sender: SSRC
  package var entries: [Entry]

  package init(sender: SSRC, entries: [Entry]) {
    self.sender = sender
    self.entries = entries
  }

  init?(_ body: Span<UInt8>) {
    guard body.count >= 16, body.count & 7 == 0 else { return nil }
    sender = SSRC(body.uint32(at: 0))
    entries = []
    for place in stride(from: 8, to: body.count, by: 8) {
      entries.append(Entry(source: SSRC(body.uint32(at: place)), number: body[place + 4]))
    }
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(network: sender.rawValue)
    // The source of media is named by the entries (4.3.1.2).
    bytes.append(network: UInt32(0))
    for entry in entries {
      bytes.append(network: entry.source.rawValue)
      bytes.append(network: UInt32(entry.number) << 24)
    }
  }
}
