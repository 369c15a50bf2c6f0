extension AudioReceiver {
  /// Samples off the target beyond which the sound is spliced: 10 ms. The rest is resampled away.
  private static let tolerance: Int64 = 480
  /// Off by more, splicing hurries: 100 ms. Off by more than a second, sound is left out.
  private static let hurry: Int64 = 4_800
  private static let flushLimit: Int64 = 48_000
  /// Between two splices: 60 ms, in a hurry 20 ms.
  private static let splicePause = 2_880
  private static let shortSplicePause = 960
  /// How like two periods must be.
  private static let likeness: Float = 0.85
  private static let hurriedLikeness: Float = 0.5
  /// The resampler takes away what is off by 5 ms until it is 1 ms, this part faster or slower.
  private static let correctable: Int64 = 240
  private static let corrected: Int64 = 48
  private static let correction = 2e-4
  private static let smallestDrift = 1e-5

  /// Appends `count` samples a channel, interleaved.
  package mutating func pull(_ count: Int, at now: MediaTime, into samples: inout [Float]) {
    precondition(count > 0 && count <= 5_760, "up to 120 ms at a time")
    ownClock.observe(pulled, at: now)
    delayTarget.drift = senderClock.value
    pulled += Int64(count)
    pullLength = Int64(count)
    statistics.samples += Int64(count)
    let time = now.ticks(of: Self.rate)
    guard start(at: time) else {
      samples.append(contentsOf: repeatElement(0, count: count * channels))
      return
    }
    setSpeed(for: count, at: time)
    let needed = resampler.missing(for: count)
    while queue.count < needed * channels { produce(at: time) }
    approachTarget(at: time, keeping: needed)
    if needed > 0 {
      resampler.append(queue[..<(needed * channels)])
      for channel in 0..<channels {
        lastSamples[channel] = queue[(needed - 1) * channels + channel]
      }
      queue.removeFirst(needed * channels)
    }
    spliceRest = max(spliceRest - count, 0)
    statistics.delay = MediaTime(count: max(excess(at: time) + target, 0), rate: Self.rate)
    resampler.read(count, into: &samples)
  }

  /// Goes on without decoding: nobody hears it.
  package mutating func skip(_ count: Int, at now: MediaTime) {
    ownClock.observe(pulled, at: now)
    delayTarget.drift = senderClock.value
    pulled += Int64(count)
    if cursor != nil {
      endRun()
      decoder.reset()
      queue.removeAll(keepingCapacity: true)
      resampler = DriftResampler(channels: channels)
      dueSamples = 0
      cursor = nil
      lastSequence = nil
      isPaused = false
      fade = GainRamp(0, step: fade.step)
      for channel in 0..<channels { lastSamples[channel] = 0 }
    }
    guard let base = delayTarget.base else { return }
    _ = buffer.remove(before: RTPTimestamp(now.ticks(of: Self.rate) &- base &- target))
  }

  /// The first packet waits until the delay is the target.
  private mutating func start(at time: Int64) -> Bool {
    if cursor != nil { return true }
    guard let base = delayTarget.base, !buffer.isEmpty else { return false }
    cursor = RTPTimestamp(
      time &- base &- target &+ Int64(resampler.latency.rounded()))
    return true
  }

  /// Samples by which the delay is larger than the target.
  func excess(at time: Int64) -> Int64 {
    guard let base = delayTarget.base, let position else { return 0 }
    return time &- base &- position.rawValue &- target
  }

  /// Clocks differ so little that most of the time samples pass as they are: what is due is gathered until
  /// it is a whole sample, and that one is taken in or left out over the length of a pull. Pitch changes by two
  /// hundredths of a semitone for 20 ms, and a resampler that has nothing to do costs nothing.
  private mutating func setSpeed(for count: Int, at time: Int64) {
    let excess = excess(at: time)
    isCorrecting = abs(excess) > (isCorrecting ? Self.corrected : Self.correctable)
    var speed = (1 + senderClock.value) / (1 + ownClock.value)
    // Less is in the noise of the estimate.
    if abs(speed - 1) < Self.smallestDrift { speed = 1 }
    if isCorrecting { speed += excess > 0 ? Self.correction : -Self.correction }
    guard count >= Self.smoothPull else { return resampler.setSpeed(speed) }
    dueSamples += (speed - 1) * Double(count)
    let whole = dueSamples.rounded(.towardZero)
    dueSamples -= whole
    resampler.setSpeed(1 + whole / Double(count))
  }

  /// In fewer samples, 10 ms, a whole one would be heard.
  private static let smoothPull = 480

  private mutating func approachTarget(at time: Int64, keeping needed: Int) {
    let excess = excess(at: time)
    if excess > Self.flushLimit, !buffer.isEmpty {
      flush(excess, keeping: needed)
      return
    }
    guard abs(excess) > Self.tolerance, spliceRest == 0, run == 0 else { return }
    // More to choose from, when it is there.
    while queue.count < PeriodSplice.wanted * channels, let cursor, let next = buffer.first,
      next.timestamp <= cursor
    {
      produce(at: time)
    }
    let isHurried = abs(excess) > Self.hurry
    let spare = excess > 0 ? queue.count / channels - needed : PeriodSplice.longest
    let changed = splice.apply(
      excess > 0 ? .shorter : .longer, to: &queue,
      likeness: isHurried ? Self.hurriedLikeness : Self.likeness,
      most: min(Int(abs(excess)), spare))
    guard changed > 0 else { return }
    spliceRest = isHurried ? Self.shortSplicePause : Self.splicePause
    if excess > 0 {
      statistics.shortened += Int64(changed)
    } else {
      statistics.lengthened += Int64(changed)
    }
  }

  /// Jumps over what would take long to catch up with.
  private mutating func flush(_ excess: Int64, keeping needed: Int) {
    guard let cursor else { return }
    let kept = min(queue.count, needed * channels)
    let dropped = Int64((queue.count - kept) / channels)
    queue.removeLast(queue.count - kept)
    isCut = true
    // Something to go on with must stay.
    let last = buffer.packets.last?.timestamp ?? cursor
    let jump = max(min(excess - dropped, cursor.distance(to: last)), 0)
    statistics.flushed += jump + dropped
    self.cursor = cursor.advanced(by: jump)
    statistics.dropped += Int64(buffer.remove(before: cursor.advanced(by: jump)))
    // What was passed over is not lost.
    lastSequence = buffer.first.map { $0.sequence - 1 }
  }
}
