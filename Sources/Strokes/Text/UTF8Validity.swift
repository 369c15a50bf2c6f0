/// Checks UTF-8 by the table of the Unicode standard (3.9, D92): no overlong forms, no surrogates.
enum UTF8Validity {
  static func isValid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var position = range.lowerBound
    while position < range.upperBound {
      let lead = bytes[position]
      position += 1
      if lead < 0x80 { continue }
      var following: Int
      var lowest: UInt8 = 0x80
      var highest: UInt8 = 0xBF
      switch lead {
      case 0xC2...0xDF:
        following = 1
      case 0xE0...0xEF:
        following = 2
        if lead == 0xE0 { lowest = 0xA0 }
        if lead == 0xED { highest = 0x9F }
      case 0xF0...0xF4:
        following = 3
        if lead == 0xF0 { lowest = 0x90 }
        if lead == 0xF4 { highest = 0x8F }
      default:
        return false
      }
      while following > 0 {
        guard position < range.upperBound, bytes[position] >= lowest, bytes[position] <= highest
        else { return false }
        (lowest, highest) = (0x80, 0xBF)
        position += 1
        following -= 1
      }
    }
    return true
  }
}
