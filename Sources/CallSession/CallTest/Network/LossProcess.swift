/// A `LossModel` at work: asked once for every packet.
struct LossProcess: Sendable {
  enum Fate: Sendable {
    case passed
    case lost
    /// Lost in the bad state of a chain.
    case lostInBurst
  }

  private let model: LossModel
  private var generator: SimulationGenerator
  private var isBad: Bool

  init(_ model: LossModel, generator: SimulationGenerator) {
    self.model = model
    self.generator = generator
    // The chain has always run, so the first packet meets it like any other.
    isBad = self.generator.chance(model.shareOfBad)
  }

  mutating func next() -> Fate {
    switch model {
    case .none:
      return .passed
    case .random(let rate):
      return generator.chance(rate) ? .lost : .passed
    case .gilbertElliott(let enter, let leave, let inGood, let inBad):
      let isLost = generator.chance(isBad ? inBad : inGood)
      let fate: Fate = isLost ? (isBad ? .lostInBurst : .lost) : .passed
      if generator.chance(isBad ? leave : enter) { isBad.toggle() }
      return fate
    }
  }
}
