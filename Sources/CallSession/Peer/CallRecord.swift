package import MediaCore
package import Strokes

/// What happens in a call that its recorder keeps. Times are session time.
package enum CallRecord: Sendable {
  /// A packet of a microphone, as it came and once, sent again or not: not always in order. When its first
  /// sample was captured, by session time; nil before the sender has reported.
  case sound(
    participant: UInt32, sequence: Int64, timestamp: UInt32, payload: [UInt8],
    captured: MediaTime?, at: MediaTime)
  /// A frame of a camera, in order; when it was captured, by session time.
  case camera(
    participant: UInt32, frame: [UInt8], isKeyFrame: Bool, captured: MediaTime, at: MediaTime)
  /// The same of a screen that somebody shares.
  case screen(
    participant: UInt32, frame: [UInt8], isKeyFrame: Bool, captured: MediaTime, at: MediaTime)
  /// Nothing was lost of somebody's screen since its last frame: until then it stood still.
  case stands(participant: UInt32, at: MediaTime)
  /// What everybody hears: a tick of 960 samples, mono. The first sample of the tick; by how much what is
  /// loudest in it is heard later than it was captured, nil when nobody is heard or that is not known.
  case mix(samples: [Float], first: Int64, delay: MediaTime?)
  /// Somebody else speaks now.
  case speaker(participant: UInt32, at: MediaTime)
  /// An event of the session log.
  case board(BoardEvent)
  case media(MediaAct, at: MediaTime)
  /// A sender's report: what puts its timestamps into session time.
  case clock(participant: UInt32, drift: Double, at: MediaTime)
}
