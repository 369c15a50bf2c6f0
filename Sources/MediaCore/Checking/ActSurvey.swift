internal import Strokes

/// Plays a session's board alone and notes for each act where and when it must be seen.
///
/// It is played a little ahead of the video, so that only what stands on the board and what is
/// looked for just now is in memory.
struct ActSurvey: ~Copyable {
  /// What was found since it was last asked.
  struct Found {
    /// In the order of their times; numbered on from those found before.
    var witnesses: [InkWitness] = []
    /// Witnesses whose change is seen no more, by number.
    var ended: [(witness: Int, time: MediaTime)] = []
  }

  private var acts: [SessionAct] = []
  private var end = MediaTime.zero

  private var replay: BoardReplay
  private var picture: I420Picture
  private var found = Found()
  private var witnessCount = 0
  private let columns: Int
  private var numbers: [BoardID: Int] = [:]
  /// By act: how many witnesses it has, and when the last was taken.
  private var counts: [(count: Int, last: MediaTime)] = []
  /// By block: what it looked like before the act that is changing it.
  private var origins: [Origin?]
  /// By block: the witnesses whose change stands there.
  private var standing: [[Standing]]

  private struct Standing {
    var witness: Int
    var change: BlockChange
  }

  private struct Origin {
    var act: Int
    var before: BlockSamples
    var isDone = false
  }

  /// More witnesses of one act tell nothing new.
  private static let mostOfAct = 8
  /// 50 MB of them, their looks left out: a hundred hours of writing.
  private static let mostWitnesses = 500_000

  /// - Parameter replay: from the beginning; nobody else's.
  init(_ replay: BoardReplay, width: Int32, height: Int32) {
    self.replay = replay
    picture = I420Picture(width: width, height: height)
    let map = BlockMap(width: width, height: height)
    columns = Int(map.columns)
    let blocks = columns * Int(map.rows)
    origins = Array(repeating: nil, count: blocks)
    standing = Array(repeating: [], count: blocks)
    // The board as it is before anything happens.
    picture.take(replay.renderer.render().blocks, of: replay.renderer.canvas)
  }

  /// Takes the events up to a file time.
  mutating func play(through limit: MediaTime) throws(MediaError) {
    while let (event, time) = replay.upcoming, time <= limit {
      let isMoved = try replay.take()
      end = max(end, time)
      let blocks = replay.renderer.render().blocks
      guard !blocks.isEmpty || isMoved else { continue }
      note(event, time, blocks, replay.renderer.canvas, isMoved: isMoved)
    }
  }

  mutating func drain() -> Found {
    let drained = found
    found = Found()
    return drained
  }

  /// All acts, and file time of the last event.
  mutating func outcome() -> (acts: [SessionAct], end: MediaTime) {
    (acts, end)
  }

  private mutating func note(
    _ event: BoardEvent, _ time: MediaTime, _ blocks: BlockMap, _ canvas: Canvas, isMoved: Bool
  ) {
    let act = number(of: event, time)
    let changed = blocks.indices
    for block in changed where origins[block]?.act != act {
      origins[block] = Origin(
        act: act, before: BlockSamples(picture, block: block, columns: columns))
    }
    picture.take(blocks, of: canvas)
    if isMoved { endAll(at: time) }
    for block in changed {
      guard let origin = origins[block] else { continue }
      let after = BlockSamples(picture, block: block, columns: columns)
      end(block, showing: after, at: time)
      let (count, last) = counts[act]
      guard !origin.isDone, count < Self.mostOfAct, witnessCount < Self.mostWitnesses else {
        continue
      }
      // The first few come at once; the others are spread over a long act.
      if count >= 3, time < last + MediaTime(milliseconds: 150) { continue }
      guard let change = BlockChange(from: origin.before, to: after) else { continue }
      origins[block]?.isDone = true
      counts[act] = (count + 1, time)
      standing[block].append(Standing(witness: witnessCount, change: change))
      found.witnesses.append(InkWitness(act: act, block: block, time: time, change: change))
      witnessCount += 1
    }
  }

  /// What stood in the block ends there if it is not seen any more.
  private mutating func end(_ block: Int, showing after: BlockSamples, at time: MediaTime) {
    if standing[block].isEmpty { return }
    var left: [Standing] = []
    for entry in standing[block] {
      if entry.change.share(of: after) >= 0.7 {
        left.append(entry)
      } else {
        found.ended.append((entry.witness, time))
      }
    }
    standing[block] = left
  }

  private mutating func endAll(at time: MediaTime) {
    for block in standing.indices where !standing[block].isEmpty {
      for entry in standing[block] { found.ended.append((entry.witness, time)) }
      standing[block].removeAll()
    }
  }

  /// The act that the event belongs to: a stroke is one from its first to its last point.
  private mutating func number(of event: BoardEvent, _ time: MediaTime) -> Int {
    let kind: SessionAct.Kind
    let id: BoardID?
    switch event.action {
    case .strokeBegan(let stroke, _, _, _), .strokePoints(let stroke, _), .strokeEnded(let stroke):
      (kind, id) = (.stroke, stroke)
    case .outlinePlaced(let item, let placement):
      (kind, id) = (placement.text == nil ? .stroke : .text, item)
    case .picturePlaced(let item, _):
      (kind, id) = (.picture, item)
    default:
      (kind, id) = (.change, nil)
    }
    if let id, let known = numbers[id] { return known }
    if let id { numbers[id] = acts.count }
    acts.append(SessionAct(kind: kind, id: id, time: time))
    counts.append((0, .zero))
    return acts.count - 1
  }
}
