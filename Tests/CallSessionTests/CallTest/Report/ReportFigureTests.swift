import Testing

@testable import CallSession

@Suite struct ReportFigureTests {
  @Test func `figures are written for people`() {
    #expect(ReportFigure.milliseconds(142.4) == "142 ms")
    #expect(ReportFigure.milliseconds(-1460) == "−1.5 s")
    #expect(ReportFigure.percent(0.0312) == "3.1 %")
    #expect(ReportFigure.percent(0.0025) == "0.25 %")
    #expect(ReportFigure.percent(1) == "100 %")
    #expect(ReportFigure.bitrate(700_000) == "700 kbit/s")
    #expect(ReportFigure.bitrate(1_850_000) == "1.85 Mbit/s")
    #expect(ReportFigure.text(-0.04, 1) == "0.0")
    #expect(ReportFigure.text(2.005, 2).hasPrefix("2.0"))
    #expect(ReportFigure.count(1, "packet") == "1 packet")
    #expect(ReportFigure.short(3.8) == "3.8")
  }

  @Test func `what is not known is a dash`() {
    for value in [nil, Double.nan, .infinity, -.infinity] {
      #expect(ReportFigure.text(value, 2) == "–")
      #expect(ReportFigure.percent(value) == "–")
      #expect(ReportFigure.milliseconds(value) == "–")
      #expect(ReportFigure.bitrate(value) == "–")
      #expect(ReportFigure.short(value) == "–")
    }
  }

  @Test func `quantiles are those of what is known`() {
    #expect(ReportFigure.quantile(0.5, of: [3, 1, .nan, 2]) == 2)
    #expect(ReportFigure.quantile(0.5, of: [1, 2]) == 1.5)
    #expect(ReportFigure.quantile(0.95, of: [7]) == 7)
    #expect(ReportFigure.quantile(0.5, of: []) == nil)
  }
}
