/// The interval that the bools written so far have left (RFC 6386, 7.2).
///
/// `low` holds the bits that have not left the coder: `bits` of them, the eight that `range` acts
/// on, and above them one for a carry.
struct VP8BoolInterval: Equatable, Sendable {
  var low: UInt64 = 0
  /// 128…255.
  var range: UInt32 = 255
  var bits: UInt32 = 0

  /// How many bits may be pending before a word has to leave. The carry takes the 64th bit of `low`
  /// when 55 are pending, so three bools (7 bits each) may follow below this mark.
  static let wordSize: UInt32 = 32

  /// Takes the part of a bool that is 0 with `probability`/256 (1…255).
  ///
  /// Without branches: which of the two it is cannot be foreseen (7.3).
  @inline(__always)
  mutating func narrow(_ bit: UInt32, _ probability: UInt32) {
    let split = 1 &+ (((range &- 1) &* probability) &>> 8)
    let mask = 0 &- bit
    let part = split &+ ((range &- split &- split) & mask)
    // Never 0; saying so spares the processor a test.
    let shift = UInt32(truncatingIfNeeded: (part | 1).leadingZeroBitCount) &- 24
    low = (low &+ UInt64(split & mask)) &<< UInt64(shift)
    range = part &<< shift
    bits &+= shift
  }

  var isFull: Bool {
    @inline(__always) get { bits >= Self.wordSize }
  }

  /// The oldest 32 bits, and above them the carry.
  @inline(__always)
  mutating func removeWord() -> UInt64 {
    let rest = UInt64(bits &- (Self.wordSize - 8))
    let word = low &>> rest
    low &= (1 &<< rest) &- 1
    bits &-= Self.wordSize
    return word
  }
}
