import Strokes
import TestSupport
import Testing

/// What a pen reports becomes the board's whole numbers, and never a trap.
@Suite struct CaptureTests {
  private let all: PointChannels = [.time, .force, .azimuth, .altitude]

  @Test func samplesAreRoundedToTheStepsOfTheFormat() throws {
    let sample = PenSample(
      x: 10.0078, y: -3.5, milliseconds: 12.36, force: 0.75, azimuth: .pi / 2,
      altitude: .pi / 4)
    let point = try #require(sample.quantised(since: BoardTime(ticks: 100), all))
    #expect(point.x == 640 && point.y == -224)
    #expect(point.timeOffset == 24)
    #expect(point.force == 768 && point.azimuth == 512 && point.altitude == 256)
    #expect(point.width == 0 && point.opacity == StrokePoint.neutralOpacity)
  }

  @Test(
    arguments: [
      (0.0, 0), (.pi / 1_024, 1), (-.pi / 1_024, 2_047), (.pi, 1_024), (-.pi / 2, 1_536),
      (2 * .pi, 0), (7 * .pi, 1_024), (-1e8, nil), (1e300, 0), (.nan, 0), (.infinity, 0),
    ] as [(Double, Int?)])
  func azimuthsGoAroundTheTurn(_ azimuth: Double, _ expected: Int?) throws {
    let sample = PenSample(x: 0, y: 0, azimuth: azimuth)
    let point = try #require(sample.quantised(since: .zero, all))
    #expect(point.azimuth < 2_048)
    if let expected { #expect(Int(point.azimuth) == expected) }
  }

  @Test(
    arguments: [
      (0.0, 0), (1, 1_024), (-1, 0), (3.9995, 4_095), (4, 4_095), (1e300, 4_095), (.nan, 1_024),
      (.infinity, 1_024), (-.infinity, 1_024), (1e-300, 0),
    ] as [(Double, UInt16)])
  func forcesAreHeldInTheirRange(_ force: Double, _ expected: UInt16) throws {
    let point = try #require(PenSample(x: 0, y: 0, force: force).quantised(since: .zero, all))
    #expect(point.force == expected)
  }

  @Test(
    arguments: [
      (0.0, 0), (PenSample.upright, 511), (2, 511), (-0.3, 0), (.nan, 511), (-.infinity, 511),
    ] as [(Double, UInt16)])
  func altitudesAreHeldInTheirRange(_ altitude: Double, _ expected: UInt16) throws {
    let sample = PenSample(x: 0, y: 0, altitude: altitude)
    #expect(sample.quantised(since: .zero, all)?.altitude == expected)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e7, -1e300])
  func samplesWithoutAPlaceAreLeftOut(_ bad: Double) {
    #expect(PenSample(x: bad, y: 0).quantised(since: .zero, all) == nil)
    #expect(PenSample(x: 0, y: bad).quantised(since: .zero, all) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 1e300])
  func timesThatAreNoneDoNotCount(_ bad: Double) {
    #expect(BoardTime(milliseconds: bad) == nil)
    let point = PenSample(x: 0, y: 0, milliseconds: bad).quantised(since: .zero, all)
    #expect(point?.timeOffset == 0)
  }

  @Test func channelsThatAStrokeDoesNotCarryAreNeutral() {
    let sample = PenSample(
      x: 1, y: 2, milliseconds: 9, force: 0.3, azimuth: 1, altitude: 0.5)
    #expect(sample.quantised(since: .zero, []) == StrokePoint(x: 64, y: 128))
  }

  @Test func timesWithinAStrokeNeverRunBackwardsAndRepeatedSamplesAreOne() throws {
    let desk = try Desk()
    let id = try #require(desk.begin(.pen, channels: [.time, .force]))
    let start = Double(desk.editor.lastTime.ticks) / 10 + 4
    var samples: [PenSample] = []
    for time in [5.0, 9, 2, 2, 12, .nan] {
      samples.append(PenSample(x: 10, y: 10, milliseconds: start + time))
    }
    desk.editor.extend(id, samples: samples, at: desk.tick())
    desk.editor.endStroke(id, at: .zero)
    var offsets: [UInt32] = []
    for point in try desk.points(of: id) { offsets.append(point.timeOffset) }
    #expect(offsets == [50, 90, 120])
  }

  @Test func theNearestDirectionIsFoundForEveryVector() {
    for step in 0..<Direction.perTurn {
      let unit = Direction.unit(step)
      #expect(Direction.nearest(x: unit.x * 37, y: unit.y * 37) == step)
      // A third of a step aside.
      let (x, y) = (unit.x - unit.y * 0.001, unit.y + unit.x * 0.001)
      #expect(Direction.nearest(x: x, y: y) == step)
      let (x2, y2) = (unit.x - unit.y * 0.002, unit.y + unit.x * 0.002)
      #expect(Direction.nearest(x: x2, y: y2) == (step + 1) & 2_047)
    }
    #expect(Direction.nearest(x: 0, y: 0) == nil && Direction.nearest(x: .nan, y: 1) == nil)
  }
}
