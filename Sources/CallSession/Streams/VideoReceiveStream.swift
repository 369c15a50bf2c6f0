package import MediaCore

/// Receives a video track: packets in, frames that a decoder can take out, and what to ask the sender
/// for in between (RFC 4585, RFC 7741).
///
/// A missing packet is asked for again. When one has been missing for longer than a few round trips, a
/// key frame is asked for as well, and whichever comes first goes on: a retransmission that arrives
/// late is still sooner than a key frame that is not. A large frame may take its time as long as its
/// packets come.
package struct VideoReceiveStream: Sendable {
  package let source: SSRC
  private var assembler = VP8FrameAssembler()
  private var nack = NACKGenerator()
  private var keyFrame = KeyFrameRequester()
  private var ready: [VP8FrameAssembler.Frame] = []
  private var readyIndex = 0
  /// Since when whole frames wait, or else when the last packet of an unfinished one came.
  private var waitingSince: MediaTime?
  private var wasBlocked = false

  package var roundTrip = RoundTripTime() {
    didSet { nack.roundTrip = roundTrip.estimate }
  }
  /// Frames that were delivered, and times that a key frame was asked for.
  package private(set) var frames = 0
  package private(set) var keyFrameRequests = 0
  package private(set) var packetRequests = 0

  private var lastArrival: MediaTime?
  /// Without a packet for so long the way was closed.
  private static let closed = MediaTime(milliseconds: 500)

  private static let shortestPatience = MediaTime(milliseconds: 200)
  private static let longestPatience = MediaTime(milliseconds: 1_000)

  package init(source: SSRC) { self.source = source }

  /// How long a frame may be held up before a key frame is asked for: time for five attempts.
  private var patience: MediaTime {
    let attempts = MediaTime(nanoseconds: 5 * roundTrip.timeout.nanoseconds + 50_000_000)
    return min(max(attempts, Self.shortestPatience), Self.longestPatience)
  }

  /// Takes a packet of the stream, or one that was sent again.
  ///
  /// - Parameters:
  ///   - sequence: extended.
  ///   - isRecovery: as the header extension says, see `VP8FrameAssembler.Frame`.
  ///   - payload: empty in a probe, which only counts.
  package mutating func receive(
    _ header: RTPHeader, sequence: Int64, isRecovery: Bool, payload: [UInt8], at now: MediaTime
  ) {
    if let lastArrival, now - lastArrival >= Self.closed { keyFrame.hurry(at: now) }
    lastArrival = now
    nack.note(sequence, at: now)
    assembler.insert(
      sequence: sequence, timestamp: header.timestamp, hasMarker: header.hasMarker,
      isRecovery: isRecovery, payload: payload)
    while let frame = assembler.next() {
      nack.forget(through: frame.sequences.upperBound)
      keyFrame.settle()
      (waitingSince, wasBlocked) = (nil, false)
      frames += 1
      ready.append(frame)
    }
    if !assembler.isWaiting {
      waitingSince = nil
    } else if !wasBlocked || !assembler.isBlocked {
      waitingSince = now
    }
    wasBlocked = assembler.isBlocked
  }

  private var blockedSince: MediaTime? { assembler.isWaiting ? nack.oldest ?? waitingSince : nil }

  /// The next frame to decode.
  package mutating func nextFrame() -> VP8FrameAssembler.Frame? {
    guard readyIndex < ready.count else {
      ready.removeAll(keepingCapacity: true)
      readyIndex = 0
      return nil
    }
    defer { readyIndex += 1 }
    return ready[readyIndex]
  }

  /// The decoder cannot go on, although all frames were delivered.
  package mutating func decoderFailed(at now: MediaTime) {
    assembler.giveUp()
    keyFrame.want(at: now)
  }

  /// The numbers begin anew.
  package mutating func restart() {
    assembler.restart()
    nack.restart()
    (waitingSince, wasBlocked) = (nil, false)
  }

  package var deadline: MediaTime? {
    let blocked = keyFrame.isWanted ? nil : blockedSince.map { $0 + patience }
    return MediaTime.earliest(nack.deadline, MediaTime.earliest(keyFrame.deadline, blocked))
  }

  /// What to ask the sender for now.
  package mutating func takeFeedback(
    sender: SSRC, at now: MediaTime, into packets: inout [RTCPPacket]
  ) {
    let missing = nack.takeDue(at: now)
    if nack.takeLost() != nil {
      assembler.giveUp()
      keyFrame.want(at: now)
    }
    if let blockedSince, now - blockedSince >= patience { keyFrame.want(at: now) }
    if !missing.isEmpty {
      packetRequests += missing.count
      packets.append(
        .nack(NegativeAcknowledgement(sender: sender, source: source, missing: missing)))
    }
    if keyFrame.takeDue(at: now, roundTrip: roundTrip.estimate) {
      keyFrameRequests += 1
      packets.append(.pictureLoss(PictureLossIndication(sender: sender, source: source)))
    }
  }
}
