/// One thing that is not good in a call.
package struct CallTestFinding: Equatable, Sendable, Encodable {
  /// For machines. In the order in which findings of one level are shown: what hurts most, links, the rest.
  package enum Name: String, CaseIterable, Sendable, Encodable {
    /// The line to a server broke.
    case lostLine = "lost-line"
    /// What was measured is as much this machine's as the line's.
    case busyMachine = "busy-machine"
    /// The microphone gave nothing.
    case muted
    /// Something was said, and nothing of it was heard.
    case noSound = "no-sound"
    /// The camera gave nothing.
    case noCamera = "no-camera"
    case noPicture = "no-picture"
    case stillCamera = "still-camera"
    case unintelligible
    case lostStroke = "lost-stroke"
    case frozenCamera = "frozen-camera"
    case lossyLink = "lossy-link"
    case slowLink = "slow-link"
    case queue
    case noRecovery = "no-recovery"
    case lostSpeech = "lost-speech"
    case lowMOS = "low-mos"
    case concealed
    case lateSound = "late-sound"
    case outOfSync = "out-of-sync"
    case fewPictures = "few-pictures"
    case poorPicture = "poor-picture"
    case latePicture = "late-picture"
    case lateStrokes = "late-strokes"
    case nobodySpoke = "nobody-spoke"
    case notMeasured = "not-measured"
  }

  /// What it is about.
  package struct Subject: Equatable, Sendable, Encodable {
    package enum Kind: String, Sendable, Encodable {
      case call
      /// Whoever speaks or listens in all paths that are meant.
      case participant
      /// From `participant` to `other`.
      case path
      case up
      case down
      /// For `participant`, or for everybody.
      case board
    }

    package var kind: Kind
    package var participant: Int?
    package var other: Int?

    static let call = Subject(kind: .call)

    var rank: [Int] {
      let order: [Kind] = [.call, .participant, .up, .down, .path, .board]
      return [participant ?? 0, other ?? 0, order.firstIndex(of: kind) ?? 0]
    }
  }

  /// What the finding is from.
  package struct Figure: Equatable, Sendable, Encodable {
    /// As in the report.
    package var name: String
    package var value: Double
    package var unit: CallTestLimit.Unit
    /// What would have been good, where there is a limit.
    package var limit: Double?

    init(_ name: String, _ value: Double, _ unit: CallTestLimit.Unit, limit: Double? = nil) {
      self.name = name
      self.value = value
      self.unit = unit
      self.limit = limit
    }

    init(_ limit: CallTestLimit, _ value: Double) {
      self.init(limit.figure, value, limit.unit, limit: limit.fair)
    }
  }

  package let name: Name
  package let level: CallTestVerdict.Level
  package let subject: Subject
  /// One sentence: what, how bad, for whom.
  package let text: String
  /// What to do, in a sentence.
  package let remedy: String
  package let figures: [Figure]
}
