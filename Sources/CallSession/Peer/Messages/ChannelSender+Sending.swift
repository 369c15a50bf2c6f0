import MediaCore

extension ChannelSender {
  private static let copyDelay = MediaTime(milliseconds: 15)
  /// Bytes that may be under way on the slowest path.
  private static let smallestWindow = 16_000.0
  /// What may be under way beyond a round trip.
  private static let windowSlack = 0.25
  /// After so many timeouts in a row the path is taken to be away, and is only asked now and then.
  private static let mostTimeouts = 2

  /// What is due by time.
  mutating func handleTimeout(at now: MediaTime) {
    refill(at: now)
    findLosses(at: now)
    guard let due = repeatDue, due <= now else { return }
    timeouts += 1
    // The one that holds up all others, and the last one.
    let oldest = parts.first
    probes = [oldest]
    var last = unsent - 1
    while last > oldest, parts[last].isThere { last -= 1 }
    if last > oldest { probes.append(last) }
  }

  /// What leaves now; nil when nothing may.
  mutating func next(at now: MediaTime) -> ChannelSegment.Content? {
    guard packets.end < .max else { return nil }
    while let part = probes.first {
      probes.removeFirst()
      if isMissing(part) { return send(part, isFirst: false, at: now) }
    }
    while let copy = copies.first, copy.due <= now {
      copies.removeFirst()
      guard parts.contains(copy.part) else { continue }
      parts[copy.part].copies -= 1
      if isMissing(copy.part) { return send(copy.part, isCopy: true, at: now) }
    }
    guard mayPass else { return nil }
    while let part = again.first {
      again.removeFirst()
      // Another sending of it may be under way by now.
      if isMissing(part), parts[part].flying == 0 { return send(part, isFirst: false, at: now) }
    }
    guard hasNew else { return nil }
    unsent += 1
    return send(unsent - 1, at: now)
  }

  private func isMissing(_ part: UInt32) -> Bool { parts.contains(part) && !parts[part].isThere }

  private mutating func send(
    _ number: UInt32, isFirst: Bool = true, isCopy: Bool = false, at now: MediaTime
  ) -> ChannelSegment.Content {
    let part = parts[number]
    let size = part.bytes.count + ChannelSegment.largestHeader / 2 + Self.overhead
    let packet = packets.end
    packets.append(Packet(part: number, size: size, sent: now))
    parts[number].flying += 1
    inFlight += size
    tokens -= Double(size)
    lastSent = now
    if !isCopy, part.bytes.count <= Self.small {
      planCopies(of: number, at: now)
    }
    return ChannelSegment.Content(
      packet: packet, part: number, begins: part.begins, ends: part.ends,
      isSeveral: part.isSeveral, bytes: part.bytes)
  }

  private mutating func planCopies(of number: UInt32, at now: MediaTime) {
    for index in 1..<max(path.sendings, 1) {
      let due = MediaTime(
        nanoseconds: now.nanoseconds + Int64(index) * Self.copyDelay.nanoseconds)
      var place = copies.count
      while place > 0, copies[place - 1].due > due { place -= 1 }
      copies.insert(Copy(part: number, due: due), at: place)
      parts[number].copies += 1
    }
  }

  // MARK: Whether and when

  private var hasNew: Bool {
    unsent < parts.end && unsent - parts.first < ChannelReceiver.window
      && timeouts < Self.mostTimeouts
  }

  private var hasRoom: Bool {
    let seconds = path.roundTrip.estimate.seconds + Self.windowSlack
    return Double(inFlight) < max(Double(bitrate) / 8 * seconds, Self.smallestWindow)
  }

  private var mayPass: Bool { tokens > 0 && hasRoom }

  private mutating func refill(at now: MediaTime) {
    guard now > updated else { return }
    let rate = Double(bitrate) / 8
    tokens = min(tokens + (now - updated).seconds * rate, burst)
    // What leaves whatever the rate does not hold up the rest for long.
    tokens = max(tokens, -rate / 4)
    updated = now
  }

  /// When what is not answered is repeated.
  private var repeatDue: MediaTime? {
    guard parts.first < unsent else { return nil }
    return lastSent + path.timeout(after: timeouts)
  }

  /// When a packet behind which others came is lost.
  private var lossDue: MediaTime? {
    guard let newest else { return nil }
    var number = packets.first
    while number < packets.end, number < newest {
      if packets[number].state == .flying { return packets[number].sent + path.lossDelay }
      number += 1
    }
    return nil
  }

  private var paceDue: MediaTime? {
    guard !again.isEmpty || hasNew, hasRoom else { return nil }
    guard tokens <= 0 else { return updated }
    // Beyond the instant at which nothing is owed, so that something is there to spend.
    return MediaTime(
      nanoseconds: updated.nanoseconds + Int64((1 - tokens) * 8e9 / Double(bitrate)) + 1_000)
  }

  var deadline: MediaTime? {
    var deadline = MediaTime.earliest(repeatDue, copies.first?.due)
    deadline = MediaTime.earliest(deadline, lossDue)
    return MediaTime.earliest(deadline, paceDue)
  }
}
