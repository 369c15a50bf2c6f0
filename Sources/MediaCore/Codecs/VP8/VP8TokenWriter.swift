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
    // Bands of the positions to come, four bits each.
    var bands = VP8CoefficientProbabilities.packedBands &>> UInt64(block.first &* 4)
    let plane = block.plane &* VP8CoefficientProbabilities.planeSize
    var place = Self.place(plane, bands) &+ block.context &* Self.nodes
    interval.narrow(block.hasLevels ? 1 : 0, UInt32(probabilities[place]))
    if interval.isFull { interval = coder.drain(interval) }
    guard block.hasLevels else {
      coder.interval = interval
      return
    }

    var position = block.first
    while true {
      let level = Int(values[block.offset &+ position])
      position &+= 1
      bands &>>= 4
      let next = Self.place(plane, bands)
      if level == 0 {
        // No block ends with a zero, so whether it ends is not asked after one.
        interval.narrow(0, UInt32(probabilities[place &+ 1]))
        if interval.isFull { interval = coder.drain(interval) }
        place = next
        continue
      }
      interval.narrow(1, UInt32(probabilities[place &+ 1]))
      if level &* level == 1 {
        interval.narrow(0, UInt32(probabilities[place &+ 2]))
        place = next &+ Self.nodes
      } else {
        interval = write(magnitude: level < 0 ? 0 &- level : level, at: place, interval)
        place = next &+ 2 &* Self.nodes
      }
      interval.narrow(level < 0 ? 1 : 0, 128)
      if interval.isFull { interval = coder.drain(interval) }
      if position == 16 { break }
      let isLast = position == block.end
      interval.narrow(isLast ? 0 : 1, UInt32(probabilities[place]))
      if interval.isFull { interval = coder.drain(interval) }
      if isLast { break }
    }
    coder.interval = interval
  }

  private static let nodes = VP8CoefficientProbabilities.nodes

  @inline(__always)
  private static func place(_ plane: Int, _ bands: UInt64) -> Int {
    plane &+ Int(truncatingIfNeeded: bands & 15) &* VP8CoefficientProbabilities.bandSize
  }

  /// The branches of a magnitude of 2 and more behind node 1, and its extra bits. Leaves room for
  /// the sign.
  @inline(__always)
  private mutating func write(
    magnitude: Int, at place: Int, _ start: VP8BoolInterval
  ) -> VP8BoolInterval {
    var interval = start
    interval.narrow(1, UInt32(probabilities[place &+ 2]))
    if interval.isFull { interval = coder.drain(interval) }
    if magnitude < 5 {
      interval.narrow(0, UInt32(probabilities[place &+ 3]))
      interval.narrow(magnitude > 2 ? 1 : 0, UInt32(probabilities[place &+ 4]))
      if interval.isFull { interval = coder.drain(interval) }
      if magnitude > 2 {
        interval.narrow(magnitude > 3 ? 1 : 0, UInt32(probabilities[place &+ 5]))
      }
      return interval
    }
    interval.narrow(1, UInt32(probabilities[place &+ 3]))
    interval.narrow(magnitude > 10 ? 1 : 0, UInt32(probabilities[place &+ 6]))
    if interval.isFull { interval = coder.drain(interval) }
    let token: Int
    if magnitude > 10 {
      let isLarge = magnitude > 34
      let isUpper = magnitude > (isLarge ? 66 : 18)
      interval.narrow(isLarge ? 1 : 0, UInt32(probabilities[place &+ 8]))
      interval.narrow(isUpper ? 1 : 0, UInt32(probabilities[place &+ (isLarge ? 10 : 9)]))
      token = (isLarge ? 9 : 7) &+ (isUpper ? 1 : 0)
    } else {
      interval.narrow(magnitude > 6 ? 1 : 0, UInt32(probabilities[place &+ 7]))
      token = magnitude > 6 ? 6 : 5
    }
    if interval.isFull { interval = coder.drain(interval) }

    let extra = min(magnitude, VP8Token.largestMagnitude) &- VP8Token.bases[token]
    var index = VP8Token.extraOffsets[token]
    var bits = VP8Token.extraOffsets[token &+ 1] &- index
    while bits > 0 {
      bits &-= 1
      interval.narrow(
        UInt32(truncatingIfNeeded: extra &>> bits & 1), UInt32(VP8Token.extraBits[index]))
      if interval.isFull { interval = coder.drain(interval) }
      index &+= 1
    }
    return interval
  }
}
