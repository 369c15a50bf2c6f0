/// A block of the picture in which one act of the session, a stroke or another change, is plainly
/// seen: how it looks before and after, and from when to when.
///
/// How far a block of the video has come from one to the other is a projection: 0 before, 1 after.
/// It is not moved by other ink, blur or noise that are not along that change.
struct InkWitness {
  /// Index of the act in `SessionActs.acts`.
  var act: Int
  /// Block in raster order.
  var block: Int
  /// File time at which the change is due.
  var time: MediaTime
  /// When something else changes it again; nil when it stands to the end.
  var end: MediaTime?
  private let before: BlockSamples
  private let change: [Int16]
  private let energy: Int

  // What the video shows.

  /// Whether the video shows the change; nil until the block has been looked at.
  private(set) var isShown: Bool?
  /// When it last came to show it.
  private(set) var rise: MediaTime?
  /// Whether the video once showed what was before.
  private(set) var wasAbsent = false

  /// The most of the change that was seen, when it was due, before it was shown.
  private(set) var partialShare = 0.0

  /// Changes below this are not told from noise: as much as 12 pixels by 70 levels.
  static let leastEnergy = 60_000

  /// Nil when the two are too much alike.
  init?(act: Int, block: Int, time: MediaTime, before: BlockSamples, after: BlockSamples) {
    var change = [Int16](repeating: 0, count: BlockSamples.count)
    var energy = 0
    for index in change.indices {
      let difference = Int16(after.values[index]) - Int16(before.values[index])
      change[index] = difference
      energy += Int(difference) * Int(difference)
    }
    guard energy >= Self.leastEnergy else { return nil }
    (self.act, self.block, self.time) = (act, block, time)
    (self.before, self.change, self.energy) = (before, change, energy)
  }

  /// Where `samples` are on the way from before to after.
  func share(of samples: BlockSamples) -> Double {
    var sum = 0
    for index in change.indices {
      sum += (Int(samples.values[index]) - Int(before.values[index])) * Int(change[index])
    }
    return Double(sum) / Double(energy)
  }

  /// Takes the block as the video shows it from `time` on.
  mutating func look(at samples: BlockSamples, _ time: MediaTime) {
    let share = share(of: samples)
    let isShown = share >= 0.5
    if !isShown, time >= self.time { partialShare = max(partialShare, share) }
    if isShown, self.isShown == false { rise = time }
    if !isShown { wasAbsent = true }
    self.isShown = isShown
  }

  /// File time from the change's own time to the frame that shows it; nil when none did, or when
  /// nothing else was ever seen there.
  var delay: Double? {
    guard isShown == true, let rise else { return nil }
    return (rise - time).seconds
  }
}
