/// Who hears and sees whom.
extension CallTestHTML {
  private static let mostInMatrix = 8

  func writePaths(into html: inout HTMLWriter) {
    let paths = report.paths.filter { $0.sound != nil || $0.picture != nil }
    guard !paths.isEmpty else { return }
    let title = report.line == nil ? "Who hears and sees whom" : "What came back"
    section(title, into: &html) { html in
      if (2...Self.mostInMatrix).contains(report.participants.count),
        paths.contains(where: { $0.sound != nil })
      {
        writeMatrix(into: &html)
      }
      if paths.contains(where: { $0.sound != nil }) { writeSounds(paths, into: &html) }
      if paths.contains(where: { $0.picture != nil }) { writePictures(paths, into: &html) }
    }
  }

  private func writeMatrix(into html: inout HTMLWriter) {
    table(
      "Mean opinion score, and milliseconds from mouth to ear", style: "matrix", into: &html
    ) { html in
      headings(
        ["Speaks ↓  listens →"] + report.participants.map { report.name(of: $0.number) },
        into: &html)
      html.element("tbody") { html in
        for speaker in report.participants {
          html.element("tr") { html in
            html.element("th", ["scope": "row"], report.name(of: speaker.number))
            for listener in report.participants {
              writeMatrixCell(from: speaker.number, to: listener.number, into: &html)
            }
          }
        }
      }
    }
  }

  private func writeMatrixCell(from: Int, to: Int, into html: inout HTMLWriter) {
    guard from != to, let path = report.paths.first(where: { $0.from == from && $0.to == to }),
      let sound = path.sound
    else {
      html.element("td", ["class": "own"], from == to ? "·" : ReportFigure.unknown)
      return
    }
    let rules = PathRule.sound.compactMap { rule in
      rule.value(of: path, in: report).map(rule.limit.level)
    }
    let level = rules.max() ?? .good
    html.element("td", ["class": level == .good ? "" : level.rawValue]) { html in
      html.element("b", ReportFigure.text(sound.mos, 1))
      if level > .good { html.element("span", ["class": "hidden"], " (\(level.rawValue))") }
      html.element("small", ReportFigure.milliseconds(sound.delay))
    }
  }

  private func name(_ path: CallTestReport.Path) -> String { report.name(of: path, "→") }

  private func writeSounds(_ paths: [CallTestReport.Path], into html: inout HTMLWriter) {
    html.element("h3", "Sound")
    let caption =
      report.line == nil
      ? "Each row: whoever speaks → whoever listens" : "What was said, as it came back"
    table(caption, into: &html) { html in
      headings(
        [
          "Path", "Delay", "MOS", "Intelligibility", "Lost on the way", "Made up",
          "Audibly concealed",
          "Heard of said",
        ], into: &html)
      html.element("tbody") { html in
        for path in paths {
          guard let sound = path.sound else { continue }
          html.element("tr") { html in
            html.element("th", ["scope": "row"], name(path))
            write(sound, into: &html)
          }
        }
      }
    }
  }

  private func write(_ sound: CallTestReport.Sound, into html: inout HTMLWriter) {
    cell(
      ReportFigure.milliseconds(sound.delay),
      sound.delay95.map { "95 in 100 ≤ \(ReportFigure.milliseconds($0))" } ?? "",
      level: level(sound.delay, CallTestThresholds.delay), into: &html)
    let inputs =
      "BurstR \(ReportFigure.text(sound.burstRatio, 2)), Ie \(ReportFigure.text(sound.codecImpairment, 1)), "
      + "Bpl \(ReportFigure.text(sound.codecRobustness, 1))"
    cell(
      ReportFigure.text(sound.mos, 2), sound.mos == nil ? "" : inputs,
      level: level(sound.mos, CallTestThresholds.mos), into: &html)
    cell(
      ReportFigure.text(sound.intelligibility, 2),
      level: level(sound.intelligibility, CallTestThresholds.intelligibility), into: &html)
    cell(ReportFigure.percent(sound.lossBefore), into: &html)
    cell(ReportFigure.percent(sound.lossAfter), into: &html)
    cell(
      ReportFigure.percent(sound.audiblyConcealed),
      level: level(sound.audiblyConcealed, CallTestThresholds.concealed), into: &html)
    let share = sound.spoken >= CallTestThresholds.leastSpeech ? sound.heard / sound.spoken : nil
    cell(
      "\(ReportFigure.text(sound.heard, 1)) of \(ReportFigure.seconds(sound.spoken))",
      level: level(share, CallTestThresholds.heard), into: &html)
  }

  private func writePictures(_ paths: [CallTestReport.Path], into html: inout HTMLWriter) {
    html.element("h3", "Cameras")
    table(
      "The offset is how much later than the sound the picture is shown, at the call's start, in its "
        + "middle and at its end", into: &html
    ) { html in
      headings(
        ["Path", "Pictures", "Frozen", "SSIM", "Delay", "Offset: start", "middle", "end"],
        into: &html)
      html.element("tbody") { html in
        for path in paths {
          guard let picture = path.picture else { continue }
          html.element("tr") { html in
            html.element("th", ["scope": "row"], name(path))
            write(picture, into: &html)
          }
        }
      }
    }
  }

  private func write(_ picture: CallTestReport.Picture, into html: inout HTMLWriter) {
    let isJudged = picture.shown >= CallTestThresholds.leastPictures
    let changed = isJudged ? Double(picture.changed) / Double(picture.shown) : nil
    let shown =
      picture.captured >= CallTestThresholds.leastPictures
      ? Double(picture.shown) / Double(picture.captured) : nil
    cell(
      "\(picture.shown) of \(picture.captured)", "\(picture.changed) new",
      level: max(
        level(changed, CallTestThresholds.changed), level(shown, CallTestThresholds.shown)),
      into: &html)
    cell(
      ReportFigure.milliseconds(picture.frozen),
      ReportFigure.count(picture.freezes, "freeze")
        + (picture.freezes > 0
          ? ", longest \(ReportFigure.milliseconds(picture.longestFreeze))" : ""),
      level: level(PathRule.frozen(picture, in: report), CallTestThresholds.frozen), into: &html)
    cell(
      ReportFigure.text(picture.similarity, 2),
      level: level(picture.similarity, CallTestThresholds.similarity), into: &html)
    cell(
      ReportFigure.milliseconds(picture.delay),
      level: level(picture.delay, CallTestThresholds.pictureDelay), into: &html)
    for offset in [picture.offsetAtStart, picture.offsetInMiddle, picture.offsetAtEnd] {
      cell(
        ReportFigure.milliseconds(offset),
        level: level(offset?.magnitude, CallTestThresholds.offset), into: &html)
    }
  }
}
