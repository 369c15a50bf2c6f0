import TestSupport
import Testing

@testable import CallSession

@Suite struct PlotTests {
  @Test func `ticks are round, few, and hold everything`() {
    #expect(PlotAxis(from: 0, to: 93).ticks == [0, 50, 100])
    #expect(PlotAxis(from: 0, to: 160).ticks == [0, 50, 100, 150, 200])
    #expect(PlotAxis(from: -35, to: 30).ticks == [-40, -20, 0, 20, 40])
    #expect(
      PlotAxis(from: 0, to: 60, intervals: 6, isTight: true).ticks == [0, 10, 20, 30, 40, 50, 60])
    #expect(PlotAxis(from: 0, to: 0.7).decimals == 1)
  }

  @Test func `any span has a few ticks and a place for every value`() {
    var random = SeededGenerator(seed: 5)
    let scales: [Double] = [1e-6, 1, 1e3, 1e9]
    let strange: [Double] = [0, .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 1e12]
    for _ in 0..<2000 {
      let scale = scales.randomElement(using: &random) ?? 1
      var ends = (0..<2).map { _ in Double.random(in: -scale...scale, using: &random) }
      if random.chance(0.2) { ends[0] = strange.randomElement(using: &random) ?? 0 }
      let axis = PlotAxis(from: ends[0], to: ends[1], isTight: random.chance(0.5))
      #expect((1...7).contains(axis.ticks.count), "\(ends)")
      #expect((0...1).contains(axis.place(of: ends[1])), "\(ends)")
    }
  }

  @Test func `points are reduced to the least and greatest of each column`() throws {
    var random = SeededGenerator(seed: 9)
    var points = (0..<20_000).map {
      CallTestReport.Point(Double($0), Double.random(in: 0...1, using: &random))
    }
    points[7777].value = 50
    points[12_345].value = -50
    let series = PlotSeries("a", points, colour: 0)
    let reduced = series.reduced()
    #expect(reduced.count <= 600)
    #expect(reduced.contains { $0.value == 50 } && reduced.contains { $0.value == -50 })
    #expect(zip(reduced, reduced.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(PlotSeries("b", Array(points.prefix(600)), colour: 0).reduced().count == 600)
  }

  @Test func `points that are no numbers are left out`() {
    let points: [CallTestReport.Point] = [
      .init(.nan, 1), .init(1, .infinity), .init(3, 4), .init(2, 5), .init(4, 1e300),
    ]
    #expect(PlotSeries("a", points, colour: 0).points == [.init(2, 5), .init(3, 4)])
  }

  @Test func `a line is broken where nothing was measured`() throws {
    func path(_ times: [Double]) -> Int {
      var html = HTMLWriter()
      SVGPlot(
        title: "t", unit: "ms", duration: 600,
        series: [PlotSeries("a", times.map { .init($0, 1) }, colour: 0)], summary: "s"
      ).write(into: &html)
      let plot = html.html.firstRange(of: "class=\"plot\"")?.upperBound ?? html.html.startIndex
      let marks = html.html[plot...].split(separator: "<path").filter { $0.contains("mark line") }
      return marks.reduce(0) { $0 + $1.count { $0 == "M" } }
    }
    #expect(path([1, 2, 3, 4]) == 1)
    #expect(path([1, 2, 3, 4, 300, 301]) == 2)
  }

  @Test func `a plot without points is nothing at all`() {
    var html = HTMLWriter()
    SVGPlot(
      title: "t", unit: "ms", duration: 60, series: [PlotSeries("a", [], colour: 0)], summary: "s"
    ).write(into: &html)
    #expect(html.html.isEmpty)
  }
}
