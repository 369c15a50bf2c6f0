package import MediaCore

extension RTPSession {
  /// What the peer reports and asks for.
  mutating func handle(
    _ packet: RTCPPacket, at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    switch packet {
    case .senderReport(let report):
      peer = peer ?? report.sender
      for index in receiveTracks.indices where receiveTracks[index].source == report.sender {
        receiveTracks[index].receive(report, at: now)
      }
      outputs.events.append(.senderReport(report))
      note(report.reports, at: now)
    case .receiverReport(let report):
      peer = peer ?? report.sender
      note(report.reports, at: now)
    case .nack(let request): handle(request, at: now)
    case .pictureLoss(let request):
      wantKeyFrame(of: request.source, at: now, into: &outputs) { $0.accepts(at: now) }
    case .fullIntraRequest(let request):
      for entry in request.entries {
        wantKeyFrame(of: entry.source, at: now, into: &outputs) {
          $0.accepts(entry, from: request.sender, at: now)
        }
      }
    case .transportFeedback(let feedback):
      estimator.handle(feedback, roundTrip: roundTrip.estimate, at: now)
      confirmBoards(at: now)
    case .maximumBitrate(let limit): handle(limit, into: &outputs)
    case .extendedReport(let report): handle(report, at: now)
    case .goodbye(let goodbye):
      for index in receiveTracks.indices
      where goodbye.sources.contains(receiveTracks[index].source) && !receiveTracks[index].hasEnded
      {
        receiveTracks[index].hasEnded = true
        outputs.events.append(.ended(source: receiveTracks[index].source))
      }
    case .sourceDescription, .other: break
    }
  }

  /// About a single camera it says what those who watch it receive; else what the path carries.
  private mutating func handle(
    _ limit: ReceiverEstimatedMaximumBitrate, into outputs: inout StreamOutputs
  ) {
    if limit.sources.count == 1, let index = sendTrack(limit.sources[0]),
      case .camera = sendTracks[index].media
    {
      outputs.events.append(
        .limited(source: limit.sources[0], bitrate: Int64(clamping: limit.bitrate)))
    } else {
      estimator.limit(to: limit.bitrate)
    }
  }

  private mutating func note(_ reports: [ReceptionReport], at now: MediaTime) {
    for report in reports where sendTrack(report.source) != nil {
      roundTrip.note(report, at: wallClock(now))
    }
  }

  private mutating func handle(_ report: ExtendedReport, at now: MediaTime) {
    if let time = report.referenceTime { reference = (report.sender, time.middle, now) }
    for delay in report.delays where delay.source == configuration.source {
      roundTrip.note(
        ReceptionReport(
          source: delay.source, lastSenderReport: delay.lastReferenceTime,
          delaySinceLast: delay.delay), at: wallClock(now))
    }
  }

  private mutating func handle(_ request: NegativeAcknowledgement, at now: MediaTime) {
    guard let index = sendTrack(request.source) else { return }
    if configuration.hasRecoveryFrames {
      let history = sendTracks[index].history
      let path = BoardSendStream.Path(roundTrip: roundTrip.estimate, bitrate: estimator.target)
      var isRecoded = false
      sendTracks[index].changeBoard {
        isRecoded = $0.recodes(request.missing, history: history, path: path)
      }
      if isRecoded {
        // What is sent again already nobody needs any more.
        let again = sendTracks[index].retransmission?.retransmission.ssrc
        if sendTracks[index].hasDependencies { pacer.discard { $0.header.ssrc == again } }
        return
      }
    }
    for number in request.missing {
      guard
        let packet = sendTracks[index].history.take(
          number, at: now, roundTrip: roundTrip.estimate)
      else { continue }
      for _ in 0..<retransmissionCopies { retransmit(packet, of: index, at: now) }
    }
  }

  /// What a board's receiver surely has is what later frames may depend on.
  private mutating func confirmBoards(at now: MediaTime) {
    for index in sendTracks.indices where sendTracks[index].hasDependencies {
      let (estimator, roundTrip) = (estimator, roundTrip.estimate)
      sendTracks[index].changeBoard { board in
        board.confirm(at: now, roundTrip: roundTrip) { number in
          if estimator.hasArrived(number) { return .arrived }
          return estimator.isUntold(number) ? .untold : .open
        }
      }
    }
  }

  /// On a path that loses much, two copies are sooner there than another request.
  var retransmissionCopies: Int { estimator.inherentLoss > 0.04 ? 2 : 1 }

  /// As far as there is room for it.
  mutating func retransmit(_ packet: OutgoingPacket, of index: Int, at now: MediaTime) {
    guard retransmissionCap.take(packet.size, at: now),
      let again = sendTracks[index].again(packet)
    else { return }
    pacer.enqueue(
      again, size: again.size + configuration.overhead, priority: .retransmission, at: now)
  }

  private mutating func wantKeyFrame(
    of source: SSRC, at now: MediaTime, into outputs: inout StreamOutputs,
    _ accepts: (inout KeyFrameRequestFilter) -> Bool
  ) {
    guard let index = sendTrack(source), !sendTracks[index].isAudio,
      !isWaiting(sendTracks[index]), accepts(&sendTracks[index].requests)
    else { return }
    if case .board = sendTracks[index].media {
      sendTracks[index].changeBoard { $0.wantBootstrap() }
    } else {
      // Whoever asks cannot use what still waits of the frames before: after an outage that is much.
      discardWaiting(of: sendTracks[index])
      outputs.events.append(.keyFrameWanted(source: source))
    }
  }

  /// A camera is not sent for a while: nothing of it waits any longer, or is sent again.
  package mutating func leaveOut(_ source: SSRC) {
    guard let index = sendTrack(source), case .camera = sendTracks[index].media else { return }
    discardWaiting(of: sendTracks[index])
    sendTracks[index].forgetSent()
  }

  private mutating func discardWaiting(of track: SendTrack) {
    let again = track.retransmission?.retransmission.ssrc
    pacer.discard { $0.header.ssrc == track.source || $0.header.ssrc == again }
  }

  /// Whether what is asked for may still be before the pacer: of a camera its last key frame.
  private func isWaiting(_ track: SendTrack) -> Bool {
    guard case .camera = track.media else { return pacer.expectedWait >= RoundTripTime.assumed }
    guard let keyFrame = track.keyFrame else { return false }
    return pacer.contains { packet in
      packet.header.ssrc == track.source
        && keyFrame.contains(packet.header.sequenceNumber)
    }
  }
}
