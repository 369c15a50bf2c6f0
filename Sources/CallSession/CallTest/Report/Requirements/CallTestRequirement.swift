/// What a call must be like at least: `mos=3.8`. It is compared with the worst path or viewer.
package struct CallTestRequirement: Equatable, Sendable {
  package enum Figure: String, CaseIterable, Sendable, Encodable {
    case mos
    case stoi
    /// Milliseconds from mouth to ear.
    case delay
    /// Percent of the speech.
    case concealed
    /// Percent of the sound.
    case lossAfter = "loss-after"
    /// Milliseconds of each minute.
    case frozen
    case ssim
    /// Percent of the strokes that could be read within 250 ms.
    case strokesEvents = "strokes-events"
    /// The same within 500 ms.
    case strokesVideo = "strokes-video"
    /// Milliseconds by which sound and picture are apart at most.
    case sync
    /// Milliseconds after an outage.
    case recovery

    package var isHigherBetter: Bool {
      switch self {
      case .mos, .stoi, .ssim, .strokesEvents, .strokesVideo: true
      case .delay, .concealed, .lossAfter, .frozen, .sync, .recovery: false
      }
    }

    package var unit: String {
      switch self {
      case .mos, .stoi, .ssim: ""
      case .delay, .sync, .recovery: "ms"
      case .frozen: "ms a minute"
      case .concealed, .lossAfter, .strokesEvents, .strokesVideo: "%"
      }
    }
  }

  package let figure: Figure
  package let limit: Double

  package init(_ figure: Figure, _ limit: Double) {
    self.figure = figure
    self.limit = limit
  }

  /// How a requirement was kept.
  package struct Result: Equatable, Sendable, Encodable {
    package let figure: Figure
    package let limit: Double
    /// Of the worst path or viewer; nil when it is missing there.
    package let measured: Double?
    /// Where that is: "Ada to Ben", "Ben".
    package let place: String
    package let isMet: Bool

    /// One line for people.
    package var text: String {
      let unit = figure.unit.isEmpty ? "" : " " + figure.unit
      let wanted =
        (figure.isHigherBetter ? "at least " : "at most ") + ReportFigure.short(limit) + unit
      let location = place.isEmpty ? "" : " (\(place))"
      guard let measured else {
        return "\(figure.rawValue): not measured\(location), \(wanted) required"
      }
      return "\(figure.rawValue): \(ReportFigure.short(measured))\(unit)\(location), \(wanted) "
        + (isMet ? "required" : "required, not met")
    }
  }
}
