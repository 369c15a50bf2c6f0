extension AudioReceiver {
  /// What is made up at once: 10 ms when the packet may come any moment, 20 ms in a known hole.
  private static let openStep: Int64 = 480
  private static let holeStep: Int64 = 960
  /// 2.5 ms, the shortest frame: less is a matter of rounding.
  private static let smallestHole: Int64 = 120
  /// Concealment is as loud as the decoder makes it for 100 ms and silent after 200 ms.
  private static let fadeStart: Int64 = 4_800
  private static let fadeEnd: Int64 = 9_600
  /// A pause is no louder: −52 dB below full scale. Behind speech that ends at once the decoder's noise
  /// would go on as loud as its last breath.
  private static let loudestPause: Float = 0.0025

  /// Appends some samples to the queue.
  mutating func produce(at time: Int64) {
    guard let cursor else { return }
    statistics.late += Int64(buffer.remove(before: cursor))
    guard let next = buffer.first else {
      if lastSequence == nil {
        silence(Self.openStep)
      } else if isPaused {
        pause(Self.openStep, advancing: true)
      } else {
        conceal(Self.openStep, advancing: false)
      }
      return
    }
    let hole = cursor.distance(to: next.timestamp)
    if hole <= 0 {
      buffer.removeFirst()
      decode(next, skipping: -hole)
    } else if let lastSequence {
      bridge(hole, to: next, isLoss: next.sequence != lastSequence + 1, at: time)
    } else {
      // Before the first packet.
      silence(min(hole, Self.holeStep))
      self.cursor = cursor.advanced(by: min(hole, Self.holeStep))
    }
  }

  private mutating func decode(_ packet: AudioPacketBuffer.Packet, skipping skipped: Int64) {
    let start = queue.count
    guard let count = try? decoder.decode(packet.bytes.span, into: &queue) else {
      statistics.malformed += 1
      return
    }
    endRun()
    queue.removeSubrange(start..<start + min(Int(skipped), count) * channels)
    if skipped > 0 { isCut = true }
    join(from: start)
    fade.apply(
      packet.payload.isPause ? pauseGain(from: start) : 1, to: &queue, from: start,
      channels: channels)
    if start < queue.count {
      speech.observe(AudioLevel(measuring: queue[start...], isVoice: false))
    }
    cursor = max(packet.end, cursor ?? packet.end)
    lastSequence = packet.sequence
    lastLength = Int64(packet.payload.sampleCount)
    isPaused = packet.payload.isPause
  }

  /// Fills some of a hole before `next`.
  private mutating func bridge(
    _ hole: Int64, to next: AudioPacketBuffer.Packet, isLoss: Bool, at time: Int64
  ) {
    // Time was filled already while nothing came: that much of the hole is over.
    if !isLoss { endRun(isPause: true) }
    let excess = excess(at: time)
    let over = min(excess, hole)
    var left = hole
    let isFilled = !isLoss || standstill > 0
    if isFilled && over > Self.openStep || over == hole && (isFilled || hole < Self.smallestHole) {
      cursor = cursor?.advanced(by: over)
      isCut = true
      statistics.skipped += over
      left -= over
      if left == 0 { return }
    }
    // A pause can be longer than it was, to come to the target.
    guard isLoss else { return pause(min(left, Self.openStep), advancing: excess > -Self.openStep) }
    let redundant = next.payload.hasRedundancy ? Int64(next.payload.frameSize) : 0
    if redundant > 0, left <= redundant {
      recover(left, from: next)
    } else {
      conceal(min(left - redundant, Self.holeStep), advancing: true)
    }
  }

  /// - Parameter advancing: whether it is certain that this part is lost.
  private mutating func conceal(_ count: Int64, advancing: Bool) {
    if run == 0 { runIsInSpeech = speech.isSpeech }
    let start = queue.count
    if run >= Self.fadeEnd {
      silence(count)
    } else {
      make(count)
      // Down to nothing in equal steps from where the fade begins.
      if run + count > Self.fadeStart {
        var place = start
        for index in 0..<count {
          let part = Float(run + index - Self.fadeStart) / Float(Self.fadeEnd - Self.fadeStart)
          fade.advance(to: min(max(1 - part, 0), 1))
          for channel in 0..<channels { queue[place + channel] *= fade.value }
          place += channels
        }
      } else {
        fade.apply(1, to: &queue, from: start, channels: channels)
      }
    }
    run += count
    if advancing { cursor = cursor?.advanced(by: count) } else { standstill += count }
  }

  /// The decoder's own noise goes on.
  private mutating func pause(_ count: Int64, advancing: Bool) {
    endRun()
    let start = queue.count
    make(count)
    fade.apply(pauseGain(from: start), to: &queue, from: start, channels: channels)
    statistics.paused += count
    if advancing { cursor = cursor?.advanced(by: count) }
  }

  /// What brings the noise of a pause to where it is comfortable.
  private func pauseGain(from start: Int) -> Float {
    guard start < queue.count else { return 1 }
    var sum: Float = 0
    for sample in queue[start...] { sum += sample * sample }
    let level = (sum / Float(queue.count - start)).squareRoot()
    return level > Self.loudestPause ? Self.loudestPause / level : 1
  }

  private mutating func recover(_ count: Int64, from next: AudioPacketBuffer.Packet) {
    let start = queue.count
    guard (try? decoder.recover(Int(count), from: next.bytes.span, into: &queue)) != nil else {
      return conceal(count, advancing: true)
    }
    endRun()
    if count < next.payload.frameSize { isCut = true }
    join(from: start)
    fade.apply(1, to: &queue, from: start, channels: channels)
    statistics.recovered += count
    cursor = cursor?.advanced(by: count)
  }

  private mutating func make(_ count: Int64) {
    let start = queue.count
    if (try? decoder.conceal(Int(count), into: &queue)) == nil { silence(count) }
    join(from: start)
    // The decoder has gone further than what is kept.
    if count % Self.openStep != 0 { isCut = true }
  }

  /// At a cut the sound comes from where it was to where it is within 5 ms instead of at once.
  private mutating func join(from start: Int) {
    guard isCut, start < queue.count else { return }
    isCut = false
    let length = min(240, (queue.count - start) / channels)
    for channel in 0..<channels {
      let before = start >= channels ? queue[start - channels + channel] : lastSamples[channel]
      let step = before - queue[start + channel]
      for index in 0..<length {
        queue[start + index * channels + channel] += step * (1 - Float(index) / Float(length))
      }
    }
  }

  private mutating func silence(_ count: Int64) {
    queue.append(contentsOf: repeatElement(0, count: Int(count) * channels))
  }

  /// Counts the run of concealment that is over.
  ///
  /// - Parameter isPause: whether the sender had only paused, so that nothing was missing while
  ///   nothing came.
  mutating func endRun(isPause: Bool = false) {
    if isPause {
      statistics.paused += standstill
      run -= standstill
    }
    if run > 0 {
      statistics.concealed += run
      statistics.concealments += 1
      if run > 960 && runIsInSpeech { statistics.audiblyConcealed += run }
    }
    (run, standstill) = (0, 0)
  }
}
