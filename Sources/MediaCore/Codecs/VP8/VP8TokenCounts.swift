/// How often each token was coded in each context: what probabilities are chosen by.
struct VP8TokenCounts: VP8CodedBlockSink, Equatable, Sendable {
  private static let contexts =
    VP8CoefficientProbabilities.count / VP8CoefficientProbabilities.nodes

  /// By plane, band and context: how often each token, and behind those how often one after a zero,
  /// for which it was not asked whether the block ends (RFC 6386, 13.2).
  private var counts = [UInt32](repeating: 0, count: contexts * columns)
  private static let columns = VP8Token.count + 1
  private static let unasked = VP8Token.count

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
    for index in counts.indices { counts[index] *= number }
  }

  mutating func take(_ block: VP8CodedBlock, of values: [Int16]) {
    let values = values.span
    var counts = counts.mutableSpan
    var place = VP8CoefficientProbabilities.place(
      plane: block.plane, position: block.first, context: block.context)
    var position = block.first
    var afterZero: UInt32 = 0
    while position < block.end {
      let magnitude = min(Int(values[block.offset &+ position].magnitude), 67)
      let token = Int(VP8Token.ofMagnitude[magnitude])
      counts[place &* Self.columns &+ token] &+= 1
      counts[place &* Self.columns &+ Self.unasked] &+= afterZero
      afterZero = magnitude == 0 ? 1 : 0
      position &+= 1
      place = VP8CoefficientProbabilities.place(
        plane: block.plane, position: position, context: min(magnitude, 2))
    }
    if position < 16 { counts[place &* Self.columns &+ VP8Token.end] &+= 1 }
  }

  mutating func add(_ other: VP8TokenCounts) {
    for index in counts.indices { counts[index] &+= other.counts[index] }
  }

  /// All tokens that were counted.
  var total: Int {
    var total = 0
    for index in counts.indices where index % Self.columns != Self.unasked {
      total += Int(counts[index])
    }
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

  /// What a frame of these counts takes with some probabilities, in 256ths of a bit, what it costs to
  /// put them in the place of `old` included.
  func cost(
    with new: VP8CoefficientProbabilities, replacing old: VP8CoefficientProbabilities
  ) -> Int {
    var cost = Self.cost(of: new, replacing: old)
    for place in 0..<Self.contexts {
      let branches = branches(at: place)
      for node in 0..<VP8CoefficientProbabilities.nodes {
        let index = place * VP8CoefficientProbabilities.nodes + node
        cost += Self.cost(branches[node].no, branches[node].yes, new[index])
      }
    }
    return cost
  }

  /// What it costs to change probabilities (13.4).
  static func cost(
    of new: VP8CoefficientProbabilities, replacing old: VP8CoefficientProbabilities
  ) -> Int {
    var cost = 0
    for index in 0..<VP8CoefficientProbabilities.count {
      let changes = new[index] != old[index]
      cost += VP8BoolCost.of(changes, VP8Tables.coefficientUpdates[index])
      if changes { cost += 8 * 256 }
    }
    return cost
  }

  /// How often each node of the tree was false and true.
  func branches(at place: Int) -> [(no: Int, yes: Int)] {
    var branches = [(no: Int, yes: Int)](
      repeating: (0, 0), count: VP8CoefficientProbabilities.nodes)
    for token in 0..<VP8Token.end {
      let count = Int(counts[place * Self.columns + token])
      branches[0].yes += count
      guard count > 0 else { continue }
      for (node, bit) in VP8Token.branches(of: token) {
        if bit { branches[node].yes += count } else { branches[node].no += count }
      }
    }
    branches[0].no = Int(counts[place * Self.columns + VP8Token.end])
    branches[0].yes -= Int(counts[place * Self.columns + Self.unasked])
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
