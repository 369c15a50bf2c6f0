package import MediaCore

extension RTPSession {
  /// Takes an RTP or RTCP datagram, its protection removed. What is neither is dropped.
  package mutating func receive(
    _ datagram: [UInt8], at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    switch DatagramKind(datagram.span) {
    case .rtp: receiveMedia(datagram, at: now, into: &outputs)
    case .rtcp:
      for packet in RTCPDatagram(parsing: datagram.span).packets {
        handle(packet, at: now, into: &outputs)
      }
    default: return
    }
    sendFeedback(at: now, into: &outputs)
    transmit(at: now, into: &outputs)
  }

  private mutating func receiveMedia(
    _ bytes: [UInt8], at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    let span = bytes.span
    guard let packet = try? RTPPacket(parsing: span) else { return }
    let ids = configuration.extensions
    if let id = ids.transportSequence, let place = packet.element(id, in: span), place.count == 2 {
      let number = UInt16(bytes[place.lowerBound]) << 8 | UInt16(bytes[place.lowerBound + 1])
      peer = peer ?? packet.header.ssrc
      transportFeedback.note(SequenceNumber(number), at: now)
    }
    var header = packet.header
    var payload = packet.payload
    var isAgain = false
    guard
      let index = receiveTracks.firstIndex(where: { track in
        if track.source == header.ssrc { return track.payloadType == header.payloadType }
        guard let original = track.retransmission?.original(of: packet, in: span) else {
          return false
        }
        (header, payload, isAgain) = (original.header, original.payload, true)
        return true
      })
    else { return }
    let sequence = receiveTracks[index].extender.extend(header.sequenceNumber)
    receiveTracks[index].statistics.note(
      sequence, timestamp: header.timestamp, isRetransmission: isAgain, at: now)
    receiveTracks[index].hasEnded = false
    guard receiveTracks[index].video == nil else {
      let isRecovery =
        ids.recovery.flatMap { packet.element($0, in: span) }.map {
          !$0.isEmpty && bytes[$0.lowerBound] == 1
        } ?? false
      deliver(
        header, sequence, isRecovery: isRecovery, Array(bytes[payload]), to: index, at: now,
        into: &outputs)
      return
    }
    let level = ids.audioLevel.flatMap { packet.element($0, in: span) }.flatMap {
      $0.isEmpty ? nil : bytes[$0.lowerBound]
    }
    outputs.events.append(
      .sound(
        StreamOutputs.Sound(
          header: header, sequence: sequence, payload: Array(bytes[payload]), level: level)))
  }

  private mutating func deliver(
    _ header: RTPHeader, _ sequence: Int64, isRecovery: Bool, _ payload: [UInt8], to index: Int,
    at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    let source = receiveTracks[index].source
    receiveTracks[index].video?.roundTrip = roundTrip
    receiveTracks[index].video?.receive(
      header, sequence: sequence, isRecovery: isRecovery, payload: payload, at: now)
    while let frame = receiveTracks[index].video?.nextFrame() {
      outputs.events.append(.frame(source: source, frame))
    }
  }

  /// A decoder cannot go on, although it got all frames.
  package mutating func decoderFailed(_ source: SSRC, at now: MediaTime) {
    for index in receiveTracks.indices where receiveTracks[index].source == source {
      receiveTracks[index].video?.decoderFailed(at: now)
    }
  }
}
