import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// The controller over seeded links. Rates are in bits a second, times in milliseconds.
@Suite struct BandwidthEstimatorTests {
  typealias Model = QueueLink<(SequenceNumber, Int)>.Model

  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  static func step(to bitrate: Int64) -> Model {
    var model = Model()
    model.rates = [
      (.zero, 2_000_000), (milliseconds(20_000), bitrate), (milliseconds(40_000), 2_000_000),
    ]
    return model
  }

  @Test(arguments: [150, 400, 1_000] as [Int64], [0, 0.1])
  func `a step from 2 Mbit to 300 kbit and back`(longestQueue: Int64, loss: Double) {
    var model = Self.step(to: 300_000)
    model.longestQueue = Self.milliseconds(longestQueue)
    model.loss = loss
    var simulation = CongestionSimulation(model, need: 3_000_000, feedbackLoss: loss)
    simulation.run(until: Self.milliseconds(70_000))
    #expect(simulation.goodput(10_000, 20_000) > 1_400_000)
    #expect(simulation.longestTime(over: Self.milliseconds(500)) < Self.milliseconds(2_000))
    #expect(simulation.link.droppedByQueue * 20 < simulation.link.sent)
    #expect(simulation.goodput(25_000, 40_000) > 180_000)
    #expect(simulation.goodput(55_000, 70_000) > 1_200_000)
  }

  @Test(arguments: 0..<3, [0.1, 0.2, 0.3])
  func `loss by itself does not take the rate away`(seed: UInt64, loss: Double) {
    var model = Model()
    model.rates = [(.zero, 5_000_000)]
    model.loss = loss
    var simulation = CongestionSimulation(
      model, need: 1_000_000, feedbackLoss: loss, seed: seed)
    simulation.run(until: Self.milliseconds(40_000))
    #expect(simulation.lowestEstimate(0, 40_000) > 250_000)
    #expect(simulation.lowestEstimate(20_000, 40_000) > 900_000)
    #expect(Double(simulation.goodput(20_000, 40_000)) > 900_000 * (1 - loss))
    #expect(abs(simulation.estimator.inherentLoss - loss) < 0.06)
  }

  /// With two cameras to receive, as long as it is not known to be enough one is left out.
  @Test(arguments: 0..<8)
  func `a path that loses is soon known to carry what is needed`(seed: UInt64) {
    var model = Model()
    model.rates = [(.zero, 5_000_000)]
    model.loss = 0.1
    var simulation = CongestionSimulation(
      model, need: 1_000_000, start: 500_000, feedbackLoss: 0.1, seed: seed)
    simulation.run(until: Self.milliseconds(5_000))
    #expect(simulation.lowestEstimate(3_000, 5_000) > 900_000)
  }

  /// What a busy wireless network does: gathers, delays, loses a little.
  @Test(arguments: 0..<4)
  func `jitter does not take the rate away`(seed: UInt64) {
    var model = Model()
    model.rates = [(.zero, 20_000_000)]
    model.jitter = Self.milliseconds(30)
    model.gathering = Self.milliseconds(8)
    model.loss = 0.01
    var simulation = CongestionSimulation(model, need: 1_500_000, feedbackLoss: 0.01, seed: seed)
    simulation.run(until: Self.milliseconds(40_000))
    #expect(simulation.lowestEstimate(15_000, 40_000) > 1_500_000)
    #expect(simulation.goodput(15_000, 40_000) > 1_450_000)
  }

  @Test(arguments: 0..<2)
  func `what is not used is kept`(seed: UInt64) {
    var model = Model()
    model.rates = [(.zero, 2_000_000)]
    model.jitter = Self.milliseconds(30)
    var simulation = CongestionSimulation(
      model, need: 60_000, start: 1_000_000, announces: false, seed: seed)
    simulation.run(until: Self.milliseconds(40_000))
    #expect(simulation.lowestEstimate(0, 40_000) == 1_000_000)
  }

  @Test func `a link that falls below the little that is sent is noticed`() {
    var simulation = CongestionSimulation(
      Self.step(to: 70_000), need: 150_000, start: 1_000_000, announces: false)
    simulation.run(until: Self.milliseconds(40_000))
    #expect(simulation.longestTime(over: Self.milliseconds(500)) < Self.milliseconds(2_000))
    #expect(simulation.goodput(25_000, 40_000) > 40_000)
  }

  @Test func `after an outage the rate is there at once`() {
    var model = Model()
    model.rates = [(.zero, 2_000_000)]
    model.outages = [Self.milliseconds(20_000)..<Self.milliseconds(23_000)]
    var simulation = CongestionSimulation(model, need: 1_000_000)
    simulation.run(until: Self.milliseconds(40_000))
    #expect(simulation.goodput(23_000, 24_000) > 800_000)
    #expect(simulation.lowestEstimate(20_000, 40_000) > 900_000)
  }

  @Test func `a satellite's round trip is no queue`() {
    var model = Model()
    model.rates = [(.zero, 3_000_000)]
    model.delay = Self.milliseconds(300)
    var simulation = CongestionSimulation(model, need: 1_500_000)
    simulation.run(until: Self.milliseconds(40_000))
    #expect(simulation.goodput(15_000, 40_000) > 1_400_000)
  }

  @Test(arguments: [60, 100] as [Int64])
  func `a link with hardly a queue is not overrun`(longestQueue: Int64) {
    var model = Model()
    model.rates = [(.zero, 500_000)]
    model.longestQueue = Self.milliseconds(longestQueue)
    var simulation = CongestionSimulation(model, need: 2_000_000, start: 1_000_000)
    simulation.run(until: Self.milliseconds(40_000))
    #expect(simulation.goodput(10_000, 40_000) > 350_000)
    #expect(simulation.link.droppedByQueue * 4 < simulation.link.sent)
  }
}
