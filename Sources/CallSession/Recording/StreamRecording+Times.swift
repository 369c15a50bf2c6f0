import MediaCore

/// When what is received was captured.
extension StreamRecording {
  /// Where the sender's clock stands, by what came quickest.
  func note(_ captured: ReceivedEvent.Capture?, at now: MediaTime) {
    if let captured { capture.note(captured.stamp, arrival: now) }
  }

  /// Everything that may come has, and it is known how long the way takes at least.
  func isReady(at now: MediaTime) -> Bool {
    guard let first = waiting.first?.arrival, now - first >= Self.settling else { return false }
    return lanes.allSatisfy { lane in
      waiting.contains { waiting in
        switch (lane, waiting.piece) {
        case (.sound, .sound(_, _, let stamp)), (.video, .frame(_, _, let stamp)): stamp != nil
        default: false
        }
      }
    }
  }

  /// By the sender's reports; of what came before the first one, by its distance from what came after.
  func stampWaiting() {
    var known: [MediaLane: (timestamp: RTPTimestamp, stamp: Int64)] = [:]
    for index in waiting.indices.reversed() {
      switch waiting[index].piece {
      case .sound(let sound, let timestamp, let stamp):
        let stamp = stamp ?? Self.stamp(of: timestamp, by: known[.sound], .sound)
        waiting[index].piece = .sound(sound, timestamp: timestamp, stamp: stamp)
        if let stamp { known[.sound] = (timestamp, stamp) }
      case .frame(let frame, let timestamp, let stamp):
        let stamp = stamp ?? Self.stamp(of: timestamp, by: known[.video], .video)
        waiting[index].piece = .frame(frame, timestamp: timestamp, stamp: stamp)
        if let stamp { known[.video] = (timestamp, stamp) }
      }
    }
  }

  private static func stamp(
    of timestamp: RTPTimestamp, by known: (timestamp: RTPTimestamp, stamp: Int64)?,
    _ lane: MediaLane
  ) -> Int64? {
    guard let known else { return nil }
    let distance = MediaTime(
      count: known.timestamp.distance(to: timestamp), rate: lane.clockRate)
    return known.stamp &+ distance.nanoseconds
  }

  /// By our clock.
  func time(of piece: Piece, at arrival: MediaTime) -> MediaTime? {
    switch piece {
    case .sound(_, _, let stamp), .frame(_, _, let stamp):
      stamp.flatMap { capture.time(of: $0, at: arrival) }
    }
  }

  /// When the first of what waits was captured: a little before it came.
  var firstCapture: MediaTime? {
    waiting.map { time(of: $0.piece, at: $0.arrival) ?? $0.arrival }.min().map { max($0, .zero) }
  }
}
