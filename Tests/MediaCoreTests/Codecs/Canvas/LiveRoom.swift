import Strokes
import TestSupport
import Testing

@testable import MediaCore

/// Everybody who watches one live board of rectangles: one from the begin, some who join, and one who
/// loses frames.
final class LiveRoom {
  private var session: RectangleSession
  private var random: SeededGenerator
  private let whole: Viewer
  private let lossy: Viewer
  private var joiners: [Viewer] = []
  /// What the lossy one may lack; nil when that is nothing.
  private var missed: BlockMap?
  private var lossesLeft = 0
  /// Whether the first one got, with a mend, what the others are still owed.
  private var isAhead = false
  private(set) var joined = 0
  private(set) var mended = 0
  /// Pictures of joiners and mended ones that were equal to the encoder's.
  private(set) var compared = 0

  /// A viewer saw something else than the encoder says that everybody sees.
  struct Difference: Error {
    var viewer: String
  }

  init(seed: UInt64, hasBudgets: Bool) throws {
    session = try RectangleSession(seed: seed, isLive: true, hasBudgets: hasBudgets)
    random = SeededGenerator(seed: seed &+ 1_000_000)
    (whole, lossy) = (try Viewer(), try Viewer())
  }

  var frames: Int { session.frames * 2 }
  var size: String { session.size }

  /// A frame, and what befalls viewers after it.
  func step() throws {
    if let frame = try session.next() { try send(frame) }
    if random.chance(0.15) { try settle() }
    if random.chance(0.15) { try join() }
    if missed != nil, lossesLeft == 0, random.chance(0.4) { try mend() }
  }

  /// Refines until nothing is owed: then all are one again.
  func settle() throws {
    for _ in 0..<3 {
      if let frame = try session.rest() { try send(frame) }
    }
  }

  private func send(_ frame: EncodedFrame) throws {
    isAhead = isAhead && !isSettled
    try take(frame, whole, "the first one", isCompared: !isAhead)
    for joiner in joiners { try take(frame, joiner, "a joiner", isCompared: isSettled) }
    if lossesLeft == 0, missed == nil, random.chance(0.1) {
      lossesLeft = 1 + Int(random.next() % 8)
      missed = BlockMap(width: session.picture.width, height: session.picture.height)
    }
    if frame.isKeyFrame {
      (missed, lossesLeft) = (nil, 0)
    } else if var blocks = missed {
      if let changes = frame.changes { blocks.formUnion(changes) } else { blocks.insertAll() }
      missed = blocks
    }
    if lossesLeft > 0 {
      lossesLeft -= 1
      return
    }
    try take(frame, lossy, "who lost frames", isCompared: missed == nil && isSettled)
  }

  private func join() throws {
    guard let frames = try session.bootstrap() else { return }
    let joiner = try Viewer()
    for frame in frames { try joiner.take(frame) }
    try compare(joiner, "a new joiner", isCompared: isSettled)
    joiners.append(joiner)
    if joiners.count > 3 { joiners.removeFirst() }
    joined += 1
  }

  private func mend() throws {
    guard let missed, let frame = try session.recode(missed) else { return }
    self.missed = nil
    try take(frame, lossy, "who was mended", isCompared: isSettled)
    // Who lost nothing may get it too.
    if random.chance(0.5) {
      isAhead = !isSettled
      try take(frame, whole, "the first one", isCompared: !isAhead)
      for joiner in joiners { try take(frame, joiner, "a joiner", isCompared: isSettled) }
    }
    mended += 1
  }

  /// Whether budgets have left nothing over.
  private var isSettled: Bool {
    session.encoder.sources.unsettled.isEmpty && session.encoder.backlog.isEmpty
      || !session.encoder.isCanonical
  }

  private func take(
    _ frame: EncodedFrame, _ viewer: Viewer, _ name: String, isCompared: Bool
  ) throws {
    try viewer.take(frame)
    try compare(viewer, name, isCompared: isCompared)
  }

  private func compare(_ viewer: Viewer, _ name: String, isCompared: Bool) throws {
    guard isCompared else { return }
    guard viewer.shown == DecodedFrame(session.encoder, like: session.picture) else {
      throw Difference(viewer: name)
    }
    if viewer !== whole { compared += 1 }
  }
}
