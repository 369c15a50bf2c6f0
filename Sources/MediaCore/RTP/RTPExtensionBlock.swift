/// Elements of a header extension, to be written (RFC 8285).
package struct RTPExtensionBlock: Equatable, Sendable {
  /// As in the two-byte form.
  private var elements: [UInt8] = []
  private var fitsOneByte = true

  package init() {}

  package var isEmpty: Bool { elements.isEmpty }

  package mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    fitsOneByte = true
  }

  /// - Parameters:
  ///   - id: 1…255; of 15 and more the packet takes the two-byte form.
  ///   - value: at most 255 bytes; an empty one or one of more than 16 takes the two-byte form.
  package mutating func append(_ id: UInt8, _ value: Span<UInt8>) {
    begin(id, count: value.count)
    for index in value.indices { elements.append(value[index]) }
  }

  package mutating func append(_ id: UInt8, _ value: [UInt8]) { append(id, value.span) }

  /// The same of one byte, and of two in network order: what nearly every packet has.
  package mutating func append(_ id: UInt8, byte: UInt8) {
    begin(id, count: 1)
    elements.append(byte)
  }

  package mutating func append(_ id: UInt8, network value: UInt16) {
    begin(id, count: 2)
    elements.append(network: value)
  }

  private mutating func begin(_ id: UInt8, count: Int) {
    precondition(id > 0 && count < 256, "an element that can be written")
    if id > 14 || count == 0 || count > 16 { fitsOneByte = false }
    if elements.isEmpty { elements.reserveCapacity(16) }
    elements.append(id)
    elements.append(UInt8(count))
  }

  /// Writes profile, length and elements, padded to whole words.
  func write(to packet: inout [UInt8]) {
    packet.append(
      network: fitsOneByte
        ? RTPExtensionElements.oneByteProfile : RTPExtensionElements.twoByteProfile)
    let place = packet.count
    packet.append(network: UInt16(0))
    var index = 0
    while index < elements.count {
      let count = Int(elements[index + 1])
      if fitsOneByte {
        packet.append(elements[index] << 4 | UInt8(count - 1))
      } else {
        packet.append(elements[index])
        packet.append(elements[index + 1])
      }
      for place in index + 2..<index + 2 + count { packet.append(elements[place]) }
      index += 2 + count
    }
    while (packet.count - place - 2) & 3 != 0 { packet.append(0) }
    packet.put(network: UInt16((packet.count - place - 2) / 4), at: place)
  }
}
