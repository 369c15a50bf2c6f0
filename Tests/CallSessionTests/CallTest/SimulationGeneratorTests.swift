import Testing

@testable import CallSession

@Suite struct SimulationGeneratorTests {
  @Test func `normal numbers have the moments of their distribution`() {
    var generator = SimulationGenerator(seed: 11)
    var moments = [0.0, 0.0, 0.0, 0.0]
    let count = 400_000
    for _ in 0..<count {
      let value = generator.normal()
      #expect(abs(value) <= 6)
      moments[0] += value
      moments[1] += value * value
      moments[2] += value * value * value
      moments[3] += value * value * value * value
    }
    let means = moments.map { $0 / Double(count) }
    #expect(abs(means[0]) < 0.008)
    #expect(abs(means[1] - 1) < 0.012)
    #expect(abs(means[2]) < 0.03)
    // A sum of twelve has 3 − 6/60 instead of a true normal distribution's 3.
    #expect(abs(means[3] - 2.9) < 0.06)
  }

  @Test func `streams of one seed have nothing in common`() {
    var first = SimulationGenerator(seed: 1, stream: 1)
    var second = SimulationGenerator(seed: 1, stream: 2)
    var agreed = 0
    for _ in 0..<10_000 where first.chance(0.5) == second.chance(0.5) { agreed += 1 }
    #expect(abs(agreed - 5000) < 250)
  }
}
