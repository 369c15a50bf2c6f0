/// Mixes a room: everybody hears everybody but themself.
///
/// Only the loudest few are decoded. What the others hear is one mix, the same for all of them; each
/// of the few gets one without their own voice. So a tick costs the same however many listen.
///
/// A tick, 20 ms at 48 kHz: levels of all inputs, `choose`, the samples of the chosen, `mix`. Sums
/// are wide, and a limiter at the end keeps each mix within full scale. Gains move by small steps.
package struct AudioMixer: Sendable {
  /// Somebody who may speak. The number is the caller's.
  package struct Input: Hashable, Sendable {
    package var rawValue: UInt32

    package init(_ rawValue: UInt32) { self.rawValue = rawValue }
  }

  /// What one input says in a tick.
  package struct Voice: Sendable {
    package var input: Input
    /// Interleaved.
    package var samples: [Float]

    package init(_ input: Input, samples: [Float]) {
      self.input = input
      self.samples = samples
    }
  }

  private struct Strip: Sendable {
    var input: Input
    var gain: Float = 1
    var isMuted = false
    var isChosen = false
    var ramp = GainRamp(0, step: AudioMixer.gainStep)
    /// Of the mix without this input; nil while it hears what all hear.
    var limiter: AudioLimiter?
    /// Ticks since the input was last in the mix.
    var rest = 0

    var aim: Float { isChosen && !isMuted ? gain : 0 }
    var isSilent: Bool { ramp.value == 0 && aim == 0 }
  }

  package let channels: Int
  private var strips: [Strip] = []
  /// Where an input's strip is.
  private var places: [Input: Int] = [:]
  private var selection: SpeakerSelection
  private var limiter: AudioLimiter

  /// From nothing to unchanged in 20 ms.
  package static let gainStep: Float = 1 / 960
  /// 12 dB.
  package static let largestGain: Float = 4
  /// Ticks after which somebody hears the common mix again though its limiter stands elsewhere.
  private static let longestRest = 50

  /// - Parameter speakers: how many are mixed at once.
  package init(channels: Int, speakers: Int = 4) {
    precondition(channels == 1 || channels == 2, "sound has 1 or 2 channels")
    precondition(speakers > 0, "somebody is heard")
    self.channels = channels
    selection = SpeakerSelection(most: speakers)
    limiter = AudioLimiter(channels: channels)
  }

  /// Adds an input; the order of adding decides between equals.
  package mutating func add(_ input: Input) {
    precondition(places[input] == nil, "an input is added once")
    places[input] = strips.count
    strips.append(Strip(input: input))
    selection.add()
  }

  /// What an input says ends at once: mute it before, so that it fades.
  package mutating func remove(_ input: Input) {
    guard let place = places.removeValue(forKey: input) else { return }
    strips.remove(at: place)
    selection.remove(place)
    for index in place..<strips.count { places[strips[index].input] = index }
  }

  /// - Parameter gain: 0…4, from the next tick on, by small steps.
  package mutating func setGain(_ gain: Float, of input: Input) {
    guard let index = places[input] else { return }
    strips[index].gain = gain.isFinite ? min(max(gain, 0), Self.largestGain) : 1
  }

  package mutating func setMuted(_ isMuted: Bool, _ input: Input) {
    guard let index = places[input] else { return }
    strips[index].isMuted = isMuted
  }

  /// Notes how loud what an input says next will be; nil when its sender does not say.
  package mutating func observe(_ level: AudioLevel?, of input: Input) {
    guard let index = places[input] else { return }
    selection.observe(level, of: index)
  }

  /// Whose samples the next `mix` wants, in the order of adding: the chosen, and who is fading out.
  package mutating func choose() -> [Input] {
    for index in strips.indices where strips[index].isMuted && strips[index].ramp.value == 0 {
      selection.silence(index)
    }
    selection.choose()
    var wanted: [Input] = []
    for index in strips.indices {
      strips[index].isChosen = selection.isChosen(index)
      if !strips[index].isSilent { wanted.append(strips[index].input) }
    }
    return wanted
  }

  /// Mixes a tick.
  ///
  /// - Parameters:
  ///   - voices: equally long; one that is missing is silent.
  ///   - shared: becomes what everybody hears who gets no mix of their own.
  ///   - own: becomes the mixes without one input each, in the order of adding.
  package mutating func mix(
    _ voices: [Voice], count: Int, shared: inout [Float], own: inout [Voice]
  ) {
    var weighted: [Voice] = []
    for index in strips.indices where !strips[index].isSilent {
      weighted.append(weigh(index, of: voices, count: count))
    }
    own.removeAll(keepingCapacity: true)
    for index in strips.indices {
      let input = strips[index].input
      let isHeard = weighted.contains { $0.input == input }
      strips[index].rest = isHeard ? 0 : strips[index].rest + 1
      // Until now it heard what all hear, so its limiter goes on from there.
      if isHeard && strips[index].limiter == nil { strips[index].limiter = limiter }
      guard strips[index].limiter != nil else { continue }
      var samples: [Float] = []
      sum(weighted, without: input, count: count, into: &samples)
      strips[index].limiter?.process(&samples)
      own.append(Voice(input, samples: samples))
    }
    sum(weighted, without: nil, count: count, into: &shared)
    limiter.process(&shared)
    for index in strips.indices where mayRejoin(strips[index]) { strips[index].limiter = nil }
  }

  /// The samples of an input with its gain.
  private mutating func weigh(_ index: Int, of voices: [Voice], count: Int) -> Voice {
    var samples: [Float] = []
    for voice in voices where voice.input == strips[index].input { samples = voice.samples }
    precondition(
      samples.isEmpty || samples.count == count * channels, "a voice is as long as the tick")
    if samples.isEmpty { samples = [Float](repeating: 0, count: count * channels) }
    strips[index].ramp.apply(strips[index].aim, to: &samples, from: 0, channels: channels)
    return Voice(strips[index].input, samples: samples)
  }

  private func sum(
    _ voices: [Voice], without input: Input?, count: Int, into samples: inout [Float]
  ) {
    samples.removeAll(keepingCapacity: true)
    samples.append(contentsOf: repeatElement(0, count: count * channels))
    for voice in voices where voice.input != input {
      for index in samples.indices { samples[index] += voice.samples[index] }
    }
  }

  /// The mix without a silent input is the common one once the limiters agree.
  private func mayRejoin(_ strip: Strip) -> Bool {
    guard let own = strip.limiter, strip.rest > 0 else { return false }
    return own.isIdle && limiter.isIdle || strip.rest > Self.longestRest
  }
}
