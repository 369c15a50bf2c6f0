/// Sources that send no more (RFC 3550, 6.6).
package struct Goodbye: Equatable, Sendable {
  package var sources: [SSRC]
  /// At most 255 bytes; nil without one.
  package var reason: [UInt8]?

  package init(sources: [SSRC], reason: [UInt8]? = nil) {
    self.sources = sources
    self.reason = reason.map { Array($0.prefix(255)) }
  }

  init?(_ body: Span<UInt8>, sources count: Int) {
    guard body.count >= count * 4 else { return nil }
    sources = []
    for index in 0..<count { sources.append(SSRC(body.uint32(at: index * 4))) }
    let place = count * 4
    guard place < body.count else { return }
    let end = place + 1 + Int(body[place])
    guard end <= body.count else { return nil }
    var text: [UInt8] = []
    for index in place + 1..<end { text.append(body[index]) }
    reason = text
  }

  func write(to bytes: inout [UInt8]) {
    for source in sources.prefix(31) { bytes.append(network: source.rawValue) }
    guard let reason else { return }
    bytes.append(UInt8(reason.count))
    bytes += reason
    // Behind the count and the text: sources are whole words.
    for _ in 0..<(-(1 + reason.count) & 3) { bytes.append(0) }
  }
}
