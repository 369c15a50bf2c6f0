extension TransportAddress: CustomStringConvertible {
  /// - Parameter text: an address in digits, such as 127.0.0.1 or ::1 (RFC 4291, 2.2); nil for a name, such
  ///   as the *.local ones that browsers give instead of addresses.
  package init?(_ text: String, port: UInt16) {
    let bytes = Array(text.utf8)
    guard bytes.count <= Self.longestText else { return nil }
    if bytes.contains(UInt8(ascii: ":")) {
      guard let groups = Self.groups(bytes) else { return nil }
      var words: (UInt64, UInt64) = (0, 0)
      for (index, group) in groups.enumerated() {
        if index < 4 {
          words.0 = words.0 << 16 | UInt64(group)
        } else {
          words.1 = words.1 << 16 | UInt64(group)
        }
      }
      self.init(ipv6High: words.0, low: words.1, port: port)
    } else {
      guard let number = Self.dotted(bytes[...]) else { return nil }
      self.init(ipv4: number, port: port)
    }
  }

  private static let longestText = 45

  /// The address alone; of IPv6 as RFC 5952 wants it.
  package var digits: String {
    guard isIPv6 else {
      var parts: [String] = []
      for shift in stride(from: UInt64(24), through: 0, by: -8) {
        parts.append(String(UInt8(truncatingIfNeeded: low >> shift)))
      }
      return parts.joined(separator: ".")
    }
    var groups: [UInt16] = []
    for word in [high, low] {
      for shift in stride(from: UInt64(48), through: 0, by: -16) {
        groups.append(UInt16(truncatingIfNeeded: word >> shift))
      }
    }
    let zeros = Self.longestZeros(groups)
    guard zeros.count >= 2 else { return Self.joined(groups[...]) }
    return Self.joined(groups[..<zeros.lowerBound]) + "::"
      + Self.joined(groups[zeros.upperBound...])
  }

  package var description: String { isIPv6 ? "[\(digits)]:\(port)" : "\(digits):\(port)" }

  private static func joined(_ groups: ArraySlice<UInt16>) -> String {
    groups.map { String($0, radix: 16) }.joined(separator: ":")
  }

  /// The first of the longest runs.
  private static func longestZeros(_ groups: [UInt16]) -> Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start > longest.count { longest = start..<index }
      start = index + 1
    }
    return longest
  }

  private static func dotted(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var number: UInt32 = 0
    for part in parts {
      guard let value = Self.number(part, radix: 10, digits: 3), value < 256 else { return nil }
      // 010 is 8 to some and 10 to others.
      guard part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
      number = number << 8 | value
    }
    return number
  }

  /// The eight groups of an IPv6 address; `::` stands for those that are missing.
  private static func groups(_ bytes: [UInt8]) -> [UInt16]? {
    var (front, back): ([UInt16], [UInt16]) = ([], [])
    var isBehindGap = false
    var rest = bytes[...]
    if rest.starts(with: Array("::".utf8)) {
      isBehindGap = true
      rest = rest.dropFirst(2)
    }
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
      let part = rest[..<end]
      var groups: [UInt16] = []
      if end == rest.endIndex, part.contains(UInt8(ascii: ".")) {
        guard let number = dotted(part) else { return nil }
        groups = [UInt16(number >> 16), UInt16(truncatingIfNeeded: number)]
      } else {
        guard let value = number(part, radix: 16, digits: 4) else { return nil }
        groups = [UInt16(truncatingIfNeeded: value)]
      }
      if isBehindGap { back += groups } else { front += groups }
      guard front.count + back.count <= 8 else { return nil }
      guard end < rest.endIndex else { break }
      rest = rest[(end + 1)...]
      if rest.first == UInt8(ascii: ":") {
        guard !isBehindGap else { return nil }
        isBehindGap = true
        rest = rest.dropFirst()
      } else if rest.isEmpty {
        return nil
      }
    }
    let missing = 8 - front.count - back.count
    guard isBehindGap ? missing >= 1 : missing == 0 else { return nil }
    return front + [UInt16](repeating: 0, count: missing) + back
  }

  private static func number(_ text: ArraySlice<UInt8>, radix: UInt32, digits: Int) -> UInt32? {
    guard !text.isEmpty, text.count <= digits else { return nil }
    var number: UInt32 = 0
    for byte in text {
      guard let digit = digit(byte), digit < radix else { return nil }
      number = number * radix + digit
    }
    return number
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
