import Testing

@testable import CallSession

@Suite struct CallTestVerdictPropertyTests {
  @Test func `a verdict never contradicts the figures`() {
    for seed in UInt64(1)...100 {
      let report = SampleReport.anything(seed: seed)
      let verdict = CallTestVerdict(report)
      #expect(verdict == CallTestVerdict(report), "seed \(seed)")
      let levels = verdict.findings.map(\.level)
      #expect(verdict.level == levels.max() ?? .good, "seed \(seed)")
      #expect(levels == levels.sorted(by: >), "seed \(seed)")
      for finding in verdict.findings {
        #expect(finding.level > .good, "seed \(seed)")
        #expect(!finding.figures.isEmpty, "seed \(seed): \(finding.text)")
        #expect(finding.figures.allSatisfy { $0.value.isFinite }, "seed \(seed)")
        #expect(!finding.text.contains { $0.isNewline }, "seed \(seed)")
        #expect(
          finding.text.last == "." && !finding.remedy.isEmpty, "seed \(seed): \(finding.text)")
        for word in ["nan", "inf", "nil", "Optional"] {
          #expect(!finding.text.split(separator: " ").contains { $0 == word }, "seed \(seed)")
        }
      }
    }
  }

  /// Written anew rather than by the rules: what must not be within a good call.
  @Test func `a good call has no bad figure`() {
    var good = 0
    for seed in UInt64(1)...300 {
      let report = SampleReport.anything(seed: seed)
      let worst = Self.worstKnown(report)
      let level = CallTestVerdict(report).level
      #expect(level >= worst, "seed \(seed)")
      if level == .good { good += 1 }
    }
    #expect(good > 0)
  }

  private static func worstKnown(_ report: CallTestReport) -> CallTestVerdict.Level {
    var level = CallTestVerdict.Level.good
    func look(_ value: Double?, fair: (Double) -> Bool, bad: (Double) -> Bool) {
      guard let value, value.isFinite else { return }
      level = max(level, bad(value) ? .bad : fair(value) ? .fair : .good)
    }
    for path in report.paths {
      if let sound = path.sound, sound.heard > 0 || sound.spoken == 0 {
        look(sound.mos, fair: { $0 < 3.6 }, bad: { $0 < 3.1 })
        look(sound.intelligibility, fair: { $0 < 0.75 }, bad: { $0 < 0.6 })
        look(sound.delay, fair: { $0 > 250 }, bad: { $0 > 400 })
        look(sound.audiblyConcealed, fair: { $0 > 0.02 }, bad: { $0 > 0.08 })
      }
      look(path.sound?.recovery, fair: { $0 > 2000 }, bad: { $0 > 5000 })
      if let picture = path.picture, picture.shown > 0 {
        look(picture.similarity, fair: { $0 < 0.85 }, bad: { $0 < 0.7 })
        look(picture.delay, fair: { $0 > 400 }, bad: { $0 > 800 })
      }
      look(path.picture?.largestOffset, fair: { $0 > 90 }, bad: { $0 > 200 })
    }
    for participant in report.participants {
      look(participant.up.longestQueue, fair: { $0 > 300 }, bad: { $0 > 2000 })
    }
    return level
  }
}
