package import MediaCore
package import Strokes

/// What a call test does: who is in it, over which network, what they say and draw.
package struct CallTestPlan: Sendable {
  package var profile: NetworkProfile
  package var seed: UInt64
  package var duration: MediaTime
  /// By participant; the first one draws.
  package var names: [String]
  /// What each of them says when it is their turn: mono, 48 kHz. Said again from the start when it ends.
  package var speech: [[Float]]
  /// A session; what draws in it is drawn by the first participant.
  package var board: [BoardEvent] = []
  package var header = BoardHeader(canvasWidth: 1_280, canvasHeight: 720)
  package var encoder = BoardVideoEncoder.Kind.faceboard
  package var hasCameras = true
  package var camera = CameraFormat()
  /// A screen that somebody shares meanwhile.
  package var share: Share?
  /// Whether the first participant has the call recorded.
  package var isRecorded = false
  /// How much of what is heard and seen is compared with what was said and shown: 1 is everything, 10 is
  /// every tenth turn and picture. For long calls.
  package var sampling = 1
  package var disturbances: [CallTestDisturbance] = []
  /// The call is held as time passes: comparing, which takes long, waits for its end.
  package var isLive = false

  package struct Share: Equatable, Sendable {
    /// From 0 on. Who has no right to share is refused: the first one has it.
    package var participant: Int
    package var start: MediaTime
    package var end: MediaTime

    package init(participant: Int, start: MediaTime, end: MediaTime) {
      (self.participant, self.start, self.end) = (participant, start, end)
    }
  }

  package init(
    profile: NetworkProfile, seed: UInt64, duration: MediaTime, names: [String], speech: [[Float]]
  ) {
    precondition(names.count >= 2 && speech.count == names.count, "two or more who say something")
    self.profile = profile
    self.seed = seed
    self.duration = duration
    self.names = names
    self.speech = speech
  }

  /// The size of the board's video: the canvas, even, and no larger than full HD.
  package var boardSize: (width: Int32, height: Int32) {
    let width = header.canvasWidth ?? 1_280
    let height = header.canvasHeight ?? 720
    let scale = min(1_920 / Double(max(width, 1)), 1_080 / Double(max(height, 1)), 1)
    func side(_ length: Int32) -> Int32 { max(Int32(Double(length) * scale) / 2 * 2, 16) }
    return (side(width), side(height))
  }

  /// The links as they really are, with what disturbs them.
  func link(of participant: Int, isUp: Bool) -> LinkSettings {
    var settings = isUp ? profile.up : profile.down
    for disturbance in disturbances {
      switch disturbance {
      case .delay(participant: participant, isUp: isUp, let delay):
        settings.latency = settings.latency + delay
      case .loss(participant: participant, isUp: isUp, let rate):
        settings.loss = .independent(rate: rate)
      default: break
      }
    }
    return settings
  }
}

/// Something that goes wrong and is in no profile: what the report has to find out by itself.
package enum CallTestDisturbance: Equatable, Sendable {
  /// The participant's microphone is dead.
  case mute(Int)
  /// The participant's camera shows one picture for ever.
  case frozenCamera(Int)
  /// A link is slower than the profile's.
  case delay(participant: Int, isUp: Bool, MediaTime)
  /// A link loses packets by chance.
  case loss(participant: Int, isUp: Bool, rate: Double)
  /// A stroke, by its number from 1 on, is drawn and never sent.
  case lostStroke(Int)
}
