/// The bytes inside a `data:` URL (RFC 2397). No other scheme is ever looked at.
struct DataURL {
  let mediaType: String
  let bytes: [UInt8]

  /// Nil for other URLs, for data that is not in base64, and for broken base64.
  init?(_ text: String) {
    guard text.utf8.starts(with: "data:".utf8) else { return nil }
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else { return nil }
    let head = text[..<comma].dropFirst(5)
    let parts = head.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count > 1, parts.last?.lowercased() == "base64" else { return nil }
    mediaType = parts[0].lowercased()
    guard let bytes = Self.base64(text.utf8[text.utf8.index(after: comma)...]) else { return nil }
    self.bytes = bytes
  }

  /// RFC 4648, both alphabets, white space skipped, padding optional.
  private static func base64(_ text: Substring.UTF8View) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    var hasEnded = false
    for byte in text {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - UInt8(ascii: "A")
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - UInt8(ascii: "a") + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0") + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      case UInt8(ascii: "="):
        hasEnded = true
        continue
      case 0x20, 0x0A, 0x0D, 0x09: continue
      default: return nil
      }
      guard !hasEnded else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count == 4 {
        result.append(UInt8(truncatingIfNeeded: bits >> 16))
        result.append(UInt8(truncatingIfNeeded: bits >> 8))
        result.append(UInt8(truncatingIfNeeded: bits))
        (bits, count) = (0, 0)
      }
    }
    switch count {
    case 0: break
    case 2: result.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      result.append(UInt8(truncatingIfNeeded: bits >> 10))
      result.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return nil
    }
    return result
  }
}
