package import MediaCore
package import Strokes

/// What happens in a call that its recorder keeps. Times are session time.
package enum CallRecord: Sendable {
  /// A packet of a microphone, as it came and once, sent again or not: not always in order.
  case sound(
    participant: UInt32, sequence: Int64, timestamp: UInt32, payload: [UInt8], at: MediaTime)
  /// A frame of a camera, in order; when it was captured, by session time.
  case camera(
    participant: UInt32, frame: [UInt8], isKeyFrame: Bool, captured: MediaTime, at: MediaTime)
  /// What everybody hears: a tick of 960 samples, mono. The first sample of the tick.
  case mix(samples: [Float], first: Int64)
  /// Somebody else speaks now.
  case speaker(participant: UInt32, at: MediaTime)
  /// An event of the session log.
  case board(BoardEvent)
  case media(MediaAct, at: MediaTime)
  /// A sender's report: what puts its timestamps into session time.
  case clock(participant: UInt32, drift: Double, at: MediaTime)
}
