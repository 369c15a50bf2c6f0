extension AudioReceiver {
  /// What comes quicker than the quickest by more samples is of a clock that was set anew: 2 s.
  private static let largestLead: Int64 = 96_000
  /// Retransmissions later than this are not waited for: 250 ms where much is lost in a row, else 120 ms,
  /// which is time for copies that follow by themselves.
  private static let latestRepair: Int64 = 12_000
  private static let latestCopy: Int64 = 5_760
  private static let mostHeld = 8

  /// Takes a packet of Opus.
  ///
  /// - Parameters:
  ///   - level: as its header extension says.
  ///   - isRetransmission: whether it was sent again, so that its delay is not the network's.
  package mutating func receive(
    _ header: RTPHeader, payload: Span<UInt8>, level: AudioLevel? = nil,
    isRetransmission: Bool = false, at now: MediaTime
  ) {
    if header.ssrc != source {
      // The last packets of the source before may come after the first of this one.
      guard header.ssrc != formerSource else { return }
      begin(header.ssrc)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count)
    for index in payload.indices { bytes.append(payload[index]) }
    let packet = HeldPacket(
      header: header, bytes: bytes, level: level, isRetransmission: isRetransmission, arrival: now)
    switch tracker.receive(header, isRetransmission: isRetransmission, at: now) {
    case .duplicate: statistics.duplicates += 1
    case .held:
      if held.count == Self.mostHeld {
        held.removeFirst()
        statistics.dropped += 1
      }
      held.append(packet)
    case .accepted(let place):
      if place.isRestart { acceptHeld() } else { statistics.dropped += Int64(held.count) }
      held.removeAll()
      accept(packet, place)
    }
  }

  private mutating func begin(_ source: SSRC) {
    if self.source != nil {
      formerSource = self.source
      tracker = RTPSourceTracker(clockRate: Self.rate)
      held.removeAll()
    }
    self.source = source
    isNewSource = true
  }

  private mutating func acceptHeld() {
    for packet in held {
      if case .accepted(let place) = tracker.receive(
        packet.header, isRetransmission: packet.isRetransmission, at: packet.arrival)
      {
        accept(packet, place)
      }
    }
  }

  private mutating func accept(_ packet: HeldPacket, _ place: RTPSourceTracker.Place) {
    guard let payload = OpusPayload(parsing: packet.bytes.span) else {
      statistics.malformed += 1
      return
    }
    let arrival = packet.arrival.ticks(of: Self.rate)
    let isFirst = isNewSource && newestSequence != .min
    isNewSource = false
    if isFirst { sequenceOffset = newestSequence + Self.room - place.sequence }
    let sequence = place.sequence + sequenceOffset
    if isFirst || sequence > newestSequence {
      adjustOffset(place.timestamp, arrival: arrival, isFirst: isFirst)
    }
    let timestamp = place.timestamp.advanced(by: timestampOffset)

    if !packet.isRetransmission {
      losses.observe(sequence, hasRedundancy: payload.hasRedundancy)
      if sequence > newestSequence {
        senderClock.observe(timestamp.rawValue, at: packet.arrival)
      }
    }
    let isInTime = !packet.isRetransmission || isWorthWaiting(timestamp, arrival)
    delayTarget.observe(timestamp, arrival: arrival, counts: isInTime)
    let waiting = AudioPacketBuffer.Packet(
      sequence: sequence, timestamp: timestamp, payload: payload, bytes: packet.bytes,
      level: packet.level)
    if sequence > newestSequence {
      (newestSequence, newestTimestamp, newestEnd) = (sequence, timestamp, waiting.end)
    }
    if let cursor, waiting.end <= cursor {
      statistics.late += 1
      return
    }
    statistics.dropped += Int64(buffer.insert(waiting))
  }

  /// Room for packets of a new source that come behind later ones of it.
  private static let room: Int64 = 64

  private func isWorthWaiting(_ timestamp: RTPTimestamp, _ arrival: Int64) -> Bool {
    guard let base = delayTarget.base else { return false }
    let late = arrival &- timestamp.rawValue &- base
    return losses.needsCopies && late <= Self.latestCopy
      || losses.needsRetransmission && late <= Self.latestRepair
  }

  /// Lays what was set anew where time has come to.
  private mutating func adjustOffset(
    _ timestamp: RTPTimestamp, arrival: Int64, isFirst: Bool
  ) {
    guard let base = delayTarget.base else { return }
    let place = timestamp.advanced(by: timestampOffset)
    // Where a packet would stand that came as quickly as the quickest.
    let quickest = RTPTimestamp(arrival &- base)
    let lead = quickest.distance(to: place)
    guard isFirst || place < newestTimestamp || lead > Self.largestLead else { return }
    timestampOffset &+= place.distance(to: max(quickest, newestEnd))
    senderClock.restart()
  }
}
