/// One figure of a path, and the sentence for when it is not good.
struct PathRule: Sendable {
  /// Who is named as the one who hears or sees, and as the one who is heard or seen.
  struct People {
    let scope: PathScope
    let listener: String
    let speaker: String

    init(_ scope: PathScope, _ report: CallTestReport) {
      self.scope = scope
      switch scope {
      case .path where report.line != nil: (listener, speaker) = ("You", "your echo")
      case .everybody: (listener, speaker) = ("Everybody", "everybody")
      case .speaker(let number): (listener, speaker) = ("Everybody", report.name(of: number))
      case .listener(let number): (listener, speaker) = (report.name(of: number), "everybody")
      case .path(let from, let to):
        (listener, speaker) = (report.name(of: to), report.name(of: from))
      }
    }

    /// "Nobody will hear Ben", "Ben will hear nobody", "Ben will not hear Ada".
    func not(_ verb: String) -> String {
      switch scope {
      case .everybody: "Nobody will \(verb) anybody"
      case .speaker: "Nobody will \(verb) \(speaker)"
      case .listener: "\(listener) will \(verb) nobody"
      case .path: "\(listener) will not \(verb) \(speaker)"
      }
    }
  }

  /// What to look at for a remedy.
  enum Cause: Sendable {
    case loss
    case delay
    case other(String)
  }

  let name: CallTestFinding.Name
  let limit: CallTestLimit
  let cause: Cause
  /// Nil where the figure was not taken, or another rule speaks of its cause.
  let measure: @Sendable (CallTestReport.Path, CallTestReport) -> Double?
  /// With the figures in words, of the worst path.
  let text: @Sendable (People, String, CallTestReport.Path) -> String
  /// What else the finding is from, of the worst path.
  let companions: @Sendable (CallTestReport.Path) -> [CallTestFinding.Figure]

  init(
    _ name: CallTestFinding.Name, _ limit: CallTestLimit, _ cause: Cause,
    measure: @escaping @Sendable (CallTestReport.Path, CallTestReport) -> Double?,
    text: @escaping @Sendable (People, String, CallTestReport.Path) -> String,
    companions: @escaping @Sendable (CallTestReport.Path) -> [CallTestFinding.Figure] = { _ in [] }
  ) {
    self.name = name
    self.limit = limit
    self.cause = cause
    self.measure = measure
    self.text = text
    self.companions = companions
  }

  /// The figure as it can be judged: finite, or nil.
  func value(of path: CallTestReport.Path, in report: CallTestReport) -> Double? {
    measure(path, report).flatMap { $0.isFinite ? $0 : nil }
  }

  static let all = sound + picture
}
