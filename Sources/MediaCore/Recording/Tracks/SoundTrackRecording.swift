/// A participant's microphone in a file of its own, as it was sent: no packet is decoded.
///
/// Packets are put in order and written to where they were captured, see `SoundPlacement`. When that was
/// the room tells by the sender's reports; where it cannot, timestamps and arrival do (`RTPTimeline`).
/// Between them stands silence, so that the file has the recording's length for every tool, also for those
/// that only count packets. A class: one file, one owner.
package final class SoundTrackRecording {
  /// For so long nothing is taken for silence yet: the network may have kept it. What came is written
  /// at once, so only silence is ever at risk.
  static let patience = MediaTime(milliseconds: 10_000)

  private struct Placed {
    var packet: SoundPacketOrder.Packet
    var timestamp: RTPTimestamp
    var place = MediaTime.zero
  }

  private let silence: OpusSilence
  private var file: TrackFile
  private var order = SoundPacketOrder()
  private var clock = RTPTimeline(clockRate: 48_000)
  private var newest: RTPTimestamp?
  /// A packet whose capture is known.
  private var known: (timestamp: UInt32, captured: MediaTime)?
  /// Packets that the clock cannot place yet, and those whose time has not come.
  private var undecided: [Placed] = []
  private var upcoming: [Placed] = []
  private var placement = SoundPlacement()
  /// The last packet, which the recording's end may cut.
  private var held: (packet: WebMPacket, samples: Int64)?
  private var last: (sequence: Int64, end: RTPTimestamp)?
  /// Session time at which the last packet ends; before the first, at which the track began.
  private var reached: MediaTime
  private var ended: MediaTime?
  private var gaps = TrackGaps()
  private var reportedDrift: Double?
  private var result = TrackResult()

  /// - Parameters:
  ///   - start: session time from which it could have sent something.
  ///   - name: of the participant, for players.
  /// - Throws: what the sink throws at the first bytes.
  package init(
    to sink: any ByteSink, silence: OpusSilence, name: String?, from start: MediaTime
  ) throws(MediaError) {
    let track = WebMTrack(.opus(channels: 1, preSkip: silence.preSkip), name: name)
    file = try TrackFile(to: sink, track)
    self.silence = silence
    reached = start
  }

  package var failure: MediaError? { file.failure }

  /// Takes a packet as it came; what was sent again, too.
  ///
  /// - Parameters:
  ///   - sequence: extended.
  ///   - captured: session time of its first sample; nil before that is known.
  ///   - now: session time.
  package func receive(
    sequence: Int64, timestamp: UInt32, payload: [UInt8], captured: MediaTime? = nil,
    at now: MediaTime
  ) {
    if let captured { known = (timestamp, captured) }
    let packet = SoundPacketOrder.Packet(
      sequence: sequence, timestamp: timestamp, payload: payload, captured: captured, arrival: now)
    if !order.insert(packet) { result.leftOut += 1 }
  }

  package func mute(_ isMuted: Bool, at time: MediaTime) { gaps.mute(isMuted, at: time) }

  /// A drift that is known better than from the packets alone, as a part of 1.
  package func setDrift(_ drift: Double) { reportedDrift = drift }

  /// The track was stopped; what follows in the file is silence.
  package func stop(at time: MediaTime) { ended = time }

  /// Writes what is due.
  ///
  /// - Parameter timeline: of the recording as it is known by now.
  package func advance(to now: MediaTime, _ timeline: FileTimeline) {
    while let packet = order.next(at: now) { place(packet) }
    write(before: now, timeline)
    if order.isEmpty, undecided.isEmpty, upcoming.isEmpty {
      fill(to: timeline.fileTime(of: now - Self.patience).sampleNumber)
    }
    file.advance(to: heldTime)
  }

  /// Ends the file with the recording at session time `end`.
  package func finish(at end: MediaTime, _ timeline: FileTimeline) -> TrackResult {
    while let packet = order.takeFirst() { place(packet) }
    clock.settle()
    placeUndecided()
    write(before: end, timeline)
    result.leftOut += upcoming.count
    let stopped = min(ended ?? end, end)
    gaps.add(from: reached, to: stopped, result.passed == 0 ? .absent : .silence)
    complete(timeline.fileTime(of: end))
    result.gaps = gaps.gaps
    // Added to 0 a −0 is none.
    result.driftPPM = (reportedDrift ?? clock.drift) * 1e6 + 0
    result.failure = file.failure
    return result
  }
}

extension SoundTrackRecording {
  private func place(_ packet: SoundPacketOrder.Packet) {
    guard OpusPayload(parsing: packet.payload.span) != nil else {
      result.leftOut += 1
      return
    }
    let timestamp = RTPTimestamp(
      packet.timestamp, nearest: newest ?? RTPTimestamp(Int64(packet.timestamp)))
    newest = timestamp
    undecided.append(Placed(packet: packet, timestamp: timestamp))
    if clock.receive(timestamp, at: packet.arrival) { placeUndecided() }
  }

  private func placeUndecided() {
    for var packet in undecided {
      packet.place = place(of: packet)
      upcoming.append(packet)
    }
    undecided.removeAll(keepingCapacity: true)
  }

  private func place(of packet: Placed) -> MediaTime {
    let place = clock.place(of: packet.timestamp)
    guard let captured = packet.packet.captured ?? captured(packet.packet.timestamp),
      abs((captured - place).nanoseconds) <= Self.largestDistance
    else { return place }
    return captured
  }

  /// By another packet of about the same time: what came before the first report has waited for it.
  private func captured(_ timestamp: UInt32) -> MediaTime? {
    guard let known else { return nil }
    let ticks = Int64(Int32(bitPattern: timestamp &- known.timestamp))
    return max(known.captured + MediaTime(count: ticks, rate: 48_000), .zero)
  }

  /// Nanoseconds. Off by more, the sender stood still, and its reports do not say so yet.
  private static let largestDistance: Int64 = 1_000_000_000

  private func write(before now: MediaTime, _ timeline: FileTimeline) {
    var count = 0
    while count < upcoming.count, upcoming[count].place < now {
      write(upcoming[count], timeline)
      count += 1
    }
    upcoming.removeFirst(count)
  }

  private func write(_ packet: Placed, _ timeline: FileTimeline) {
    guard let payload = OpusPayload(parsing: packet.packet.payload.span) else { return }
    let samples = Int64(payload.sampleCount)
    let end = packet.timestamp.advanced(by: samples)
    let isNext = last.map { packet.packet.sequence == $0.sequence &+ 1 } ?? true
    let follows = isNext && last?.end == packet.timestamp
    let before = reached
    last = (packet.packet.sequence, end)
    let stop = packet.place + MediaTime(count: samples, rate: 48_000)
    reached = max(reached, stop)
    // What reaches into the recording is whole, since it cannot be cut at its front.
    let isInside = timeline.contains(packet.place)
    guard isInside || timeline.contains(stop - MediaTime(nanoseconds: 1)) else {
      last = nil
      return
    }
    let bytes = packet.packet.payload
    let fileTime = timeline.fileTime(of: packet.place)
    let target = fileTime.sampleNumber
    let place = isInside ? packet.place : timeline.sessionTime(of: fileTime)
    guard
      let step = placement.step(
        to: target, samples: samples, follows: follows, payload: payload, bytes: bytes.count)
    else {
      result.leftOut += 1
      return
    }
    if !follows {
      gaps.add(
        from: before, to: place,
        result.passed == 0 ? .absent : isNext ? .silence : .lost)
    }
    fill(to: placement.position + step.silence)
    put(bytes, samples, hidden: step.hidden)
    result.offset = result.offset ?? place
    result.passed += 1
  }

  /// Silence up to a place, as nearly as short packets come.
  private func fill(to place: Int64) {
    while place - placement.position >= OpusSilence.wholeLength {
      put(silence.whole, OpusSilence.wholeLength)
    }
    while place - placement.position >= OpusSilence.shortLength {
      put(silence.short, OpusSilence.shortLength)
    }
  }

  private func put(_ bytes: [UInt8], _ samples: Int64, hidden: Int64 = 0) {
    if let held { file.write(held.packet) }
    let start = placement.position - Int64(silence.preSkip)
    held = (
      WebMPacket(
        track: 0, time: MediaTime(count: start, rate: 48_000),
        duration: MediaTime(count: samples, rate: 48_000),
        discardedSamples: Int32(clamping: hidden),
        bytes: bytes), samples
    )
    placement.advance(by: samples - hidden)
  }

  /// The time of the packet that is not written yet.
  private var heldTime: MediaTime { held?.packet.time ?? .zero }

  /// Fills or cuts the track to its length: a decoder gives the pre-skip first, so that many more
  /// samples are needed.
  private func complete(_ duration: MediaTime) {
    let length = duration.sampleNumber + Int64(silence.preSkip)
    while placement.position < length { put(silence.whole, OpusSilence.wholeLength) }
    if let (last, samples) = held {
      var packet = last
      let hidden = Int64(packet.discardedSamples) + placement.position - length
      packet.discardedSamples = Int32(clamping: min(hidden, samples))
      file.write(packet)
    }
    file.finish(duration: duration)
  }
}
