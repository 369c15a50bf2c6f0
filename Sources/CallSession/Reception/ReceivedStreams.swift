import MediaCore

/// The streams of one sender, whatever carries them: which source is each of them, and when what comes was
/// captured.
struct ReceivedStreams: Sendable {
  private(set) var lanes: [ReceivedLane]
  /// Of all streams together: they have one clock.
  private var capture = CaptureOffset()
  private(set) var statistics = ReceivedStatistics()

  /// - Parameter types: the payload types of what is received.
  init(_ types: [(lane: MediaLane, payloadType: UInt8)]) {
    lanes = types.map { ReceivedLane($0.lane, payloadType: $0.payloadType) }
  }

  /// Whether all that came has ended.
  var hasEnded: Bool {
    lanes.contains(where: \.hasEnded) && lanes.allSatisfy { $0.hasEnded || $0.source == nil }
  }

  /// Takes note of a packet that came for a stream.
  mutating func accept(
    _ header: RTPHeader, of index: Int, at now: MediaTime
  ) -> ReceivedLane.Acceptance {
    let acceptance = lanes[index].accept(header, at: now)
    if acceptance == .refused { refuse() } else { statistics.packets += 1 }
    return acceptance
  }

  /// A datagram is none of what is received.
  mutating func refuse() { statistics.refused += 1 }

  mutating func note(bytes count: Int) { statistics.bytes += Int64(count) }

  /// The stream of a source; nil when it is nobody's.
  func index(of source: SSRC) -> Int? { lanes.firstIndex { $0.source == source } }

  /// Puts in time what a session made of a stream's packets.
  mutating func take(
    _ event: StreamOutputs.Event, of index: Int, at now: MediaTime,
    into events: inout [ReceivedEvent]
  ) {
    switch event {
    case .sound(var sound):
      let timestamp = lanes[index].extend(sound.header.timestamp)
      sound.sequence = lanes[index].extend(sound.sequence)
      events.append(
        .sound(sound, timestamp: timestamp, captured: captured(timestamp, of: index, at: now)))
    case .frame(_, let frame):
      let timestamp = lanes[index].extend(frame.timestamp)
      statistics.frames += 1
      if frame.isKeyFrame { statistics.keyFrames += 1 }
      events.append(
        .frame(frame, timestamp: timestamp, captured: captured(timestamp, of: index, at: now)))
    case .senderReport(let report):
      if lanes[index].note(report) {
        capture.restart()
        events.append(.clockSet)
      }
      if report.sender == lanes[index].source {
        events.append(.alive(lanes[index].lane, report))
      }
    case .ended:
      lanes[index].end()
      events.append(.ended(lanes[index].lane))
    case .keyFrameWanted, .limited, .boardNeeds: break
    }
  }

  /// Nil before a report.
  private mutating func captured(
    _ timestamp: RTPTimestamp, of index: Int, at now: MediaTime
  ) -> ReceivedEvent.Capture? {
    guard let stamp = lanes[index].clock.time(of: timestamp) else { return nil }
    capture.note(stamp, arrival: now)
    return capture.time(of: stamp, at: now).map { .init(stamp: stamp, time: $0) }
  }
}
