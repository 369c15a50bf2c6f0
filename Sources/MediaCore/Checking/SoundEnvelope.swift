internal import Glibc

/// How loud a sound is, millisecond by millisecond, in file time.
struct SoundEnvelope {
  /// Mean squares, of samples from −1 to 1.
  private(set) var powers: [Float] = []

  /// Below −60 dB nothing is heard.
  static let silence: Float = 1e-6
  private static let chunk = 48_000
  private static let longest = 100 * 3_600_000

  init() {}

  /// The sound of a recording.
  init(of decoder: inout AudioFileDecoder) throws(MediaError) {
    try Self.read(&decoder) { powers.append($0) }
  }

  /// Adds the sound that a session says: sample 0 stands at `start` of the session.
  mutating func add(
    _ decoder: inout AudioFileDecoder, start: MediaTime, timeline: FileTimeline
  ) throws(MediaError) {
    var millisecond: Int64 = 0
    let stretches = timeline.stretches
    var index = 0
    try Self.read(&decoder) { power in
      let time = start + MediaTime(milliseconds: millisecond)
      millisecond += 1
      while index < stretches.count, stretches[index].end <= time { index += 1 }
      guard index < stretches.count, stretches[index].start <= time else { return }
      let place = stretches[index].cutStart + (time - stretches[index].start)
      let bin = Int((place.nanoseconds + 500_000) / 1_000_000)
      guard bin < Self.longest else { return }
      while powers.count <= bin { powers.append(0) }
      powers[bin] += power
    }
  }

  /// Gives the mean square of each millisecond in order.
  private static func read(
    _ decoder: inout AudioFileDecoder, _ take: (Float) -> Void
  ) throws(MediaError) {
    var samples: [Float] = []
    let channels = Int(decoder.channels)
    let size = 48 * channels
    while true {
      samples.removeAll(keepingCapacity: true)
      let count = try decoder.read(chunk, into: &samples)
      if count == 0 { return }
      var place = 0
      while place < samples.count {
        let end = min(place + size, samples.count)
        var sum: Float = 0
        for index in place..<end { sum += samples[index] * samples[index] }
        take(sum / Float(size))
        place = end
      }
    }
  }

  /// The same sound `speed` times as fast.
  func sped(by speed: Double) -> SoundEnvelope {
    guard speed != 1 else { return self }
    var result = SoundEnvelope()
    let count = Int(Double(powers.count) / speed)
    result.powers.reserveCapacity(count)
    for index in 0..<count {
      let first = Int(Double(index) * speed)
      let end = min(max(Int(Double(index + 1) * speed), first + 1), powers.count)
      var sum: Float = 0
      for place in first..<end { sum += powers[place] }
      result.powers.append(sum / Float(end - first))
    }
    return result
  }

  /// Levels (log10 of power, at least −7) of `width` milliseconds each.
  ///
  /// - Parameter range: milliseconds; all of the sound when nil. Outside of the sound is silence.
  func levels(_ width: Int, in range: Range<Int>? = nil) -> [Float] {
    let range = range ?? 0..<powers.count
    var levels: [Float] = []
    levels.reserveCapacity(range.count / width + 1)
    var place = range.lowerBound
    while place < range.upperBound {
      guard place >= 0, place < powers.count else {
        levels.append(-7)
        place += width
        continue
      }
      let end = min(place + width, min(powers.count, range.upperBound))
      var sum: Float = 0
      for index in place..<end { sum += powers[index] }
      levels.append(log10f(max(sum / Float(end - place), 1e-7)))
      place = end
    }
    return levels
  }

  /// Stretches of at least `least` milliseconds without sound.
  func silentSpans(least: Int) -> [Range<Int>] {
    var spans: [Range<Int>] = []
    var start = 0
    for index in 0...powers.count where index == powers.count || powers[index] >= Self.silence {
      if index - start >= least { spans.append(start..<index) }
      start = index + 1
    }
    return spans
  }

  /// Mean square over a range of milliseconds; what lies outside the sound is silent.
  func power(in range: Range<Int>) -> Float {
    let low = max(range.lowerBound, 0)
    let high = max(low, min(range.upperBound, powers.count))
    var sum: Float = 0
    for index in low..<high { sum += powers[index] }
    return range.isEmpty ? 0 : sum / Float(range.count)
  }
}
