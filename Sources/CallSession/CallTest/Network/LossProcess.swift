/// A `LossModel` at work: asked once for every packet.
struct LossProcess: Sendable {
  private let model: LossModel
  private var generator: SimulationGenerator
  private var isBad: Bool

  init(_ model: LossModel, generator: SimulationGenerator) {
    self.model = model
    self.generator = generator
    // The chain has always run, so the first packet meets it like any other.
    isBad = self.generator.chance(model.shareOfBad)
  }

  /// Nil when the packet passes.
  mutating func next() -> LossCause? {
    switch model {
    case .none:
      return nil
    case .independent(let rate):
      return generator.chance(rate) ? .random : nil
    case .gilbertElliott(let enter, let leave, let inGood, let inBad):
      let isLost = generator.chance(isBad ? inBad : inGood)
      let cause: LossCause? = isLost ? (isBad ? .burst : .random) : nil
      if generator.chance(isBad ? leave : enter) { isBad.toggle() }
      return cause
    }
  }
}
