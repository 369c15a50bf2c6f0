/// An RTP packet: its header, and where in its bytes the rest stands (RFC 3550, 5.1).
///
///      0                   1                   2                   3
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |V=2|P|X|  CC   |M|     PT      |       sequence number         |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |                           timestamp                           |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |                             SSRC                              |
///     +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
///     |  contributors, header extension, payload, padding and count   |
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///
/// The bytes stay with the caller, who passes the same ones to whatever takes a range.
package struct RTPPacket: Equatable, Sendable {
  package let header: RTPHeader
  /// What kind of header extension there is; 0 without one.
  let profile: UInt16
  /// The header extension behind its length.
  let extensionBlock: Range<Int>
  package let payload: Range<Int>
  /// Bytes behind the payload, the last of which counts them.
  package let padding: Int

  package init(parsing bytes: Span<UInt8>) throws(RTPError) {
    guard bytes.count >= RTPHeader.size else { throw .tooShort }
    guard bytes[0] >> 6 == RTPHeader.version else { throw .version(bytes[0] >> 6) }
    let count = Int(bytes[0] & 15)
    var end = RTPHeader.size + count * 4
    guard bytes.count >= end else { throw .cutHeader }
    var contributors: [SSRC] = []
    for index in 0..<count {
      contributors.append(SSRC(bytes.uint32(at: RTPHeader.size + index * 4)))
    }
    header = RTPHeader(
      payloadType: bytes[1] & 127, sequenceNumber: SequenceNumber(bytes.uint16(at: 2)),
      timestamp: bytes.uint32(at: 4), ssrc: SSRC(bytes.uint32(at: 8)),
      hasMarker: bytes[1] & 128 != 0, contributors: contributors)

    if bytes[0] & 16 != 0 {
      guard bytes.count >= end + 4 else { throw .cutHeader }
      // In words, the first four bytes not counted (5.3.1).
      let size = Int(bytes.uint16(at: end + 2)) * 4
      guard bytes.count >= end + 4 + size else { throw .cutHeader }
      profile = bytes.uint16(at: end)
      extensionBlock = end + 4..<end + 4 + size
      end = extensionBlock.upperBound
    } else {
      profile = 0
      extensionBlock = end..<end
    }

    var padding = 0
    if bytes[0] & 32 != 0 {
      guard bytes.count > end else { throw .padding }
      padding = Int(bytes[bytes.count - 1])
      guard padding > 0, padding <= bytes.count - end else { throw .padding }
    }
    self.padding = padding
    payload = end..<bytes.count - padding
  }

  /// The elements of the header extension, those of the two forms of RFC 8285.
  package var elements: RTPExtensionElements {
    RTPExtensionElements(profile: profile, block: extensionBlock)
  }

  /// Where the value of the header extension with this id stands in the packet's bytes.
  package func element(_ id: UInt8, in bytes: Span<UInt8>) -> Range<Int>? {
    var elements = elements
    while let element = elements.next(in: bytes) {
      if element.id == id { return element.value }
    }
    return nil
  }
}
