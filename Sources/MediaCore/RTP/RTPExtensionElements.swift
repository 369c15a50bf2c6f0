/// Walks the elements of a header extension (RFC 8285, 4.2 and 4.3).
///
///     one byte:  |  ID   |len - 1| value …        profile 0xBEDE
///     two bytes: |      ID       |      len      | value …   profile 0x1000…0x100F
///
/// What comes after an element that cannot be is left out; the packet's payload is good all the same.
package struct RTPExtensionElements: Equatable, Sendable {
  package struct Element: Equatable, Sendable {
    /// 1…14, or 1…255 in the two-byte form.
    package var id: UInt8
    package var value: Range<Int>
  }

  static let oneByteProfile: UInt16 = 0xBEDE
  /// The low four bits are the application's.
  static let twoByteProfile: UInt16 = 0x1000

  private let hasTwoBytes: Bool
  private var position: Int
  private let end: Int

  init(profile: UInt16, block: Range<Int>) {
    hasTwoBytes = profile & 0xFFF0 == Self.twoByteProfile
    position = block.lowerBound
    // Another profile is another application's.
    end =
      hasTwoBytes || profile == Self.oneByteProfile ? block.upperBound : block.lowerBound
  }

  /// - Parameter bytes: the packet's.
  package mutating func next(in bytes: Span<UInt8>) -> Element? {
    while position < end && bytes[position] == 0 { position += 1 }
    guard position < end else { return nil }
    let id: UInt8
    let value: Range<Int>
    if hasTwoBytes {
      guard position + 2 <= end else { return stop() }
      id = bytes[position]
      value = position + 2..<position + 2 + Int(bytes[position + 1])
    } else {
      id = bytes[position] >> 4
      // 0 with a length, and 15, end the list (4.2).
      guard (1...14).contains(id) else { return stop() }
      value = position + 1..<position + 2 + Int(bytes[position] & 15)
    }
    guard value.upperBound <= end else { return stop() }
    position = value.upperBound
    return Element(id: id, value: value)
  }

  private mutating func stop() -> Element? {
    position = end
    return nil
  }
}
