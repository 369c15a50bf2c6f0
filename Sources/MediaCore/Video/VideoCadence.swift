package import Strokes

/// Decides when a board's video has a frame and what that frame codes.
///
/// Frames stand on the grid k / rate. A change is shown at the first instant at or after it. When
/// motion ends, a few frames code what it touched again, better each time; then only a heartbeat
/// tells players and receivers that the stream is alive. Key frames for seeking come with a change. It
/// reads no clock: whoever owns it says what time it is.
package struct VideoCadence: Sendable {
  package struct Configuration: Equatable, Sendable {
    package var rate = FrameRate.fps30
    /// Every instant has a frame, for editors that want it so.
    package var isConstantRate = false
    /// Longest silence while nothing changes. An empty 1080p frame takes some 200 bytes.
    package var heartbeat = MediaTime(milliseconds: 5_000)
    /// Distances of the improving frames from the end of motion, rising.
    package var refinements = [MediaTime(milliseconds: 200), MediaTime(milliseconds: 700)]
    /// Key frames are this far apart at least…
    package var keyFrameInterval = MediaTime(milliseconds: 10_000)
    /// …and then wait until a player that seeks would have to decode so many frames, or until the
    /// longer interval has passed: that of a full page weighs as much as two minutes of writing.
    package var keyFrameDistance = 300
    package var longestKeyFrameInterval = MediaTime(milliseconds: 30_000)

    package init() {}
  }

  package let configuration: Configuration
  /// The first instant without a frame.
  private var nextIndex: Int64 = 0
  private var lastFrame: MediaTime?
  private var lastKeyFrame: MediaTime?
  private var framesSinceKeyFrame = 0
  private var isKeyFrameWanted = false
  /// Changed and not coded yet, since when, and how, if one word says it.
  private var pending: BlockMap
  private var pendingSince: MediaTime? = .zero
  private var pendingHint: DamageHint?
  /// Coded, but not yet at the best quality.
  private var coarse: BlockMap
  private var lastChange = MediaTime.zero
  /// Improving passes done since the last change.
  private var refinementsDone = 0
  /// Whether the encoder has something left over: then every instant has a frame.
  package var isBehind = false
  /// Whether a key frame had better come later: it waits for up to another interval.
  package var putsOffKeyFrame = false

  /// The whole picture counts as changed at time zero.
  package init(width: Int32, height: Int32, configuration: Configuration = Configuration()) {
    self.configuration = configuration
    pending = BlockMap(width: width, height: height)
    coarse = pending
    pending.insertAll()
  }

  /// What changed at `time`. Frames before that time must have been taken.
  package mutating func change(_ damage: Damage, at time: MediaTime) {
    guard !damage.blocks.isEmpty else { return }
    // A hint describes the step from the last frame; two steps in one frame have none.
    pendingHint = pendingSince == nil ? damage.hint : nil
    pending.formUnion(damage.blocks)
    lastChange = max(lastChange, time)
    if pendingSince == nil { pendingSince = time }
  }

  /// Somebody cannot go on, or begin, without a key frame: the next instant at or after `time` has one,
  /// also when nothing changes.
  package mutating func wantKeyFrame(at time: MediaTime) {
    isKeyFrameWanted = true
    if pendingSince == nil { pendingSince = time }
  }

  /// When the next frame is due if nothing else changes.
  package var deadline: MediaTime { configuration.rate.instant(dueIndex) }

  /// The next frame whose instant lies before `time`, in order; nil when there is none.
  package mutating func nextFrame(before time: MediaTime) -> EncodeRequest? {
    let index = dueIndex
    let instant = configuration.rate.instant(index)
    guard instant < time else { return nil }
    nextIndex = index + 1
    defer { lastFrame = instant }
    framesSinceKeyFrame += 1
    if pendingSince != nil { return changedFrame(at: instant) }
    if isRefinementDue(at: instant) { return refinedFrame(at: instant) }
    return EncodeRequest(time: instant, blocks: emptyMap, pass: .final)
  }

  /// The frame that was asked for was not made: what it would have coded is still to be coded.
  package mutating func restore(_ request: EncodeRequest) {
    pending.formUnion(request.blocks)
    pendingHint = nil
    if !pending.isEmpty { pendingSince = request.time }
    if request.wantsKeyFrame { lastKeyFrame = nil }
  }

  /// Where the last frame of a session that ends at `end` stands: the last instant before the end.
  package func finalInstant(end: MediaTime) -> MediaTime {
    configuration.rate.instant(configuration.rate.index(lastBefore: end))
  }

  /// The last frame, at the best quality. Frames before `finalInstant(end:)` must have been taken.
  ///
  /// Nil when the last instant has its frame already and that one was sharp. When it has a frame and
  /// something changed after it, the last one stands a millisecond before the end.
  package mutating func finalFrame(end: MediaTime) -> EncodeRequest? {
    let index = configuration.rate.index(lastBefore: end)
    var instant = configuration.rate.instant(index)
    if index < nextIndex, let last = lastFrame {
      guard isBehind || !pending.isEmpty || !coarse.isEmpty else { return nil }
      let millisecond = MediaTime(milliseconds: 1)
      instant = max(end - millisecond, last + millisecond)
    }
    nextIndex = index + 1
    lastFrame = instant
    var blocks = pending
    blocks.formUnion(coarse)
    let isFirst = lastKeyFrame == nil
    if isFirst { lastKeyFrame = instant }
    settle()
    return EncodeRequest(
      time: instant, blocks: blocks, pass: .final,
      refinement: configuration.refinements.count, wantsKeyFrame: isFirst)
  }
}

extension VideoCadence {
  private var dueIndex: Int64 {
    let rate = configuration.rate
    if configuration.isConstantRate || isBehind { return nextIndex }
    var due = Int64.max
    if let since = pendingSince { due = rate.index(atOrAfter: since) }
    if let time = refinementTime { due = min(due, rate.index(atOrAfter: time)) }
    if let last = lastFrame {
      due = min(due, rate.index(atOrAfter: last + configuration.heartbeat))
    }
    return max(due, nextIndex)
  }

  private var emptyMap: BlockMap {
    var map = pending
    map.removeAll()
    return map
  }

  /// When the next improving frame is wanted; nil when everything is sharp.
  private var refinementTime: MediaTime? {
    guard !coarse.isEmpty, refinementsDone < configuration.refinements.count else { return nil }
    return lastChange + configuration.refinements[refinementsDone]
  }

  private func isRefinementDue(at instant: MediaTime) -> Bool {
    guard let time = refinementTime else { return false }
    return time <= instant
  }

  private func isKeyFrameDue(at instant: MediaTime) -> Bool {
    guard let last = lastKeyFrame else { return true }
    let distance = instant - last
    let interval = configuration.keyFrameInterval
    guard distance >= (putsOffKeyFrame ? interval + interval : interval) else { return false }
    return framesSinceKeyFrame >= configuration.keyFrameDistance
      || distance >= configuration.longestKeyFrameInterval
  }

  private mutating func changedFrame(at instant: MediaTime) -> EncodeRequest {
    if isKeyFrameWanted || isKeyFrameDue(at: instant) {
      // Everything is coded anew, so it is coded well: else all ink would have to be improved again.
      lastKeyFrame = instant
      framesSinceKeyFrame = 0
      isKeyFrameWanted = false
      var blocks = pending
      blocks.insertAll()
      settle()
      return EncodeRequest(time: instant, blocks: blocks, pass: .final, wantsKeyFrame: true)
    }
    let request = EncodeRequest(time: instant, blocks: pending, hint: pendingHint, pass: .preview)
    coarse.formUnion(pending)
    pending.removeAll()
    pendingSince = nil
    pendingHint = nil
    refinementsDone = 0
    return request
  }

  private mutating func refinedFrame(at instant: MediaTime) -> EncodeRequest {
    refinementsDone += 1
    let request = EncodeRequest(
      time: instant, blocks: coarse, pass: .final, refinement: refinementsDone)
    if refinementsDone == configuration.refinements.count { coarse.removeAll() }
    return request
  }

  /// Everything is coded, and well.
  private mutating func settle() {
    pending.removeAll()
    pendingSince = nil
    pendingHint = nil
    coarse.removeAll()
    refinementsDone = 0
  }
}
