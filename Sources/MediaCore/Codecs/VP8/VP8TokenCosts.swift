/// What blocks of levels cost in tokens, in 256ths of a bit, for decisions.
struct VP8TokenCosts: Sendable {
  /// By plane, band, context and token: the branches behind the first, and for the end the first.
  private var tokens: [UInt16] = []
  /// By plane, band and context: that the block does not end.
  private var goesOn: [UInt16] = []

  init(_ probabilities: VP8CoefficientProbabilities) {
    let nodes = VP8CoefficientProbabilities.nodes
    for place in 0..<VP8CoefficientProbabilities.count / nodes {
      for token in 0..<VP8Token.end {
        var cost = 0
        for (node, bit) in VP8Token.branches(of: token) {
          cost += VP8BoolCost.of(bit, probabilities[place * nodes + node])
        }
        tokens.append(UInt16(cost))
      }
      tokens.append(UInt16(VP8BoolCost.of(false, probabilities[place * nodes])))
      goesOn.append(UInt16(VP8BoolCost.of(true, probabilities[place * nodes])))
    }
  }

  /// Signs and extra bits, by magnitude: the same in every context.
  private static let magnitudes: [UInt16] = {
    var costs: [UInt16] = [0]
    for magnitude in 1...VP8Token.largestMagnitude {
      let token = Int(VP8Token.ofMagnitude[min(magnitude, 67)])
      var cost = VP8BoolCost.of(false, 128)
      let range = VP8Token.extraOffsets[token]..<VP8Token.extraOffsets[token + 1]
      for index in range {
        let bit = (magnitude - VP8Token.bases[token]) >> (range.upperBound - 1 - index) & 1
        cost += VP8BoolCost.of(bit != 0, VP8Token.extraBits[index])
      }
      costs.append(UInt16(cost))
    }
    return costs
  }()

  func cost(of block: VP8CodedBlock, of values: [Int16]) -> Int {
    var place = VP8CoefficientProbabilities.place(
      plane: block.plane, position: block.first, context: block.context)
    guard block.hasLevels else { return Int(tokens[place &* VP8Token.count &+ VP8Token.end]) }
    var cost = 0
    var afterZero = false
    var position = block.first
    while position < block.end {
      let magnitude = min(abs(Int(values[block.offset &+ position])), VP8Token.largestMagnitude)
      let token = Int(VP8Token.ofMagnitude[min(magnitude, 67)])
      if !afterZero { cost &+= Int(goesOn[place]) }
      cost &+= Int(tokens[place &* VP8Token.count &+ token]) &+ Int(Self.magnitudes[magnitude])
      afterZero = magnitude == 0
      position &+= 1
      place = VP8CoefficientProbabilities.place(
        plane: block.plane, position: position, context: min(magnitude, 2))
    }
    if position < 16 { cost &+= Int(tokens[place &* VP8Token.count &+ VP8Token.end]) }
    return cost
  }

  /// All blocks of a macroblock, between neighbours of the given contexts.
  func cost(
    of levels: VP8Levels, row: Int32, hasY2: Bool, above: VP8BlockContext = VP8BlockContext(),
    left: VP8BlockContext = VP8BlockContext()
  ) -> Int {
    var (above, left) = (above, left)
    var sum = Sum(costs: self)
    VP8BlockContext.visit(
      levels, row: Int(row), hasY2: hasY2, above: &above, left: &left, into: &sum)
    return sum.cost
  }

  private struct Sum: VP8CodedBlockSink {
    let costs: VP8TokenCosts
    var cost = 0

    mutating func take(_ block: VP8CodedBlock, of values: [Int16]) {
      cost += costs.cost(of: block, of: values)
    }
  }
}
