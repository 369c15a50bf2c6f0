package import MediaCore

/// Receives VP8 and Opus by plain RTP from whoever sends them to us.
///
/// The first source on a port is received; another one takes over when it has fallen silent. Reports,
/// requests for packets that are missing and for key frames go back, which a sender need not heed. Every
/// call takes the time and leaves its answers in `PlainRTPReceiverOutputs`; after each of them `deadline`
/// says when to call `handleTimeout`.
package struct PlainRTPReceiver: Sendable {
  /// Since the beginning.
  package struct Statistics: Equatable, Sendable {
    package var packets: Int64 = 0
    package var bytes: Int64 = 0
    package var frames: Int64 = 0
    package var keyFrames: Int64 = 0
    package var keyFrameRequests: Int64 = 0
    /// Datagrams that were no packets of what is received.
    package var refused: Int64 = 0
  }

  private var lanes: [PlainRTPReceiverLane]
  /// Of both streams together: they have one clock.
  private var capture = CaptureOffset()
  private var streams = StreamOutputs()
  package private(set) var statistics = Statistics()

  /// - Parameters:
  ///   - types: the payload types of what is received.
  ///   - canonicalName: by which we are known in reports.
  package init(
    _ types: [(lane: PlainRTPLane, payloadType: UInt8)], canonicalName: String,
    using random: inout some RandomNumberGenerator
  ) {
    lanes = []
    for (lane, type) in types {
      var configuration = RTPSession.Configuration(
        source: SSRC(UInt32.random(in: 1...UInt32.max, using: &random)),
        canonicalName: canonicalName)
      configuration.extensions = RTPExtensionMap(
        audioLevel: nil, transportSequence: nil, recovery: nil)
      lanes.append(PlainRTPReceiverLane(lane, payloadType: type, configuration))
    }
  }

  /// Whether all that came has ended.
  package var hasEnded: Bool {
    lanes.contains(where: \.hasEnded) && lanes.allSatisfy { $0.hasEnded || $0.source == nil }
  }

  package var deadline: MediaTime? {
    var deadline: MediaTime?
    for lane in lanes where lane.source != nil {
      deadline = MediaTime.earliest(deadline, lane.session.deadline ?? .zero)
    }
    return deadline
  }

  /// Takes a datagram that came by a lane's ports.
  package mutating func receive(
    _ datagram: [UInt8], lane: PlainRTPLane, at now: MediaTime,
    into outputs: inout PlainRTPReceiverOutputs
  ) {
    guard let index = lanes.firstIndex(where: { $0.lane == lane }) else { return }
    switch DatagramKind(datagram.span) {
    case .rtp:
      guard let packet = try? RTPPacket(parsing: datagram.span),
        lanes[index].accepts(packet.header, at: now)
      else {
        statistics.refused += 1
        return
      }
      statistics.packets += 1
    case .rtcp: break
    default:
      statistics.refused += 1
      return
    }
    statistics.bytes += Int64(datagram.count)
    lanes[index].withSession { $0.receive(datagram, at: now, into: &streams) }
    drain(index, at: now, into: &outputs)
  }

  /// Does what is due.
  ///
  /// - Parameter random: spreads reports (RFC 3550, 6.3.1).
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout PlainRTPReceiverOutputs
  ) {
    for index in lanes.indices where lanes[index].source != nil {
      guard lanes[index].session.deadline.map({ $0 <= now }) ?? true else { continue }
      lanes[index].withSession { $0.handleTimeout(at: now, using: &random, into: &streams) }
      drain(index, at: now, into: &outputs)
    }
  }

  /// What is done with the pictures cannot go on without a key frame.
  package mutating func requestKeyFrame(into outputs: inout PlainRTPReceiverOutputs) {
    for index in lanes.indices where lanes[index].lane == .video {
      guard let source = lanes[index].source else { continue }
      statistics.keyFrameRequests += 1
      lanes[index].withSession { $0.requestKeyFrame(source, into: &streams) }
      drain(index, at: .zero, into: &outputs)
    }
  }

  /// Says goodbye to those who send (RFC 3550, 6.6).
  package mutating func close(at now: MediaTime, into outputs: inout PlainRTPReceiverOutputs) {
    for index in lanes.indices where lanes[index].source != nil {
      lanes[index].withSession { $0.close(at: now, into: &streams) }
      drain(index, at: now, into: &outputs)
    }
  }
}

extension PlainRTPReceiver {
  private mutating func drain(
    _ index: Int, at now: MediaTime, into outputs: inout PlainRTPReceiverOutputs
  ) {
    for datagram in streams.datagrams where datagram.isControl {
      outputs.datagrams.append(
        PlainRTPDatagram(bytes: datagram.bytes, lane: lanes[index].lane, isControl: true))
    }
    for event in streams.events { take(event, of: index, at: now, into: &outputs) }
    streams.removeAll()
  }

  private mutating func take(
    _ event: StreamOutputs.Event, of index: Int, at now: MediaTime,
    into outputs: inout PlainRTPReceiverOutputs
  ) {
    switch event {
    case .sound(var sound):
      let timestamp = lanes[index].extend(sound.header.timestamp)
      sound.sequence = lanes[index].extend(sound.sequence)
      outputs.events.append(
        .sound(sound, timestamp: timestamp, captured: captured(timestamp, of: index, at: now)))
    case .frame(_, let frame):
      let timestamp = lanes[index].extend(frame.timestamp)
      statistics.frames += 1
      if frame.isKeyFrame { statistics.keyFrames += 1 }
      outputs.events.append(
        .frame(frame, timestamp: timestamp, captured: captured(timestamp, of: index, at: now)))
    case .senderReport(let report):
      if lanes[index].note(report) {
        capture.restart()
        outputs.events.append(.clockSet)
      }
      if report.sender == lanes[index].source {
        outputs.events.append(.alive(lanes[index].lane))
      }
    case .ended:
      lanes[index].end()
      outputs.events.append(.ended(lanes[index].lane))
    case .keyFrameWanted, .limited, .boardNeeds: break
    }
  }

  /// Nil before a report.
  private mutating func captured(
    _ timestamp: RTPTimestamp, of index: Int, at now: MediaTime
  ) -> PlainRTPReceiverOutputs.Capture? {
    guard let stamp = lanes[index].clock.time(of: timestamp) else { return nil }
    capture.note(stamp, arrival: now)
    return capture.time(of: stamp, at: now).map { .init(stamp: stamp, time: $0) }
  }
}
