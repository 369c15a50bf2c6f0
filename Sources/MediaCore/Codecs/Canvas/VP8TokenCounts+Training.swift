extension VP8TokenCounts {
  /// The probabilities with which what was counted is smallest. Where little was counted they stay
  /// near the standard ones.
  var trained: VP8CoefficientProbabilities {
    var result = VP8CoefficientProbabilities.standard
    let nodes = VP8CoefficientProbabilities.nodes
    for place in 0..<VP8CoefficientProbabilities.count / nodes {
      let branches = branches(at: place)
      for node in 0..<nodes {
        let (no, yes) = branches[node]
        let index = place * nodes + node
        // The standard probability counts as much as 16 tokens.
        let usual = Int(result[index])
        result[index] = Self.probability(
          of: no * 16 + usual, against: yes * 16 + 256 - usual)
      }
    }
    return result
  }
}
