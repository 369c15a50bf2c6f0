/// From where on a figure is no longer good.
package struct CallTestLimit: Equatable, Sendable {
  /// As in the report's JSON.
  package let figure: String
  package let unit: Unit
  /// Worse than this is fair; worse than `bad` is bad. Where `bad` is the smaller, less is worse.
  package let fair: Double
  package let bad: Double

  package enum Unit: String, Sendable, Encodable {
    case milliseconds = "ms"
    /// Milliseconds of each minute.
    case millisecondsPerMinute = "ms/min"
    case seconds = "s"
    /// 0…1.
    case share = ""
    /// A scale of its own: MOS, STOI, SSIM.
    case score = "score"
    case count = "count"

    /// For people.
    func text(_ value: Double?) -> String {
      switch self {
      case .milliseconds: ReportFigure.milliseconds(value)
      case .millisecondsPerMinute: ReportFigure.milliseconds(value) + " a minute"
      case .seconds: ReportFigure.seconds(value)
      case .share: ReportFigure.percent(value)
      case .score: ReportFigure.text(value, 2)
      case .count: ReportFigure.text(value)
      }
    }
  }

  init(_ figure: String, _ unit: Unit, fair: Double, bad: Double) {
    self.figure = figure
    self.unit = unit
    self.fair = fair
    self.bad = bad
  }

  package var isLessWorse: Bool { bad < fair }

  package func level(of value: Double) -> CallTestVerdict.Level {
    let isWorse: (Double) -> Bool = { isLessWorse ? value < $0 : value > $0 }
    return isWorse(bad) ? .bad : isWorse(fair) ? .fair : .good
  }

  /// The worse of the two.
  func worse(_ first: Double, _ second: Double) -> Double {
    isLessWorse ? min(first, second) : max(first, second)
  }

  /// What would have been good, for people.
  var goal: String {
    isLessWorse ? "from \(unit.text(fair)) on is good" : "up to \(unit.text(fair)) is good"
  }
}
