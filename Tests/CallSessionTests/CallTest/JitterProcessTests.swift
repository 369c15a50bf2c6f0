import MediaCore
import Testing

@testable import CallSession

/// Jitter against the formulas of its model.
@Suite struct JitterProcessTests {
  /// Milliseconds at every step.
  static func offsets(_ model: JitterModel, count: Int, seed: UInt64 = 1) -> [Double] {
    var process = JitterProcess(model, generator: SimulationGenerator(seed: seed))
    var offsets: [Double] = []
    for index in 0..<count {
      let time = MediaTime(nanoseconds: Int64(index) * JitterModel.step.nanoseconds)
      offsets.append(Double(process.offset(at: time).nanoseconds) / 1e6)
    }
    return offsets
  }

  static func moments(
    _ values: [Double], lag: Int
  ) -> (
    mean: Double, deviation: Double, correlation: Double
  ) {
    var (sum, squares, products) = (0.0, 0.0, 0.0)
    for value in values { sum += value }
    let mean = sum / Double(values.count)
    for value in values { squares += (value - mean) * (value - mean) }
    for index in lag..<values.count {
      products += (values[index] - mean) * (values[index - lag] - mean)
    }
    let deviation = (squares / Double(values.count)).squareRoot()
    return (mean, deviation, products / squares)
  }

  static let models: [(model: JitterModel, mean: Double)] = [
    (
      JitterModel(
        .gaussian, deviation: MediaTime(milliseconds: 8), correlation: MediaTime(milliseconds: 60),
        bound: MediaTime(milliseconds: 100)), 0
    ),
    (
      JitterModel(
        .exponential, deviation: MediaTime(milliseconds: 15),
        correlation: MediaTime(milliseconds: 100), bound: MediaTime(milliseconds: 1000)), 15
    ),
  ]

  @Test(arguments: models.indices)
  func `mean, deviation and correlation are the model's`(index: Int) {
    let (model, mean) = Self.models[index]
    let deviation = Double(model.deviation.nanoseconds) / 1e6
    let values = Self.offsets(model, count: 400_000, seed: 3)
    let found = Self.moments(values, lag: 10)
    #expect(abs(found.mean - mean) < deviation * 0.03)
    #expect(abs(found.deviation - deviation) < deviation * 0.04)
    var kept = 1.0
    for _ in 0..<10 { kept *= model.kept }
    // Half the sum of two squares is correlated by the square.
    let expected = model.distribution == .gaussian ? kept : kept * kept
    #expect(abs(found.correlation - expected) < 0.03, "\(found.correlation), not \(expected)")
  }

  @Test func `an exponential delay is mostly short and seldom long`() {
    let values = Self.offsets(Self.models[1].model, count: 200_000, seed: 4)
    // Above the mean e⁻¹ of the time, above three times the mean e⁻³.
    let above = values.count { $0 > 15 }
    let far = values.count { $0 > 45 }
    #expect(abs(Double(above) / 200_000 - 0.368) < 0.02)
    #expect(abs(Double(far) / 200_000 - 0.0498) < 0.01)
    #expect(values.allSatisfy { $0 >= 0 })
  }

  @Test(arguments: JitterModel.Distribution.allCases)
  func `the bound holds`(distribution: JitterModel.Distribution) {
    let model = JitterModel(
      distribution, deviation: MediaTime(milliseconds: 20), correlation: .zero,
      bound: MediaTime(milliseconds: 25))
    let values = Self.offsets(model, count: 20_000)
    #expect(values.max() == 25)
    #expect(values.min() == (distribution == .gaussian ? -25 : values.min { abs($0) < abs($1) }))
  }

  @Test func `between steps the delay moves in a straight line`() {
    let model = Self.models[0].model
    var coarse = JitterProcess(model, generator: SimulationGenerator(seed: 9))
    var fine = JitterProcess(model, generator: SimulationGenerator(seed: 9))
    let step = JitterModel.step.nanoseconds
    var before = coarse.offset(at: .zero)
    #expect(fine.offset(at: .zero) == before)
    for index in 1..<200 {
      let middle = fine.offset(at: MediaTime(nanoseconds: Int64(index) * step - step / 2))
      let after = coarse.offset(at: MediaTime(nanoseconds: Int64(index) * step))
      let mean = Double(before.nanoseconds + after.nanoseconds) / 2
      #expect(abs(Double(middle.nanoseconds) - mean) <= 1)
      before = after
    }
  }

  @Test func `a silence of a day costs nothing and forgets all`() {
    var process = JitterProcess(
      Self.models[0].model, generator: SimulationGenerator(seed: 2))
    _ = process.offset(at: .zero)
    let offset = process.offset(at: MediaTime(milliseconds: 86_400_000))
    #expect(abs(offset.nanoseconds) < 100_000_000)
    let next = process.offset(at: MediaTime(milliseconds: 86_400_005))
    #expect(abs(next.nanoseconds - offset.nanoseconds) < 40_000_000)
  }
}
