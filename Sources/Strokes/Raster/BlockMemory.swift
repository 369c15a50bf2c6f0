/// The loops over whole rows and blocks that everything else is made of, where a check for every
/// pixel would cost more than the pixel: each checks its ranges once.
enum BlockMemory {
  /// Raises 256 bytes of `target` to those of `source` wherever these are higher.
  static func raise(_ target: inout [UInt8], at start: Int, to source: [UInt8], at place: Int) {
    precondition(start >= 0 && start + 256 <= target.count, "no such tile")
    precondition(place >= 0 && place + 256 <= source.count, "no such tile")
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe source.withUnsafeBufferPointer { source in
        for index in 0..<256 {
          let (old, new) = unsafe (target[start &+ index], source[place &+ index])
          unsafe target[start &+ index] = old > new ? old : new
        }
      }
    }
  }

  /// Whether 256 bytes are the same.
  static func isSame(_ one: [UInt8], at start: Int, as other: [UInt8], at place: Int) -> Bool {
    precondition(start >= 0 && start + 256 <= one.count, "no such tile")
    precondition(place >= 0 && place + 256 <= other.count, "no such tile")
    var difference: UInt8 = 0
    unsafe one.withUnsafeBufferPointer { one in
      unsafe other.withUnsafeBufferPointer { other in
        for index in 0..<256 {
          difference |= unsafe one[start &+ index] ^ other[place &+ index]
        }
      }
    }
    return difference == 0
  }

  /// A rectangle of pixels inside a picture.
  struct Place {
    /// Of the upper left pixel.
    var start: Int
    /// Pixels from one row to the next.
    var stride: Int

    /// Checks that a rectangle of this size lies within `count` pixels.
    fileprivate func check(columns: Int, rows: Int, within count: Int) {
      precondition(
        start >= 0 && stride >= columns && start + (rows - 1) * stride + columns <= count,
        "no such pixels")
    }
  }

  /// Copies up to 16×16 pixels; says whether any of them was different.
  static func replace(
    _ target: inout [UInt32], at place: Place, with source: [UInt32], at origin: Place,
    columns: Int, rows: Int
  ) -> Bool {
    precondition(columns > 0 && columns <= 16 && rows > 0 && rows <= 16, "no part of a block")
    place.check(columns: columns, rows: rows, within: target.count)
    origin.check(columns: columns, rows: rows, within: source.count)
    var difference = SIMD16<UInt32>.zero
    unsafe target.withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        for row in 0..<rows {
          let to = (place.start &+ row &* place.stride) &* 4
          let from = (origin.start &+ row &* origin.stride) &* 4
          if columns == 16 {
            let old = unsafe target.loadUnaligned(fromByteOffset: to, as: SIMD16<UInt32>.self)
            let new = unsafe source.loadUnaligned(fromByteOffset: from, as: SIMD16<UInt32>.self)
            difference |= old ^ new
            unsafe target.storeBytes(of: new, toByteOffset: to, as: SIMD16<UInt32>.self)
            continue
          }
          for column in 0..<columns {
            let (to, from) = (to &+ column &* 4, from &+ column &* 4)
            let old = unsafe target.loadUnaligned(fromByteOffset: to, as: UInt32.self)
            let new = unsafe source.loadUnaligned(fromByteOffset: from, as: UInt32.self)
            difference[0] |= old ^ new
            unsafe target.storeBytes(of: new, toByteOffset: to, as: UInt32.self)
          }
        }
      }
    }
    // Comparing vectors would be a loop over their elements.
    let half = difference.lowHalf | difference.highHalf
    let quarter = half.lowHalf | half.highHalf
    return quarter[0] | quarter[1] | quarter[2] | quarter[3] != 0
  }

  /// Changes 256 pixels by 256 bytes, four at a time. Where a byte is 0, `change` must give the
  /// pixel itself: four such pixels are left alone.
  @inline(__always)
  static func change(
    _ pixels: inout [UInt32], at start: Int, by cover: [UInt8], at tile: Int,
    _ change: (_ pixels: SIMD4<UInt32>, _ cover: SIMD4<UInt32>) -> SIMD4<UInt32>
  ) {
    precondition(start >= 0 && start + 256 <= pixels.count, "no such block")
    precondition(tile >= 0 && tile + 256 <= cover.count, "no such tile")
    unsafe pixels.withUnsafeMutableBytes { pixels in
      unsafe cover.withUnsafeBytes { cover in
        for row in 0..<16 {
          let bytes = tile &+ row &* 16
          let (left, right) = unsafe (
            cover.loadUnaligned(fromByteOffset: bytes, as: UInt64.self),
            cover.loadUnaligned(fromByteOffset: bytes &+ 8, as: UInt64.self)
          )
          if left | right == 0 { continue }
          for quad in 0..<4 {
            let (place, bytes) = ((start &+ row &* 16 &+ quad &* 4) &* 4, bytes &+ quad &* 4)
            if unsafe cover.loadUnaligned(fromByteOffset: bytes, as: UInt32.self) == 0 { continue }
            let old = unsafe pixels.loadUnaligned(fromByteOffset: place, as: SIMD4<UInt32>.self)
            let by = unsafe cover.loadUnaligned(fromByteOffset: bytes, as: SIMD4<UInt8>.self)
            let new = change(old, SIMD4<UInt32>(truncatingIfNeeded: by))
            unsafe pixels.storeBytes(of: new, toByteOffset: place, as: SIMD4<UInt32>.self)
          }
        }
      }
    }
  }

  /// Changes 256 bytes by 256 others, four at a time. Four bytes of 0 are left alone.
  @inline(__always)
  static func change(
    _ target: inout [UInt8], by source: [UInt8], at place: Int,
    _ change: (_ values: SIMD4<Int32>, _ by: SIMD4<Int32>) -> SIMD4<Int32>
  ) {
    precondition(target.count == 256, "no tile")
    precondition(place >= 0 && place + 256 <= source.count, "no such tile")
    unsafe target.withUnsafeMutableBytes { target in
      unsafe source.withUnsafeBytes { source in
        for quad in 0..<64 {
          let start = quad &* 4
          if unsafe target.loadUnaligned(fromByteOffset: start, as: UInt32.self) == 0 { continue }
          let old = unsafe target.loadUnaligned(fromByteOffset: start, as: SIMD4<UInt8>.self)
          let by = unsafe source.loadUnaligned(
            fromByteOffset: place &+ start, as: SIMD4<UInt8>.self)
          let new = change(
            SIMD4<Int32>(truncatingIfNeeded: old), SIMD4<Int32>(truncatingIfNeeded: by))
          unsafe target.storeBytes(
            of: SIMD4<UInt8>(truncatingIfNeeded: new), toByteOffset: start,
            as: SIMD4<UInt8>.self)
        }
      }
    }
  }

  /// Replaces each byte of a tile by the one that `table` has for it.
  static func look(up target: inout [UInt8], in table: [UInt8]) {
    precondition(table.count == 256, "a table has an entry for every byte")
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe table.withUnsafeBufferPointer { table in
        for index in 0..<target.count {
          unsafe target[index] = table[Int(target[index])]
        }
      }
    }
  }
}
