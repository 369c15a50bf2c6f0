/// A number in a picture that can be read after the picture was coded coarsely: a row of light and dark
/// cells near the bottom, 24 for the number and 8 for a check.
///
/// The number is in Gray code, of which one cell changes from picture to picture. Cells fill rows of
/// macroblocks and each is flat, which costs a codec a few coefficients and is the last to go.
package struct CameraCode: Sendable {
  /// The largest number.
  package static let last = 1 << numberBits - 1
  /// A picture must be as large as this to bear a number.
  package static let leastWidth: Int32 = 136
  package static let leastHeight: Int32 = 48

  /// Sides of a cell in pixels.
  let cellWidth: Int
  let cellHeight: Int
  /// Of the first cell.
  let left: Int
  let top: Int

  static let light: UInt8 = 216
  static let dark: UInt8 = 32
  private static let numberBits = 24
  private static let checkBits = 8
  static let cells = numberBits + checkBits
  /// Brightness is clear when it is no nearer to the middle than this: of 92.
  private static let clearness = 28

  /// Nil when such a picture is too small.
  init?(width: Int32, height: Int32) {
    guard width >= Self.leastWidth, height >= Self.leastHeight else { return nil }
    // One cell of border on either side.
    let room = Int(width) / (Self.cells + 2)
    cellWidth = room >= 8 ? room & ~7 : room & ~3
    cellHeight = max(16, cellWidth & ~15)
    left = (Int(width) - Self.cells * cellWidth) / 2 & ~15
    // At least 4 pixels of border below.
    top = (Int(height) - cellHeight - 4) & ~15
  }

  /// The band of rows that hold the code and its border.
  var rows: Range<Int> { top - 4..<top + cellHeight + 4 }

  /// The cells of a number, the first in the highest of 32 bits.
  static func cells(of number: Int) -> UInt32 {
    precondition((0...last).contains(number), "a number of 24 bits")
    let plain = UInt32(number)
    let gray = plain ^ plain >> 1
    return gray << UInt32(checkBits) | check(gray)
  }

  static func number(ofCells bits: UInt32) -> Int? {
    let gray = bits >> UInt32(checkBits)
    guard bits & 0xFF == check(gray) else { return nil }
    var plain = gray
    for shift in [1, 2, 4, 8, 16] as [UInt32] { plain ^= plain >> shift }
    return Int(plain)
  }

  /// CRC-8 with the polynomial x⁸+x²+x+1, begun so that neither all dark nor all light is a number.
  private static func check(_ value: UInt32) -> UInt32 {
    var register: UInt32 = 0xA5
    for byte in [value >> 16 & 0xFF, value >> 8 & 0xFF, value & 0xFF] {
      register ^= byte
      for _ in 0..<8 {
        register = register << 1
        if register & 0x100 != 0 { register ^= 0x107 }
      }
    }
    return register
  }

  /// Writes the cells, not the border, into a plane of brightness.
  func write(_ number: Int, to luma: inout MutableSpan<UInt8>, stride: Int) {
    let bits = Self.cells(of: number)
    for y in top..<top + cellHeight {
      var place = y * stride + left
      for cell in 0..<Self.cells {
        let isLight = bits >> UInt32(Self.cells - 1 - cell) & 1 != 0
        let value = isLight ? Self.light : Self.dark
        for _ in 0..<cellWidth {
          luma[place] = value
          place += 1
        }
      }
    }
  }

  /// Nil when a cell is neither light nor dark, or the check is another number's.
  func read(_ luma: Span<UInt8>, stride: Int) -> Int? {
    let middle = (Int(Self.light) + Int(Self.dark)) / 2
    var bits: UInt32 = 0
    for cell in 0..<Self.cells {
      // Edges blur; what is inside counts.
      let columns = left + cell * cellWidth + cellWidth / 4
      let count = cellWidth / 2
      var sum = 0
      for y in top + cellHeight / 4..<top + cellHeight * 3 / 4 {
        for x in columns..<columns + count { sum += Int(luma[y * stride + x]) }
      }
      let mean = sum / (count * (cellHeight * 3 / 4 - cellHeight / 4))
      guard abs(mean - middle) >= Self.clearness else { return nil }
      bits = bits << 1 | (mean > middle ? 1 : 0)
    }
    return Self.number(ofCells: bits)
  }
}
