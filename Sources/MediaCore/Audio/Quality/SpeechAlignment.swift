/// Finds when each moment of what was sent was heard. The delay of a call is not one number: a jitter
/// buffer stretches and shortens the sound, and makes up what is missing.
///
/// Every block of speech is compared with all places where it could be, and of the likeliest ones those
/// are taken that agree with one another.
package struct SpeechAlignment: Equatable, Sendable {
  package struct Block: Equatable, Sendable {
    /// Of its middle in what was sent, in seconds.
    package var time: Double
    /// In seconds; nil where nobody speaks, or nothing that was heard is like it.
    package var delay: Double?
    /// The correlation of the samples there, up to 1.
    package var likeness: Double
  }

  package let blocks: [Block]
  private let rate: Int

  static let blockSize = 4096
  static let blockHop = 2048
  /// Blocks this much under the loudest, in energy, are pauses: 35 dB.
  private static let pause = 3.2e-4

  /// `longest` is the most that sound may be late, in seconds.
  package init(sent: [Float], heard: [Float], rate: Int, longest: Double = 2) {
    let resampler = RationalResampler(from: rate, to: SpeechIntelligibility.rate)
    let search = AlignmentSearch(
      sent: resampler.resample(sent.map(Double.init)),
      heard: resampler.resample(heard.map(Double.init)),
      longest: Int(longest * Double(SpeechIntelligibility.rate)))
    var starts: [Int] = []
    var energies: [Double] = []
    var start = 0
    while start + Self.blockSize <= search.sent.count {
      starts.append(start)
      var energy = 0.0
      for index in start..<start + Self.blockSize {
        energy += search.sent[index] * search.sent[index]
      }
      energies.append(energy)
      start += Self.blockHop
    }
    let least = (energies.max() ?? 0) * Self.pause
    var places: [[AlignmentSearch.Place]] = []
    for (start, energy) in zip(starts, energies) {
      places.append(energy > least ? search.places(of: start, count: Self.blockSize) : [])
    }
    var blocks: [Block] = []
    for (start, place) in zip(starts, AlignmentPath.best(places)) {
      let middle = Double(start + Self.blockSize / 2)
      blocks.append(
        Block(
          time: middle / Double(SpeechIntelligibility.rate),
          delay: place.map { Double($0.delay) / Double(SpeechIntelligibility.rate) },
          likeness: place?.likeness ?? 0))
    }
    self.blocks = blocks
    self.rate = rate
  }

  /// The median over all blocks that were found; nil if none was.
  package var delay: Double? {
    let delays = blocks.compactMap(\.delay).sorted()
    return delays.isEmpty ? nil : delays[delays.count / 2]
  }

  /// What was heard, moved to where it was sent: as long as `sent` was, silent where nothing is known.
  package func aligned(_ heard: [Float], count: Int) -> [Float] {
    var aligned = [Float](repeating: 0, count: count)
    let delays = filled()
    guard !delays.isEmpty else { return aligned }
    for index in 0..<count {
      let time = Double(index) / Double(rate)
      let hop = Double(Self.blockHop) / Double(SpeechIntelligibility.rate)
      let block = Int(((time - blocks[0].time) / hop).rounded())
      let delay = delays[min(max(block, 0), delays.count - 1)]
      let place = index + Int((delay * Double(rate)).rounded())
      if place < heard.count { aligned[index] = heard[place] }
    }
    return aligned
  }

  /// Where nothing was found the delay of the last block before holds, or of the first after.
  private func filled() -> [Double] {
    guard var last = blocks.first(where: { $0.delay != nil })?.delay else { return [] }
    return blocks.map { block in
      last = block.delay ?? last
      return last
    }
  }
}
