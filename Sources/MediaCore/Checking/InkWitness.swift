/// A block of the picture in which one act of the session, a stroke or another change, is plainly
/// seen: how it looks before and after, and from when to when.
struct InkWitness {
  /// Index of the act in `SessionActs.acts`.
  var act: Int
  /// Block in raster order.
  var block: Int
  /// File time at which the change is due.
  var time: MediaTime
  /// When something else changes it again; nil when it stands to the end.
  var end: MediaTime?
  /// How it looks before and after; nil once it is decided.
  private(set) var change: BlockChange?

  // What the video shows.

  /// Whether the video shows the change; nil until the block has been looked at.
  private(set) var isShown: Bool?
  /// When it last came to show it.
  private(set) var rise: MediaTime?
  /// Whether the video once showed what was before.
  private(set) var wasAbsent = false

  /// The most of the change that was seen, when it was due, before it was shown.
  private(set) var partialShare = 0.0

  init(act: Int, block: Int, time: MediaTime, change: BlockChange) {
    (self.act, self.block, self.time) = (act, block, time)
    self.change = change
  }

  /// Nothing more will be looked at.
  mutating func close() {
    change = nil
  }

  /// Takes the block as the video shows it from `time` on.
  mutating func look(at samples: BlockSamples, _ time: MediaTime) {
    guard let change else { return }
    let share = change.share(of: samples)
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
