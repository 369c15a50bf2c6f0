import Testing

@testable import CallSession

/// Loss against the formulas of its model, over enough packets that a wrong one cannot pass.
@Suite struct LossModelTests {
  static let count = 400_000

  static let models: [(model: LossModel, meanBurst: Double)] = [
    (.independent(rate: 0.01), 1 / 0.99),
    (.independent(rate: 0.3), 1 / 0.7),
    (.bursts(rate: 0.005, meanLength: 2)!, 2),
    (.bursts(rate: 0.03, meanLength: 4)!, 4),
    (.bursts(rate: 0.4, meanLength: 10)!, 10),
    // In the bad state half is lost: a row goes on with the chance to stay and be lost again.
    (
      .gilbertElliott(goodToBad: 0.02, badToGood: 0.1, lossInGood: 0, lossInBad: 0.5),
      1 / (1 - 0.9 * 0.5)
    ),
  ]

  @Test(arguments: models.indices)
  func `the share lost and the length of bursts are the model's`(index: Int) {
    let row = Self.models[index]
    var process = LossProcess(
      row.model, generator: SimulationGenerator(seed: UInt64(index) + 1))
    var (lost, bursts, inBurst) = (0, 0, false)
    for _ in 0..<Self.count {
      let isLost = process.next() != nil
      lost += isLost ? 1 : 0
      bursts += isLost && !inBurst ? 1 : 0
      inBurst = isLost
    }
    let rate = Double(lost) / Double(Self.count)
    // The variance of a correlated share: about (2 · length − 1) times that of single losses.
    let spread = (row.model.rate * (1 - row.model.rate) / Double(Self.count)).squareRoot()
    let tolerance = 4 * spread * (2 * row.meanBurst / (1 - row.model.rate)).squareRoot()
    #expect(abs(rate - row.model.rate) < tolerance, "row \(index): \(rate)")
    let length = Double(lost) / Double(bursts)
    #expect(
      abs(length - row.meanBurst) < 4 * row.meanBurst / Double(bursts).squareRoot(),
      "row \(index): \(length)")
  }

  @Test func `the first packet meets a chain that has always run`() {
    let model = LossModel.bursts(rate: 0.25, meanLength: 50)!
    var lost = 0
    for seed in 0..<4000 {
      var process = LossProcess(model, generator: SimulationGenerator(seed: UInt64(seed)))
      if process.next() != nil { lost += 1 }
    }
    // 1 000 ± 27.
    #expect(abs(lost - 1000) < 110)
  }

  @Test func `a chain that cannot be is refused`() {
    #expect(LossModel.bursts(rate: 0.9, meanLength: 2) == nil)
    #expect(LossModel.bursts(rate: 1, meanLength: 2) == nil)
    #expect(LossModel.bursts(rate: 0.1, meanLength: 0.5) == nil)
    #expect(LossModel.bursts(rate: -0.1, meanLength: 3) == nil)
    #expect(LossModel.bursts(rate: 0.5, meanLength: 1)?.rate == 0.5)
  }
}
