/// The chance of a call test: SplitMix64 (Steele, Lea and Flood 2014). Equal seeds give equal numbers on
/// every machine; nothing here rounds as a C library pleases.
package struct SimulationGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Each purpose has a stream of its own, so that asking more of one moves no other.
  package init(seed: UInt64, stream: UInt64 = 0) {
    state = Self.mixed(seed) &+ Self.mixed(stream ^ 0x6E65_7477_6F72_6B21)
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// 0..<1, in steps of 2⁻⁵³.
  package mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Whether an event of the given chance happens.
  package mutating func chance(_ probability: Double) -> Bool {
    uniform() < probability
  }

  /// Mean 0, variance 1, within ±6: the sum of twelve uniform numbers (Irwin and Hall). Unlike Box and
  /// Muller's way it needs no logarithm, whose last bit differs between C libraries.
  package mutating func normal() -> Double {
    var sum: Int64 = 0
    for _ in 0..<3 {
      let bits = next()
      sum += Int64(bits & 0xFFFF) + Int64(bits >> 16 & 0xFFFF)
      sum += Int64(bits >> 32 & 0xFFFF) + Int64(bits >> 48)
    }
    // Each number stands for the middle of its step of 2⁻¹⁶.
    return (Double(sum) + 6) * 0x1p-16 - 6
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
