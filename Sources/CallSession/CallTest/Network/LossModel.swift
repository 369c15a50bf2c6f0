/// Which packets a link loses for no reason that the sender could see.
package enum LossModel: Equatable, Sendable {
  case none
  /// Each packet by itself.
  case independent(rate: Double)
  /// Gilbert's model with Elliott's two chances (Bell System Technical Journal 1960 and 1963): a chain
  /// of two states moves at every packet, and a packet is lost with the chance of the state.
  case gilbertElliott(goodToBad: Double, badToGood: Double, lossInGood: Double, lossInBad: Double)

  /// Gilbert's model by what can be measured: the share of packets that is lost, and the mean number
  /// lost in a row. Nil where no chain has both: a row of losses cannot be shorter than chance makes it
  /// when nearly everything is lost.
  package static func bursts(rate: Double, meanLength: Double) -> LossModel? {
    guard rate >= 0, rate < 1, meanLength >= 1 else { return nil }
    let leave = 1 / meanLength
    let enter = rate * leave / (1 - rate)
    guard enter <= 1 else { return nil }
    return .gilbertElliott(goodToBad: enter, badToGood: leave, lossInGood: 0, lossInBad: 1)
  }

  /// The share of packets that is lost in the long run.
  package var rate: Double {
    switch self {
    case .none: 0
    case .independent(let rate): rate
    case .gilbertElliott(_, _, let good, let bad): good + (bad - good) * shareOfBad
    }
  }

  /// How much of its time the chain spends in the bad state.
  package var shareOfBad: Double {
    guard case .gilbertElliott(let enter, let leave, _, _) = self, enter + leave > 0 else {
      return 0
    }
    return enter / (enter + leave)
  }
}
