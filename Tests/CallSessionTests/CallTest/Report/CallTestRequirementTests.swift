import Testing

@testable import CallSession

@Suite struct CallTestRequirementTests {
  static func error(_ text: String) -> CallTestRequirementError? {
    do {
      _ = try CallTestRequirement.parse(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a list is read, spaces or not`() throws {
    let read = try CallTestRequirement.parse("mos=3.8, stoi=0.75,delay = 300,strokes-events=95")
    #expect(
      read == [
        .init(.mos, 3.8), .init(.stoi, 0.75), .init(.delay, 300), .init(.strokesEvents, 95),
      ])
    for figure in CallTestRequirement.Figure.allCases {
      #expect(try CallTestRequirement.parse("\(figure.rawValue)=1") == [.init(figure, 1)])
    }
  }

  @Test func `a misspelt name is answered with the right one`() {
    #expect(
      Self.error("mos=3.8,dely=300")
        == CallTestRequirementError(
          item: "dely=300", cause: "names nothing that is measured",
          remedy: "did you mean delay? names are mos, stoi, delay, concealed, loss-after, frozen, "
            + "ssim, strokes-events, strokes-video, sync, recovery"))
    #expect(Self.error("bandwidth=3")?.remedy.hasPrefix("names are") == true)
  }

  @Test(
    arguments: [
      "", "mos", "mos=", "mos=x", "mos=nan", "mos=inf", "mos=-1", "mos=1e9", "mos=0x1", "mos=1=2",
      "mos=1,", ",mos=1", "mos=1,mos=2", "mos=1.2.3", "=1", "mos=９",
      "mos=9999999999999999999999", String(repeating: "a", count: 5000) + "=1",
    ])
  func `what is no requirement is refused with a remedy`(text: String) throws {
    let error = try #require(Self.error(text))
    #expect(!error.cause.isEmpty && !error.remedy.isEmpty)
  }

  @Test func `the worst path decides, by the figure's direction`() {
    var report = SampleReport.good()
    report.paths[3].sound?.mos = 3.2
    report.paths[2].sound?.delay = 320
    let mos = CallTestRequirement(.mos, 3.5).judged(by: report)
    #expect(mos.isMet == false)
    #expect(mos.measured == 3.2)
    #expect(mos.place == "Ben to Chloé")
    #expect(mos.text == "mos: 3.2 (Ben to Chloé), at least 3.5 required, not met")
    let delay = CallTestRequirement(.delay, 320).judged(by: report)
    #expect(delay.isMet)
    #expect(delay.place == "Ben to Ada")
    #expect(CallTestRequirement(.delay, 319).judged(by: report).isMet == false)
    #expect(CallTestRequirement(.mos, 3.2).judged(by: report).isMet)
  }

  @Test func `a figure that is missing or no number is not met`() {
    for figure in CallTestRequirement.Figure.allCases {
      let empty = CallTestReport(profile: "p", seed: 1, duration: 0, encoder: "e")
      let limit = figure.isHigherBetter ? 0 : 1e9
      let result = CallTestRequirement(figure, limit).judged(by: empty)
      #expect(!result.isMet, "\(figure)")
      #expect(result.measured == nil)
    }
    var report = SampleReport.good()
    report.paths[1].sound?.mos = .nan
    let result = CallTestRequirement(.mos, 1).judged(by: report)
    #expect(!result.isMet)
    #expect(result.text == "mos: not measured (Ada to Chloé), at least 1 required")
  }

  @Test func `every figure is in its unit`() throws {
    var report = SampleReport.good()
    report.duration = 30
    report.paths[0].picture?.frozen = 600
    report.paths[0].picture?.offsetAtStart = -77
    report.paths[0].sound?.audiblyConcealed = 0.04
    report.paths[0].sound?.lossAfter = 0.03
    report.paths[4].sound?.recovery = 900
    report.paths[4].picture?.recovery = 1200
    for stroke in 0..<6 { report.board?.viewers[0].events.strokes[stroke].delay = 251 }
    report.board?.viewers[1].video.strokes[0].delay = nil
    func measured(_ figure: CallTestRequirement.Figure) -> Double? {
      CallTestRequirement(figure, 0).judged(by: report).measured
    }
    #expect(measured(.frozen) == 1200)
    #expect(measured(.sync) == 77)
    #expect(measured(.concealed) == 4)
    #expect(measured(.lossAfter) == 3)
    #expect(measured(.recovery) == 1200)
    #expect(measured(.strokesEvents) == 75)
    let video = try #require(measured(.strokesVideo))
    #expect((video - 100 * 23 / 24).magnitude < 1e-9)
    #expect(measured(.ssim) == 0.95)
  }
}
