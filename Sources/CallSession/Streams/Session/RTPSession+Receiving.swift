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
    var found: Int?
    for index in receiveTracks.indices where found == nil {
      if receiveTracks[index].source == header.ssrc {
        if receiveTracks[index].payloadType == header.payloadType { found = index }
      } else if let again = receiveTracks[index].retransmission?.original(of: packet, in: span) {
        (header, payload, isAgain) = (again.header, again.payload, true)
        found = index
      }
    }
    guard let index = found else { return }
    func value(_ id: UInt8?) -> UInt8? {
      guard let id, let place = packet.element(id, in: span), !place.isEmpty else { return nil }
      return bytes[place.lowerBound]
    }
    let received = ReceiveTrack.Packet(
      header: header, payload: Array(bytes[payload]), isRecovery: value(ids.recovery) == 1,
      level: value(ids.audioLevel), isRetransmission: isAgain, arrival: now)
    for (placed, sequence) in receiveTracks[index].receive(received) {
      deliver(placed, sequence, to: index, at: now, into: &outputs)
    }
  }

  private mutating func deliver(
    _ packet: ReceiveTrack.Packet, _ sequence: Int64, to index: Int, at now: MediaTime,
    into outputs: inout StreamOutputs
  ) {
    guard receiveTracks[index].video != nil else {
      outputs.events.append(
        .sound(
          StreamOutputs.Sound(
            header: packet.header, sequence: sequence, payload: packet.payload,
            level: packet.level, isRetransmission: packet.isRetransmission)))
      return
    }
    let source = receiveTracks[index].source
    receiveTracks[index].video?.roundTrip = roundTrip
    receiveTracks[index].video?.receive(
      packet.header, sequence: sequence, isRecovery: packet.isRecovery, payload: packet.payload,
      at: now)
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
