/// How everybody hears and sees everybody.
extension VerdictDraft {
  mutating func judgePaths() {
    for rule in PathRule.all {
      let measured = report.paths.filter { rule.value(of: $0, in: report) != nil }
      let affected = measured.filter { level(of: $0, rule) > .good }
      for (scope, paths) in PathScope.scopes(measured: measured, affected: affected) {
        add(rule, scope, paths)
      }
    }
  }

  private func level(of path: CallTestReport.Path, _ rule: PathRule) -> CallTestVerdict.Level {
    rule.value(of: path, in: report).map(rule.limit.level) ?? .good
  }

  private mutating func add(
    _ rule: PathRule, _ scope: PathScope, _ paths: [CallTestReport.Path]
  ) {
    let values = paths.compactMap { rule.value(of: $0, in: report) }
    guard var worst = values.first, var worstPath = paths.first, let least = values.min(),
      let most = values.max()
    else { return }
    for (path, value) in zip(paths, values) where rule.limit.worse(value, worst) != worst {
      worst = value
      worstPath = path
    }
    let (low, high) = (rule.limit.unit.text(least), rule.limit.unit.text(most))
    let figures = low == high ? low : "\(low) to \(high)"
    let people = PathRule.People(scope, report)
    add(
      rule.name, rule.limit.level(of: worst), scope.subject, rule.text(people, figures, worstPath),
      remedy(rule.cause, worstPath),
      [CallTestFinding.Figure(rule.limit, worst)] + rule.companions(worstPath))
  }

  /// Names the link that did most of it, if one did.
  private func remedy(_ cause: PathRule.Cause, _ path: CallTestReport.Path) -> String {
    let up = report.participant(path.from)?.up
    let down = report.participant(path.to)?.down
    let upName = report.linkName(of: path.from, isUp: true)
    let downName = report.linkName(of: path.to, isUp: false)
    switch cause {
    case .other(let text):
      return text
    case .loss:
      if let up = up?.longestQueue, let down = down?.longestQueue,
        CallTestThresholds.queue.level(of: max(up, down)) > .good
      {
        let name = up >= down ? upName : downName
        return "\(name) is overfull: end what else uses it, or send smaller pictures."
      }
      let (there, back) = (up?.loss ?? 0, down?.loss ?? 0)
      guard max(there, back) >= 0.01 else {
        return
          "The links lose next to nothing: look at the device that captures, and at the coders."
      }
      let (name, loss) = there >= back ? (upName, there) : (downName, back)
      return
        "\(name) loses most, \(ReportFigure.percent(loss)): use a cable or a better network there."
    case .delay where report.line != nil: return lineDelayRemedy
    case .delay:
      guard let first = up?.latency, let second = down?.latency, max(first, second) >= 60 else {
        return "The links are fast: look at the buffers before sound and pictures are played."
      }
      let (name, latency) = first >= second ? (upName, first) : (downName, second)
      return
        "\(name) takes \(ReportFigure.milliseconds(latency)) of it: use a nearer or faster one."
    }
  }
}
