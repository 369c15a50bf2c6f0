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

  /// Copies `count` pixels; says whether any of them was different.
  static func replace(
    _ target: inout [UInt32], at start: Int, with source: [UInt32], at place: Int, count: Int
  ) -> Bool {
    precondition(start >= 0 && count >= 0 && start + count <= target.count, "no such pixels")
    precondition(place >= 0 && place + count <= source.count, "no such pixels")
    var difference: UInt32 = 0
    unsafe target.withUnsafeMutableBufferPointer { target in
      unsafe source.withUnsafeBufferPointer { source in
        for index in 0..<count {
          let new = unsafe source[place &+ index]
          difference |= unsafe target[start &+ index] ^ new
          unsafe target[start &+ index] = new
        }
      }
    }
    return difference != 0
  }

  /// Changes 256 pixels by 256 bytes.
  @inline(__always)
  static func change(
    _ pixels: inout [UInt32], at start: Int, by cover: [UInt8], at tile: Int,
    _ change: (_ pixel: UInt32, _ cover: UInt32) -> UInt32
  ) {
    precondition(start >= 0 && start + 256 <= pixels.count, "no such block")
    precondition(tile >= 0 && tile + 256 <= cover.count, "no such tile")
    unsafe pixels.withUnsafeMutableBufferPointer { pixels in
      unsafe cover.withUnsafeBufferPointer { cover in
        for index in 0..<256 {
          let old = unsafe pixels[start &+ index]
          unsafe pixels[start &+ index] = change(old, UInt32(cover[tile &+ index]))
        }
      }
    }
  }
}
