internal import Strokes

/// Follows the witnesses of a session through the frames of a video.
struct WitnessWatch {
  private(set) var witnesses: [InkWitness] = []
  private let columns: Int
  /// The first witness whose time to be looked at has not come.
  private var next = 0
  /// By block: the witnesses that are being looked at.
  private var open: [[Int]]

  /// How long before its time a change is looked for, and how long after it: what comes from
  /// elsewhere in time by more than this is another recording.
  static let early = MediaTime(milliseconds: 30_000)
  private static let late = MediaTime(milliseconds: 60_000)

  init(width: Int32, height: Int32) {
    let map = BlockMap(width: width, height: height)
    columns = Int(map.columns)
    open = Array(repeating: [], count: columns * Int(map.rows))
  }

  mutating func take(_ found: ActSurvey.Found) {
    witnesses.append(contentsOf: found.witnesses)
    for (witness, time) in found.ended { witnesses[witness].end = time }
  }

  /// Takes a frame: `changed` says which blocks differ from the frame before.
  mutating func look(at picture: borrowing I420Picture, changed: BlockMap, at time: MediaTime) {
    changed.forEach { block in
      if !open[block].isEmpty { look(at: picture, block: block, at: time) }
    }
    while next < witnesses.count, witnesses[next].time <= time + Self.early {
      let block = witnesses[next].block
      witnesses[next].look(at: BlockSamples(picture, block: block, columns: columns), time)
      open[block].append(next)
      next += 1
    }
  }

  private mutating func look(at picture: borrowing I420Picture, block: Int, at time: MediaTime) {
    let samples = BlockSamples(picture, block: block, columns: columns)
    var left: [Int] = []
    for index in open[block] {
      if isDecided(witnesses[index], at: time) {
        witnesses[index].close()
        continue
      }
      witnesses[index].look(at: samples, time)
      left.append(index)
    }
    open[block] = left
  }
  private func isDecided(_ witness: InkWitness, at time: MediaTime) -> Bool {
    // Seen at or after its time, or seen early and still there when it was due.
    if witness.isShown == true, witness.rise != nil, time > witness.time { return true }
    // What ended in the session says nothing any more.
    if time > witness.time + Self.late { return true }
    guard let end = witness.end else { return false }
    return time >= end + MediaTime(milliseconds: 20) && end > witness.time
  }
}
