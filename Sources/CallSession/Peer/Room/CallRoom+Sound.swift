import MediaCore
import Strokes

/// What everybody hears.
///
/// Of all microphones only the loudest few are decoded. Who only listens gets the same packets as all others
/// who do, coded once; each of the few is coded a mix without their own voice. So the work of a tick does not
/// grow with those who listen.
extension CallRoom {
  mutating func hear(
    _ sound: StreamOutputs.Sound, from leg: CallRoomLeg, at now: MediaTime,
    into outputs: inout CallRoomOutputs
  ) {
    let timestamp = sound.header.timestamp
    leg.microphone.newest = RTPTimestamp(
      timestamp, nearest: leg.microphone.newest ?? RTPTimestamp(Int64(timestamp)))
    guard leg.microphone.track != nil else { return }
    let captured = noteCapture(of: sound, from: leg, at: now)
    if leg.isHeard {
      outputs.records.append(
        .sound(
          participant: leg.participant.rawValue, sequence: sound.sequence, timestamp: timestamp,
          payload: sound.payload, captured: captured, at: now))
    }
    let level = sound.level.map { AudioLevel(attenuation: $0 & 127, isVoice: $0 & 128 != 0) }
    leg.receiver.receive(
      sound.header, payload: sound.payload.span, level: level,
      isRetransmission: sound.isRetransmission, at: now)
  }

  mutating func mixDue(at now: MediaTime, into outputs: inout CallRoomOutputs) {
    while let tick = sound.takeTick(at: now) {
      let first = tick * CallRoomSound.tickLength
      let delay = mix(first, at: CallRoomSound.time(of: tick))
      outputs.records.append(.mix(samples: sound.shared, first: first, delay: delay))
      if sound.speaker.decide(), let active = sound.speaker.active {
        outputs.records.append(.speaker(participant: active.rawValue, at: now))
      }
      sendMix(first, at: now)
      repeatKeyFrameRequests(at: now)
      sendAllWaiting()
    }
  }

  /// - Parameter time: the tick's, however late we are.
  /// - Returns: by how much the loudest is later in the mix than it was captured.
  private mutating func mix(_ first: Int64, at time: MediaTime) -> MediaTime? {
    for case let leg? in legs where leg.microphone.track != nil {
      let isHeard = leg.isHeard && leg.receiver.hasPackets
      let level = isHeard ? leg.receiver.upcomingLevel : .silence
      sound.mixer.observe(level, of: leg.input)
      sound.speaker.observe(level ?? Self.unknownLevel, of: leg.input)
    }
    let chosen = sound.mixer.choose()
    var voices: [AudioMixer.Voice] = []
    let count = Int(CallRoomSound.tickLength)
    var loudest: (attenuation: UInt8, delay: MediaTime)?
    for case let leg? in legs where leg.microphone.track != nil {
      guard chosen.contains(leg.input) else {
        leg.receiver.skip(count, at: time)
        // Who begins to speak is seen in time with what will be heard of them.
        _ = noteMixed(leg, first: first, at: time)
        continue
      }
      var samples: [Float] = []
      let attenuation = (leg.receiver.upcomingLevel ?? Self.unknownLevel).attenuation
      leg.receiver.pull(count, at: time, into: &samples)
      voices.append(AudioMixer.Voice(leg.input, samples: samples))
      sound.decoded += 1
      let delay = noteMixed(
        leg, first: first + CallRoomSound.tickLength, at: CallRoomSound.time(of: sound.tick))
      if let delay, attenuation < loudest?.attenuation ?? .max { loudest = (attenuation, delay) }
    }
    sound.mixer.mix(voices, count: count, shared: &sound.shared, own: &sound.own)
    return loudest?.delay
  }

  /// Of somebody whose packets do not say how loud they are.
  private static var unknownLevel: AudioLevel { AudioLevel(attenuation: 30, isVoice: true) }

  /// Lays what was captured beside where it is in the mix.
  ///
  /// - Parameters:
  ///   - first: the sample of the mix at which the next one handed out by the receiver stands.
  ///   - time: when that is.
  /// - Returns: by how much it is later in the mix than it was captured.
  private func noteMixed(
    _ leg: CallRoomLeg, first: Int64, at time: MediaTime
  ) -> MediaTime? {
    guard let next = leg.receiver.playoutTimestamp(at: time), let newest = leg.microphone.newest,
      let captured = leg.microphone.clock.time(
        of: RTPTimestamp(UInt32(truncatingIfNeeded: next.rawValue), nearest: newest))
    else { return nil }
    // The limiter holds the mix back, and each encoder on the way its samples.
    let encoding = Int64(sound.encoder.preSkip)
    let mixed = first + Int64(AudioLimiter.lookAhead) + encoding
    leg.camera.timeline.note(
      captured: captured, mixedAt: MediaTime(count: mixed + encoding, rate: CallRoomSound.rate))
    return leg.capture.time(of: captured, at: time).map {
      max(MediaTime(count: mixed, rate: CallRoomSound.rate) - $0, .zero)
    }
  }

  private mutating func sendMix(_ first: Int64, at now: MediaTime) {
    for voice in sound.own {
      guard let leg = leg(of: AuthorID(voice.input.rawValue)), leg.isPresent else { continue }
      encodeOwn(voice.samples, for: leg)
    }
    var shared: [UInt8]?
    var level: UInt8 = AudioLevel.silence.byte
    for case let leg? in legs where leg.isPresent {
      if let voice = sound.own.first(where: { $0.input == leg.input }) {
        guard let payload = leg.ownSound else { continue }
        send(payload, Self.level(of: voice.samples), first, to: leg, at: now)
        continue
      }
      leg.encoder = nil
      if shared == nil {
        shared = encodeShared()
        level = Self.level(of: sound.shared)
      }
      if let shared { send(shared, level, first, to: leg, at: now) }
    }
  }

  private mutating func encodeShared() -> [UInt8]? {
    sound.encoded += 1
    return try? sound.encoder.encode(sound.shared)
  }

  private mutating func encodeOwn(_ samples: [Float], for leg: CallRoomLeg) {
    leg.ownSound = nil
    do throws(MediaError) {
      if leg.encoder == nil {
        leg.encoder = try OpusEncoder(sound.settings)
        leg.encoder?.expectLoss(Self.percent(leg.transport.session.loss))
      }
      leg.ownSound = try leg.encoder?.encode(samples)
      sound.encoded += 1
    } catch {
      // Libopus takes any samples; without memory this one hears nothing.
      leg.encoder = nil
    }
  }

  private mutating func send(
    _ payload: [UInt8], _ level: UInt8, _ first: Int64, to leg: CallRoomLeg, at now: MediaTime
  ) {
    let begins = !leg.hasHeard
    leg.hasHeard = true
    let source = leg.source(.mix)
    withSession(of: leg) { session, streams in
      session.sendAudio(
        payload, source: source, ticks: first, begins: begins, level: level, at: now,
        into: &streams)
    }
  }

  /// Redundancy in what all hear is made for who loses most.
  mutating func expectLoss() {
    var worst = 0.0
    for case let leg? in legs where leg.isPresent {
      let loss = leg.transport.session.loss
      leg.encoder?.expectLoss(Self.percent(loss))
      if leg.encoder == nil { worst = max(worst, loss) }
    }
    sound.encoder.expectLoss(Self.percent(worst))
  }

  private static func percent(_ loss: Double) -> Int32 { Int32(min(max(loss, 0), 0.3) * 100) }

  private static func level(of samples: [Float]) -> UInt8 {
    let level = AudioLevel(measuring: samples[...], isVoice: false)
    return AudioLevel(attenuation: level.attenuation, isVoice: level.attenuation < 60).byte
  }
}
