/// One thing that is wrong with a recording, with a name that scripts can rely on.
package struct RecordingFault: Equatable, Sendable {
  /// The raw value stands in `--json` and in Documentation/check.md.
  package enum Kind: String, CaseIterable, Sendable {
    // The file.
    case truncated
    case unfinished
    case damaged
    case durationMissing = "duration-missing"
    case durationWrong = "duration-wrong"
    case seekHeadMissing = "seek-head-missing"
    case seekHeadWrong = "seek-head-wrong"
    case cuesMissing = "cues-missing"
    case cuesWrong = "cues-wrong"
    case cuesIncomplete = "cues-incomplete"
    case timesNotRising = "times-not-rising"
    case gap
    case empty
    case sizeWrong = "size-wrong"
    // What decoding it gives.
    case pictureDecoding = "picture-decoding"
    case soundDecoding = "sound-decoding"
    case colourMatrix = "colour-matrix"
    case colourRange = "colour-range"
    // Against the board.
    case black
    case frozen
    case mirrored
    case unlikeBoard = "unlike-board"
    case strokeMissing = "stroke-missing"
    case changeMissing = "change-missing"
    case cut
    case inkShifted = "ink-shifted"
    // Against the narration.
    case soundShifted = "sound-shifted"
    case soundDrift = "sound-drift"
    case soundMissing = "sound-missing"
  }

  package var kind: Kind
  /// In file time; nil for what concerns the whole file.
  package var time: MediaTime?
  /// A sentence for a person, without the place.
  package var message: String

  init(_ kind: Kind, at time: MediaTime? = nil, _ message: String) {
    self.kind = kind
    self.time = time
    self.message = message
  }
}

/// Numbers in sentences, without a formatting library.
enum Words {
  static func seconds(_ time: MediaTime) -> String {
    seconds(time.seconds)
  }

  static func seconds(_ value: Double) -> String {
    let hundredths = Int64((value.magnitude * 100).rounded())
    let rest = hundredths % 100
    return (value < 0 && hundredths > 0 ? "−" : "")
      + "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }

  /// "1 frame", "2 frames".
  static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
