/// What blocks of levels cost in tokens, in 256ths of a bit, for decisions.
struct VP8TokenCosts: Sendable {
  /// By plane, position, context and magnitude: the token with its sign and extra bits, and, unless a
  /// zero came before, that the block goes on. Behind 15 four tokens without signs and extra bits,
  /// from category 3 on: what is larger looks those up.
  private var levels: [UInt16] = []
  /// By plane, position and context: that the block ends, and that it goes on.
  private var ends: [UInt16] = []
  private var goesOn: [UInt16] = []

  private static let listed = 16
  private static let columns = listed + 4
  private static let contexts = VP8CoefficientProbabilities.contexts

  init(_ probabilities: VP8CoefficientProbabilities) {
    for plane in 0..<VP8CoefficientProbabilities.planes {
      for position in 0..<16 {
        for context in 0..<Self.contexts {
          let node =
            VP8CoefficientProbabilities.nodes
            * VP8CoefficientProbabilities.place(
              plane: plane, position: position, context: context)
          let onward = VP8BoolCost.of(true, probabilities[node])
          ends.append(UInt16(VP8BoolCost.of(false, probabilities[node])))
          goesOn.append(UInt16(onward))
          // Context 0 means a zero before this one, behind which the end is not asked for; at a
          // block's begin it means neighbours without levels, which `cost` makes up for.
          let asked = context == 0 ? 0 : onward
          func token(_ token: Int) -> Int {
            VP8Token.branches(of: token).reduce(asked) {
              $0 + VP8BoolCost.of($1.bit, probabilities[node + $1.node])
            }
          }
          for magnitude in 0..<Self.listed {
            levels.append(
              UInt16(token(Int(VP8Token.ofMagnitude[magnitude])) + Int(Self.bits[magnitude])))
          }
          for category in 7..<VP8Token.end { levels.append(UInt16(token(category))) }
        }
      }
    }
  }

  /// Signs and extra bits, by magnitude: the same in every context.
  private static let bits: [UInt16] = {
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
    let (costs, values) = (levels.span, values.span)
    var place = (block.plane &* 16 &+ block.first) &* Self.contexts &+ block.context
    guard block.hasLevels else { return Int(ends[place]) }
    var cost = block.context == 0 ? Int(goesOn[place]) : 0
    var position = block.first
    var magnitude = 0
    while position < block.end {
      magnitude = Int(values[block.offset &+ position].magnitude)
      cost &+=
        magnitude < Self.listed
        ? Int(costs[place &* Self.columns &+ magnitude]) : large(magnitude, at: place)
      position &+= 1
      place = (block.plane &* 16 &+ position) &* Self.contexts &+ min(magnitude, 2)
    }
    return position < 16 ? cost &+ Int(ends[place]) : cost
  }

  private func large(_ magnitude: Int, at place: Int) -> Int {
    let magnitude = min(magnitude, VP8Token.largestMagnitude)
    let token = Int(VP8Token.ofMagnitude[min(magnitude, 67)])
    return Int(levels[place * Self.columns + Self.listed + token - 7]) + Int(Self.bits[magnitude])
  }

  /// All blocks of a macroblock between neighbours without levels.
  func cost(of levels: borrowing VP8Levels, row: Int32, hasY2: Bool) -> Int {
    var surroundings = VP8Surroundings()
    return lumaCost(of: levels, row: row, hasY2: hasY2, &surroundings)
      + chromaCost(of: levels, row: row, &surroundings)
  }

  /// Y2, when there is one, and luma. The surroundings become what those blocks leave.
  func lumaCost(
    of levels: borrowing VP8Levels, row: Int32, hasY2: Bool, _ surroundings: inout VP8Surroundings
  ) -> Int {
    var sum = Sum(costs: self)
    VP8BlockContext.visitLuma(
      levels, row: Int(row), hasY2: hasY2, above: &surroundings.above.blocks,
      left: &surroundings.left.blocks, into: &sum)
    return sum.cost
  }

  /// Both planes of chroma, likewise.
  func chromaCost(
    of levels: borrowing VP8Levels, row: Int32, _ surroundings: inout VP8Surroundings
  ) -> Int {
    var sum = Sum(costs: self)
    VP8BlockContext.visitChroma(
      levels, row: Int(row), above: &surroundings.above.blocks, left: &surroundings.left.blocks,
      into: &sum)
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
