package import MediaCore
package import Strokes

extension RTPSession {
  /// Sends a packet of sound: at once.
  ///
  /// - Parameters:
  ///   - ticks: of 48 kHz, from session time 0.
  ///   - begins: sound begins after a pause.
  ///   - level: RFC 6464, as it is sent.
  ///   - captured: when the packet's first sample was; unless given now.
  package mutating func sendAudio(
    _ payload: [UInt8], source: SSRC, ticks: Int64, begins: Bool = false, level: UInt8? = nil,
    capturedAt captured: MediaTime? = nil, at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    guard let index = sendTrack(source), case .audio(var stream) = sendTracks[index].media else {
      return
    }
    let header = stream.header(
      ticks: ticks, capturedAt: captured ?? now, hasMarker: begins, octets: payload.count)
    sendTracks[index].media = .audio(stream)
    let packet = OutgoingPacket(header: header, payload: payload, audioLevel: level)
    let size = packet.size + configuration.overhead
    pacer.enqueue(packet, size: size, priority: .audio, at: now)
    if sendTracks[index].retransmission != nil {
      sendTracks[index].copies.adapt(
        to: estimator.inherentLoss, knownBy: estimator.packetsTold)
      sendTracks[index].copies.note(packet, size: size, bitrate: estimator.target, at: now)
    }
    sendCopies(at: now)
    transmit(at: now, into: &outputs)
  }

  /// Those of sound that are due. Where too much is under way already, they could only be late.
  mutating func sendCopies(at now: MediaTime) {
    for index in sendTracks.indices {
      while let packet = sendTracks[index].copies.next(at: now) {
        guard !isFull, let again = sendTracks[index].again(packet) else { continue }
        pacer.enqueue(
          again, size: again.size + configuration.overhead, priority: .audio, at: now)
      }
    }
  }

  /// Sends a packet of a source that somebody else numbers: at once, and counted with all others.
  package mutating func sendNumbered(
    _ packet: OutgoingPacket, at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    pacer.enqueue(
      packet, size: packet.size + configuration.overhead, priority: .audio, at: now)
    transmit(at: now, into: &outputs)
  }

  /// Sends a frame of a camera.
  ///
  /// - Parameters:
  ///   - time: when it was captured.
  ///   - layering: of temporal layers; those above the base leave after the base.
  package mutating func sendFrame(
    _ frame: [UInt8], source: SSRC, capturedAt time: MediaTime,
    layering: VP8Packetizer.Layering? = nil, at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    guard let index = sendTrack(source),
      case .camera(var stream, var packetizer) = sendTracks[index].media
    else { return }
    let payloads = packetizer.payloads(of: frame.span, layering: layering)
    let ticks = BoardSendStream.ticks(time, rate: stream.clockRate)
    var packets: [OutgoingPacket] = []
    for (place, payload) in payloads.enumerated() {
      let header = stream.header(
        ticks: ticks, capturedAt: time, hasMarker: place == payloads.count - 1,
        octets: payload.count)
      packets.append(OutgoingPacket(header: header, payload: payload))
    }
    sendTracks[index].media = .camera(stream, packetizer)
    // RFC 6386, 9.1: a key frame's first bit is 0.
    if let first = packets.first, let tag = frame.first, tag & 1 == 0 {
      sendTracks[index].beginKeyFrame(from: first.header.sequenceNumber, count: packets.count)
    }
    let isEnhancement = layering.map { $0.layer.index > 0 } ?? false
    enqueue(packets, of: index, isEnhancement ? .enhancement : .video, at: now)
    transmit(at: now, into: &outputs)
  }

  /// Sends the peer what everybody gets of a board, or notes that it is owed.
  package mutating func shareBoard(
    _ frame: SharedFrame, blocks: BlockMap, source: SSRC, at now: MediaTime,
    into outputs: inout StreamOutputs
  ) {
    let isCongested = isCongested
    updateBoard(source, at: now, into: &outputs) { board, packets in
      board.share(frame, blocks: blocks, isCongested: isCongested, into: &packets)
    }
  }

  /// Sends the peer what it alone needed: see `BoardSendStream.answer`.
  package mutating func answerBoard(
    _ frames: [SharedFrame], blocks: BlockMap, shared: Int64, source: SSRC, at now: MediaTime,
    into outputs: inout StreamOutputs
  ) {
    updateBoard(source, at: now, into: &outputs) { board, packets in
      board.answer(frames, blocks: blocks, shared: shared, into: &packets)
    }
  }

  /// Frames of a board that were shared with the peer or are owed to it.
  package func boardFrames(_ source: SSRC) -> Int64? {
    guard let index = sendTrack(source), case .board(let board) = sendTracks[index].media else {
      return nil
    }
    return board.shared
  }

  private mutating func updateBoard(
    _ source: SSRC, at now: MediaTime, into outputs: inout StreamOutputs,
    _ update: (inout BoardSendStream, inout [OutgoingPacket]) -> Void
  ) {
    guard let index = sendTrack(source) else { return }
    var packets: [OutgoingPacket] = []
    sendTracks[index].changeBoard { update(&$0, &packets) }
    enqueue(packets, of: index, .video, at: now)
    repeatMending(packets, of: index, at: now)
    transmit(at: now, into: &outputs)
  }

  /// All that follows waits for a frame that mends: like what is sent again it goes twice on a path that loses
  /// much.
  private mutating func repeatMending(
    _ packets: [OutgoingPacket], of index: Int, at now: MediaTime
  ) {
    guard sendTracks[index].hasDependencies, packets.first?.isRecovery == true else { return }
    for _ in 1..<retransmissionCopies {
      for packet in packets { retransmit(packet, of: index, at: now) }
    }
  }

  private mutating func enqueue(
    _ packets: [OutgoingPacket], of index: Int, _ priority: Pacer<OutgoingPacket>.Priority,
    at now: MediaTime
  ) {
    var sequence = sendTracks[index].stream.next - Int64(packets.count)
    for packet in packets {
      sendTracks[index].history.note(
        packet, sequence: sequence, at: now, roundTrip: roundTrip.estimate)
      sequence += 1
      pacer.enqueue(
        packet, size: packet.size + configuration.overhead, priority: priority, at: now)
    }
  }

  /// Lets go what may leave now.
  mutating func transmit(at now: MediaTime, into outputs: inout StreamOutputs) {
    estimator.handleTimeout(at: now)
    let target = estimator.target
    pacer.setEstimate(target, at: now)
    retransmissionCap.rate = max(target / 2, 100_000)
    pacer.isHeld = isFull
    while let packet = pacer.next(at: now) {
      noteTail(packet, at: now)
      send(packet, at: now, into: &outputs)
      pacer.isHeld = isFull
    }
    while let probe = estimator.probeDue(at: now) {
      guard let packet = probePacket() else {
        estimator.abandonProbe()
        break
      }
      send(packet, probe: probe, at: now, into: &outputs)
    }
    askForBoards(into: &outputs)
  }

  private mutating func send(
    _ packet: OutgoingPacket, probe: Int? = nil, at now: MediaTime,
    into outputs: inout StreamOutputs
  ) {
    let number = SequenceNumber(truncating: estimator.nextSequence)
    let bytes = packet.serialized(configuration.extensions, transportSequence: number)
    _ = estimator.noteSent(
      size: bytes.count + configuration.overhead, probe: probe, at: now)
    outputs.datagrams.append(StreamOutputs.Datagram(bytes: bytes, isControl: false))
  }

  private mutating func noteTail(_ packet: OutgoingPacket, at now: MediaTime) {
    let source = packet.header.ssrc
    for index in sendTracks.indices
    where sendTracks[index].source == source
      || sendTracks[index].retransmission?.retransmission.ssrc == source
    {
      sendTracks[index].note(packet, number: estimator.nextSequence, at: now)
    }
  }

  /// The last packet of a video once more, which may even be of use, or else one that carries nothing.
  private mutating func probePacket() -> OutgoingPacket? {
    for index in sendTracks.indices where pacer.queuedBytes == 0 {
      if let last = sendTracks[index].history.last, let again = sendTracks[index].again(last) {
        return again
      }
    }
    for index in sendTracks.indices {
      if let padding = sendTracks[index].padding() { return padding }
    }
    return nil
  }

  /// Once there is room for it.
  private mutating func askForBoards(into outputs: inout StreamOutputs) {
    guard !isCongested else { return }
    for index in sendTracks.indices where sendTracks[index].boardHasNeed {
      var need: BoardSendStream.Need?
      sendTracks[index].changeBoard { need = $0.takeNeed() }
      if let need {
        outputs.events.append(.boardNeeds(source: sendTracks[index].source, need))
      }
    }
  }

  /// The last packet before a pause has none behind it whose arrival would show that it is missing: it is
  /// sent again, in case, until feedback tells that it is there.
  mutating func probeTails(at now: MediaTime) {
    for index in sendTracks.indices {
      guard let due = tailDeadline(index), due <= now,
        let last = sendTracks[index].history.last
      else { continue }
      sendTracks[index].noteTailProbe()
      retransmit(last, of: index, at: now)
    }
  }

  /// - Parameter index: of the track.
  func tailDeadline(_ index: Int) -> MediaTime? {
    // While packets wait the last one has not left: sent before them, it would make them look lost.
    guard !sendTracks[index].isAudio, sendTracks[index].retransmission != nil,
      pacer.queuedBytes == 0, let sent = sendTracks[index].lastSent,
      sendTracks[index].tailProbes < SendTrack.mostTailProbes,
      !sendTracks[index].tailNumbers.contains(where: { estimator.hasArrived($0) })
    else { return nil }
    let wait = max(roundTrip.estimate.nanoseconds * 3 / 4, 50_000_000)
    return MediaTime(
      nanoseconds: sent.nanoseconds + wait * Int64(1 + sendTracks[index].tailProbes))
  }
}
