/// Writes blocks of levels into a token partition (RFC 6386, 13).
struct VP8TokenWriter: VP8CodedBlockSink, Sendable {
  var coder = VP8BoolEncoder()
  let probabilities: [UInt8]

  init(_ probabilities: VP8CoefficientProbabilities) {
    self.probabilities = probabilities.values
  }

  mutating func take(_ block: VP8CodedBlock, of values: [Int16]) {
    // The interval in registers: each bool waits for the one before it.
    var interval = coder.interval
    defer { coder.interval = interval }
    let offsets = block.plane &* 16
    var place = Int(VP8CoefficientProbabilities.offsets[offsets &+ block.first])
    place &+= block.context &* VP8CoefficientProbabilities.nodes

    interval.narrow(block.hasLevels ? 1 : 0, UInt32(probabilities[place]))
    if interval.isFull { coder.push(interval.removeWord()) }
    guard block.hasLevels else { return }

    var position = block.first
    while true {
      let level = Int(values[block.offset &+ position])
      position &+= 1
      let next = Int(VP8CoefficientProbabilities.offsets[offsets &+ position])
      if level == 0 {
        // No block ends with a zero, so whether it ends is not asked after one.
        interval.narrow(0, UInt32(probabilities[place &+ 1]))
        if interval.isFull { coder.push(interval.removeWord()) }
        place = next
        continue
      }
      interval.narrow(1, UInt32(probabilities[place &+ 1]))
      let sign: UInt32 = level < 0 ? 1 : 0
      if level &* level == 1 {
        interval.narrow(0, UInt32(probabilities[place &+ 2]))
        place = next &+ VP8CoefficientProbabilities.nodes
      } else {
        write(magnitude: level < 0 ? 0 &- level : level, at: place, &interval)
        place = next &+ 2 &* VP8CoefficientProbabilities.nodes
      }
      interval.narrow(sign, 128)
      if interval.isFull { coder.push(interval.removeWord()) }
      if position == 16 { return }
      let isLast = position == block.end
      interval.narrow(isLast ? 0 : 1, UInt32(probabilities[place]))
      if interval.isFull { coder.push(interval.removeWord()) }
      if isLast { return }
    }
  }

  /// The branches of a magnitude of 2 and more behind node 1, and its extra bits. Leaves room for
  /// the sign.
  private mutating func write(
    magnitude: Int, at place: Int, _ interval: inout VP8BoolInterval
  ) {
    @inline(__always)
    func branch(_ node: Int, _ bit: Bool) {
      interval.narrow(bit ? 1 : 0, UInt32(probabilities[place &+ node]))
    }
    branch(2, true)
    if interval.isFull { coder.push(interval.removeWord()) }
    if magnitude < 5 {
      branch(3, false)
      branch(4, magnitude > 2)
      if interval.isFull { coder.push(interval.removeWord()) }
      if magnitude > 2 { branch(5, magnitude > 3) }
      return
    }
    branch(3, true)
    branch(6, magnitude > 10)
    if interval.isFull { coder.push(interval.removeWord()) }
    if magnitude > 10 {
      branch(8, magnitude > 34)
      branch(magnitude > 34 ? 10 : 9, magnitude > (magnitude > 34 ? 66 : 18))
    } else {
      branch(7, magnitude > 6)
    }
    if interval.isFull { coder.push(interval.removeWord()) }

    let token = Int(VP8Token.ofMagnitude[min(magnitude, 67)])
    let extra = min(magnitude, VP8Token.largestMagnitude) &- VP8Token.bases[token]
    var index = VP8Token.extraOffsets[token]
    var bits = VP8Token.extraOffsets[token &+ 1] &- index
    while bits > 0 {
      bits &-= 1
      interval.narrow(
        UInt32(truncatingIfNeeded: extra &>> bits & 1), UInt32(VP8Token.extraBits[index]))
      if interval.isFull { coder.push(interval.removeWord()) }
      index &+= 1
    }
  }
}
