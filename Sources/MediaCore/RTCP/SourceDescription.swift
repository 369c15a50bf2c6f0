/// Who a source is (RFC 3550, 6.5): a chunk of an SDES packet.
package struct SourceDescription: Equatable, Sendable {
  package struct Item: Equatable, Sendable {
    /// 1…255; 1 is CNAME.
    package var kind: UInt8
    /// At most 255 bytes.
    package var text: [UInt8]

    package init(kind: UInt8, text: [UInt8]) {
      self.kind = kind
      self.text = Array(text.prefix(255))
    }
  }

  package var source: SSRC
  package var items: [Item]

  package init(source: SSRC, items: [Item]) {
    self.source = source
    self.items = items
  }

  /// With nothing but the name by which streams of one participant are known as such.
  package init(source: SSRC, canonicalName: String) {
    self.init(
      source: source, items: [Item(kind: Self.canonicalNameKind, text: Array(canonicalName.utf8))])
  }

  /// A canonical name that tells nothing of who has it: 128 random bits, where 96 are wanted (RFC 7022, 4.2).
  package static func newName(using random: inout some RandomNumberGenerator) -> String {
    let numbers = (0..<2).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    return numbers.map { String($0, radix: 36) }.joined(separator: "-")
  }

  static let canonicalNameKind: UInt8 = 1

  package var canonicalName: String? {
    for item in items where item.kind == Self.canonicalNameKind {
      return String(decoding: item.text, as: UTF8.self)
    }
    return nil
  }

  /// Nil when a chunk or an item is cut.
  static func parse(_ body: Span<UInt8>, chunks count: Int) -> [SourceDescription]? {
    var chunks: [SourceDescription] = []
    var position = 0
    for _ in 0..<count {
      guard body.count >= position + 4 else { return nil }
      var chunk = SourceDescription(source: SSRC(body.uint32(at: position)), items: [])
      position += 4
      while true {
        guard position < body.count else { return nil }
        let kind = body[position]
        if kind == 0 { break }
        guard position + 1 < body.count else { return nil }
        let end = position + 2 + Int(body[position + 1])
        guard end <= body.count else { return nil }
        var text: [UInt8] = []
        for index in position + 2..<end { text.append(body[index]) }
        chunk.items.append(Item(kind: kind, text: text))
        position = end
      }
      // The list ends with at least one zero, and the chunk at the next word.
      position = (position + 4) & ~3
      guard position <= body.count else { return nil }
      chunks.append(chunk)
    }
    return chunks
  }

  func write(to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes.append(network: source.rawValue)
    for item in items where item.kind != 0 {
      bytes.append(item.kind)
      bytes.append(UInt8(item.text.count))
      bytes += item.text
    }
    repeat { bytes.append(0) } while (bytes.count - start) & 3 != 0
  }
}
