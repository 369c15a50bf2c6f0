import MediaCore
import Strokes

/// Where what participants send stands in session time, by their reports.
extension CallRoom {
  mutating func note(
    _ report: SenderReport, from leg: CallRoomLeg, at now: MediaTime,
    into outputs: inout CallRoomOutputs
  ) {
    if report.sender == leg.source(.microphone), let newest = leg.microphone.newest {
      Self.receive(report, newest, &leg.microphone.clock, of: leg)
      outputs.records.append(
        .clock(
          participant: leg.participant.rawValue, drift: leg.receiver.report.drift, at: now))
      return
    }
    for kind in CallStreams.Kind.pictures where report.sender == leg.source(kind) {
      guard let newest = leg[kind].newest else { return }
      Self.receive(report, newest, &leg[kind].clock, of: leg)
    }
  }

  private static func receive(
    _ report: SenderReport, _ newest: RTPTimestamp, _ clock: inout SenderClock, of leg: CallRoomLeg
  ) {
    let before = clock.time(of: newest)
    clock.receive(report, newest: newest)
    // Set, or stopped for a while: what came before says nothing of what comes now.
    if let before, let after = clock.time(of: newest),
      (after &- before).magnitude > largestStep
    {
      leg.capture.restart()
    }
  }

  /// Nanoseconds.
  private static let largestStep: UInt64 = 200_000_000

  /// When the packet's first sample was captured, by session time; nil before a report.
  ///
  /// The microphone's newest timestamp is this packet's.
  func noteCapture(
    of sound: StreamOutputs.Sound, from leg: CallRoomLeg, at now: MediaTime
  ) -> MediaTime? {
    guard let timestamp = leg.microphone.newest,
      let stamp = leg.microphone.clock.time(of: timestamp)
    else { return nil }
    if !sound.isRetransmission {
      // The packet left when its last sample was there.
      let samples = OpusPayload.sampleCount(of: sound.payload.span) ?? 0
      let length = MediaTime(count: Int64(samples), rate: 48_000)
      leg.capture.note(stamp &+ length.nanoseconds, arrival: now)
    }
    return leg.capture.time(of: stamp, at: now)
  }

  /// When a picture was captured, by session time.
  func noteCapture(
    of timestamp: RTPTimestamp, _ kind: CallStreams.Kind, from leg: CallRoomLeg, at now: MediaTime
  ) -> MediaTime {
    let stamp = leg[kind].clock.time(of: timestamp)
    if let stamp { leg.capture.note(stamp, arrival: now) }
    return leg[kind].capture.time(of: timestamp, stamp: stamp, by: leg.capture, at: now)
  }
}
