/// How often each token was coded in each context: what probabilities are chosen by.
struct VP8TokenCounts: VP8CodedBlockSink, Equatable, Sendable {
  private static let contexts =
    VP8CoefficientProbabilities.count / VP8CoefficientProbabilities.nodes

  /// By plane, band, context and token.
  private(set) var tokens = [UInt32](repeating: 0, count: contexts * VP8Token.count)
  /// Tokens after a zero: whether the block ends was not asked (RFC 6386, 13.2).
  private(set) var unasked = [UInt32](repeating: 0, count: contexts)

  init() {}

  /// Of macroblocks each of which stands for so many, between neighbours without levels.
  init(of macroblocks: [VP8Macroblock], _ levels: VP8Levels, times number: UInt32) {
    for macroblock in macroblocks {
      guard let row = macroblock.levels else { continue }
      var (above, left) = (VP8BlockContext(), VP8BlockContext())
      VP8BlockContext.visit(
        levels, row: Int(row), hasY2: macroblock.prediction.hasY2, above: &above, left: &left,
        into: &self)
    }
    for index in tokens.indices { tokens[index] *= number }
    for index in unasked.indices { unasked[index] *= number }
  }

  mutating func take(_ block: VP8CodedBlock, of values: [Int16]) {
    var place = VP8CoefficientProbabilities.place(
      plane: block.plane, position: block.first, context: block.context)
    var position = block.first
    var afterZero = false
    while position < max(block.end, block.first) {
      let magnitude = min(abs(Int(values[block.offset &+ position])), 67)
      let token = Int(VP8Token.ofMagnitude[magnitude])
      tokens[place &* VP8Token.count &+ token] &+= 1
      if afterZero { unasked[place] &+= 1 }
      afterZero = magnitude == 0
      position &+= 1
      place = VP8CoefficientProbabilities.place(
        plane: block.plane, position: position, context: min(magnitude, 2))
    }
    if position < 16 { tokens[place &* VP8Token.count &+ VP8Token.end] &+= 1 }
  }

  mutating func add(_ other: VP8TokenCounts) {
    for index in 0..<tokens.count { tokens[index] &+= other.tokens[index] }
    for index in 0..<unasked.count { unasked[index] &+= other.unasked[index] }
  }

  /// All tokens that were counted.
  var total: Int {
    var total = 0
    for count in tokens { total += Int(count) }
    return total
  }

  /// The probabilities with which a frame of these counts is smallest, what it costs to change them
  /// included.
  ///
  /// - Parameter old: those valid before the frame.
  func improving(_ old: VP8CoefficientProbabilities) -> VP8CoefficientProbabilities {
    var new = old
    for place in 0..<Self.contexts {
      let branches = branches(at: place)
      for node in 0..<VP8CoefficientProbabilities.nodes {
        let (no, yes) = branches[node]
        guard no + yes > 0 else { continue }
        let index = place * VP8CoefficientProbabilities.nodes + node
        let best = Self.probability(of: no, against: yes)
        let update = VP8Tables.coefficientUpdates[index]
        let price = 8 * 256 + VP8BoolCost.of(true, update) - VP8BoolCost.of(false, update)
        let gain = Self.cost(no, yes, old[index]) - Self.cost(no, yes, best)
        if gain > price { new[index] = best }
      }
    }
    return new
  }

  /// How often each node of the tree was false and true.
  func branches(at place: Int) -> [(no: Int, yes: Int)] {
    var branches = [(no: Int, yes: Int)](
      repeating: (0, 0), count: VP8CoefficientProbabilities.nodes)
    for token in 0..<VP8Token.end {
      let count = Int(tokens[place * VP8Token.count + token])
      branches[0].yes += count
      guard count > 0 else { continue }
      for (node, bit) in VP8Token.branches(of: token) {
        if bit { branches[node].yes += count } else { branches[node].no += count }
      }
    }
    branches[0].no = Int(tokens[place * VP8Token.count + VP8Token.end])
    branches[0].yes -= Int(unasked[place])
    return branches
  }

  /// The probability of false, 1…255.
  static func probability(of no: Int, against yes: Int) -> UInt8 {
    let total = no + yes
    return total == 0 ? 255 : UInt8(min(max((no * 256 + total / 2) / total, 1), 255))
  }

  private static func cost(_ no: Int, _ yes: Int, _ probability: UInt8) -> Int {
    no * VP8BoolCost.of(false, probability) + yes * VP8BoolCost.of(true, probability)
  }
}
