/// A requirement against what was measured.
extension CallTestRequirement {
  private typealias Measure = (place: String, value: Double?)

  /// A figure that is missing anywhere is not met. Recovery counts where it was measured, since not
  /// everybody speaks just after an outage.
  package func judged(by report: CallTestReport) -> Result {
    var measures = measures(report).map { place, value -> Measure in
      (place, value.flatMap { $0.isFinite ? $0 : nil })
    }
    if figure == .recovery { measures.removeAll { $0.value == nil } }
    if let missing = measures.first(where: { $0.value == nil }) {
      return Result(figure: figure, limit: limit, measured: nil, place: missing.place, isMet: false)
    }
    let worst = measures.min { first, second in
      let (one, other) = (first.value ?? 0, second.value ?? 0)
      return figure.isHigherBetter ? one < other : one > other
    }
    guard let worst, let value = worst.value else {
      return Result(figure: figure, limit: limit, measured: nil, place: "", isMet: false)
    }
    return Result(
      figure: figure, limit: limit, measured: value, place: worst.place,
      isMet: figure.isHigherBetter ? value >= limit : value <= limit)
  }

  private func measures(_ report: CallTestReport) -> [Measure] {
    switch figure {
    case .mos: sounds(report) { $0.mos }
    case .stoi: sounds(report) { $0.intelligibility }
    case .delay: sounds(report) { $0.delay }
    case .concealed: sounds(report) { $0.audiblyConcealed * 100 }
    case .lossAfter: sounds(report) { $0.lossAfter * 100 }
    case .frozen: pictures(report) { PathRule.frozen($0, in: report) }
    case .ssim: pictures(report) { $0.similarity }
    case .sync: pictures(report) { PathRule.offset($0) }
    case .strokesEvents: viewers(report) { $0.events }
    case .strokesVideo: viewers(report) { $0.video }
    case .recovery: sounds(report) { $0.recovery } + pictures(report) { $0.recovery }
    }
  }

  private func sounds(
    _ report: CallTestReport, _ figure: (CallTestReport.Sound) -> Double?
  ) -> [Measure] {
    report.paths.map { (report.name(of: $0), $0.sound.flatMap(figure)) }
  }

  private func pictures(
    _ report: CallTestReport, _ figure: (CallTestReport.Picture) -> Double?
  ) -> [Measure] {
    report.paths.map { (report.name(of: $0), $0.picture.flatMap(figure)) }
  }

  private func viewers(
    _ report: CallTestReport, _ way: (CallTestReport.Viewer) -> CallTestReport.Legibility
  ) -> [Measure] {
    guard let board = report.board else { return [] }
    return board.viewers.map { viewer in
      let share = way(viewer).share(ofPlanned: board.strokes)
      return (report.name(of: viewer.participant), share.map { $0 * 100 })
    }
  }

}

extension CallTestReport.Legibility {
  /// Strokes that could be read within the goal, of all: those that never could count. Nil without any.
  func share(ofPlanned planned: Int) -> Double? {
    let all = max(strokes.count, planned)
    guard all > 0 else { return nil }
    let inTime = strokes.count { stroke in
      stroke.delay.map { $0.isFinite && $0 <= goal } ?? false
    }
    return Double(inTime) / Double(all)
  }
}
