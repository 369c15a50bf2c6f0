/// A natural number of any size, for the few decimals that 64 bits do not hold.
struct BigNatural {
  /// 32 bits each, the lowest first; the last one is not 0.
  private var limbs: [UInt32] = []

  init(_ value: UInt32) {
    if value > 0 { limbs.append(value) }
  }

  /// How many bits it has.
  var bitCount: Int {
    guard let last = limbs.last else { return 0 }
    return limbs.count * 32 - last.leadingZeroBitCount
  }

  var isZero: Bool { limbs.isEmpty }

  mutating func multiply(by factor: UInt32, adding summand: UInt32 = 0) {
    var carry = UInt64(summand)
    for index in 0..<limbs.count {
      carry += UInt64(limbs[index]) * UInt64(factor)
      limbs[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { limbs.append(UInt32(carry)) }
  }

  mutating func multiply(byPowerOfTen exponent: Int) {
    for _ in 0..<exponent / 9 { multiply(by: 1_000_000_000) }
    for _ in 0..<exponent % 9 { multiply(by: 10) }
  }

  mutating func shiftLeft(_ bits: Int) {
    guard bits > 0, !isZero else { return }
    multiply(by: 1 << UInt32(bits % 32))
    limbs.insert(contentsOf: repeatElement(0, count: bits / 32), at: 0)
  }

  mutating func double() {
    var carry: UInt32 = 0
    for index in 0..<limbs.count {
      let limb = limbs[index]
      limbs[index] = limb << 1 | carry
      carry = limb >> 31
    }
    if carry > 0 { limbs.append(carry) }
  }

  /// Takes `other` away when it is not larger; whether it was.
  mutating func subtract(_ other: BigNatural) -> Bool {
    guard limbs.count >= other.limbs.count else { return false }
    if limbs.count == other.limbs.count {
      var index = limbs.count - 1
      while index >= 0, limbs[index] == other.limbs[index] { index -= 1 }
      if index >= 0, limbs[index] < other.limbs[index] { return false }
    }
    var borrow: Int64 = 0
    for index in 0..<limbs.count {
      let taken = index < other.limbs.count ? Int64(other.limbs[index]) : 0
      let difference = Int64(limbs[index]) - taken + borrow
      limbs[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference >> 32
    }
    while limbs.last == 0 { limbs.removeLast() }
    return true
  }
}
