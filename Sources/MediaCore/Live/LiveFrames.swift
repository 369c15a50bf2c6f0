internal import Strokes

/// Whole frames that come from elsewhere, shown when they are due; what they change is found by comparing.
///
/// Frames without a time are shown as they come, and no faster than their rate: a program that draws as
/// fast as it can is held up, one that draws in real time is not. When several are due only the last one
/// is shown. A class: it owns what it plays.
package final class LiveFrames: LiveSource {
  package let size: (width: Int32, height: Int32)
  package let channels: Int
  package private(set) var end: MediaTime?

  private let feed: any FrameFeed
  private let interval: MediaTime
  private let longest: MediaTime?
  private var narration: LiveNarration?
  private var notes: [String] = []
  /// When it began, in stream time: what it shows and what is heard count from there.
  private var start: MediaTime?
  private struct Waiting {
    var bytes: [UInt8]
    var due: MediaTime
    /// Otherwise it was captured when it came.
    var hasTime: Bool
  }

  /// The next frame.
  private var waiting: Waiting?
  /// When the last one was due.
  private var lastDue: MediaTime?
  private var hasEnded = false
  /// Of BGRA; planes are compared with the picture itself.
  private var comparison: PictureComparison?
  private var isFirst = true

  /// A program that was late may be faster for so long.
  private static let slack = MediaTime(milliseconds: 100)

  /// - Parameters:
  ///   - sound: that begins with the frames.
  ///   - period: after which the sound begins again; nil when it is played once.
  ///   - longest: after so long it is over, whatever else comes.
  package init(
    _ feed: any FrameFeed, sound: LiveDocument.Sound? = nil, period: MediaTime? = nil,
    longest: MediaTime? = nil
  ) throws(MediaError) {
    let shape = feed.shape
    self.feed = feed
    self.longest = longest
    size = (shape.width, shape.height)
    interval = shape.rate.instant(1)
    channels = sound?.channels ?? 0
    narration = sound.map { LiveNarration(period: period, $0.open) }
    if shape.pixels == .bgra {
      comparison = PictureComparison(width: shape.width, height: shape.height)
    }
    // What stands far into a file is looked for now, not when it is to be heard.
    _ = try narration?.next(before: .zero)
  }

  /// Nil while the next frame has not come: then who has it says so.
  package var deadline: MediaTime? { waiting?.due }

  package func callOnNews(_ call: @escaping @Sendable () -> Void) { feed.callOnNews(call) }

  package func takeNotes() -> [String] {
    defer { notes.removeAll() }
    return notes
  }

  package func draw(
    at now: MediaTime, into picture: inout I420Picture
  ) throws(MediaError) -> LiveChange? {
    if start == nil {
      // What is there at the beginning is there from the beginning.
      let begin = now < interval ? .zero : now
      start = begin
      end = longest.map { begin + $0 }
    }
    var due: Waiting?
    while true {
      try fetch(at: now)
      guard let frame = waiting, frame.due <= now else { break }
      if let passedOver = due { feed.giveBack(passedOver.bytes) }
      due = frame
      waiting = nil
    }
    guard let due else { return nil }
    defer { feed.giveBack(due.bytes) }
    let blocks = show(due.bytes.span, in: &picture)
    return blocks.isEmpty
      ? nil : LiveChange(blocks: blocks, time: due.hasTime ? due.due : now < interval ? .zero : now)
  }

  package func nextSound(before time: MediaTime) throws(MediaError) -> PCMChunk? {
    guard let start else { return nil }
    var piece = try narration?.next(before: time - start)
    if let time = piece?.time { piece?.time = start + time }
    return piece
  }

  private func fetch(at now: MediaTime) throws(MediaError) {
    guard waiting == nil, !hasEnded, let fed = try feed.take() else { return }
    notes += fed.notes
    let start = start ?? now
    switch fed.made {
    case .frame(let time?):
      let due = start + time
      lastDue = due
      waiting = Waiting(bytes: fed.bytes, due: due, hasTime: true)
    case .frame(nil):
      let due = max(lastDue.map { $0 + interval } ?? now, now - Self.slack)
      lastDue = due
      waiting = Waiting(bytes: fed.bytes, due: due, hasTime: false)
    case .end(let time):
      hasEnded = true
      let over = time.map { start + $0 } ?? lastDue.map { $0 + interval } ?? now
      end = min(end ?? over, over)
    case .still: hasEnded = true
    case .nothing: feed.giveBack(fed.bytes)
    }
  }

  private func show(_ bytes: Span<UInt8>, in picture: inout I420Picture) -> BlockMap {
    var blocks: BlockMap
    if var kept = comparison.take() {
      let stride = Int(size.width) * 4
      blocks = kept.damage(of: bytes, stride: stride)
      ColourConverter.convert(blocks, of: kept.pixels.span, stride: stride, into: &picture)
      comparison = kept
    } else {
      blocks = picture.update(packed: bytes)
      if isFirst { blocks.insertAll() }
    }
    isFirst = false
    return blocks
  }
}
