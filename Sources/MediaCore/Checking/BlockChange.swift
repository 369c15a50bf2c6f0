/// How one block of a picture looks before and after something that changes it plainly.
///
/// How far a block of a video has come from one to the other is a projection: 0 before, 1 after. It
/// is not moved by other ink, blur or noise that are not along that change.
struct BlockChange {
  private let before: BlockSamples
  private let after: BlockSamples
  private let energy: Int

  /// Changes below this are not told from noise: as much as 12 pixels by 70 levels.
  static let leastEnergy = 60_000

  /// Nil when the two are too much alike.
  init?(from before: BlockSamples, to after: BlockSamples) {
    var energy = 0
    for index in 0..<BlockSamples.count {
      let difference = Int(after.values[index]) - Int(before.values[index])
      energy += difference * difference
    }
    guard energy >= Self.leastEnergy else { return nil }
    (self.before, self.after, self.energy) = (before, after, energy)
  }

  /// Where `samples` are on the way from before to after.
  func share(of samples: BlockSamples) -> Double {
    var sum = 0
    for index in 0..<BlockSamples.count {
      let start = Int(before.values[index])
      sum += (Int(samples.values[index]) - start) * (Int(after.values[index]) - start)
    }
    return Double(sum) / Double(energy)
  }
}
