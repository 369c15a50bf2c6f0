/// What the witnesses of a session say about a video: when ink appears, what never does, where the
/// picture stands still and where a piece is missing.
struct InkTiming {
  struct Span: Equatable {
    var start: MediaTime
    var end: MediaTime
  }

  struct Cut: Equatable {
    /// File time of the place.
    var time: MediaTime
    /// Seconds that are missing.
    var length: Double
  }

  private(set) var frozen: [Span] = []
  /// The frozen span that lasts to the end of the video.
  private(set) var isFrozenToEnd = false
  private(set) var cut: Cut?
  /// Acts that were due, could be seen, and never appeared, by index.
  private(set) var missing: [Int] = []
  /// Acts that could be judged.
  private(set) var judged = 0
  /// Median over the acts of the seconds from an event to the first frame that shows it; nil when
  /// nothing could be measured.
  private(set) var onset: Double?
  /// Acts whose onset was measured.
  private(set) var measured = 0

  private let acts: [SessionAct]
  private let due: [InkWitness]
  private let lateness: Double
  private let lastFrame: MediaTime

  /// Ink earlier than this, in seconds, did not come from rounding.
  static let earliness = 0.06
  private static let leastFreeze = 0.6
  private static let coarseShare = 0.2
  private static let leastCut = 0.15

  /// - Parameters:
  ///   - lastFrame: file time of the last frame of the video.
  ///   - spacing: of frames in motion.
  ///   - blind: spans in which the picture cannot show anything.
  init(
    _ acts: [SessionAct], _ witnesses: [InkWitness], lastFrame: MediaTime, spacing: MediaTime,
    blind: [Span]
  ) {
    self.acts = acts
    self.lastFrame = lastFrame
    let latest = 0.25 + spacing.seconds
    lateness = latest
    let shortest = MediaTime(
      nanoseconds: max(
        200_000_000, spacing.nanoseconds.multipliedReportingOverflow(by: 2).partialValue))
    var due: [InkWitness] = []
    for witness in witnesses {
      // Seen from the first frame on: there is no onset to judge. Nor with no time to be seen.
      guard witness.time > MediaTime(milliseconds: 50), witness.wasAbsent,
        witness.time <= lastFrame, witness.end.map({ $0 - witness.time >= shortest }) ?? true,
        !blind.contains(where: { witness.time >= $0.start && witness.time < $0.end })
      else { continue }
      // Shown in part and fully later: a coarse coder, not a picture that lacks it.
      let isLate = (witness.delay ?? .infinity) > latest
      if isLate, witness.partialShare >= Self.coarseShare { continue }
      due.append(witness)
    }
    self.due = due
    findFrozen()
    findCut()
    findMissing()
    measureOnset()
  }

  private enum Verdict {
    case onTime, early, late, never
  }

  private func verdict(_ witness: InkWitness) -> Verdict {
    guard let delay = witness.delay else { return .never }
    if delay < -Self.earliness { return .early }
    return delay <= lateness ? .onTime : .late
  }

  private func isFrozen(_ time: MediaTime) -> Bool {
    for span in frozen where time >= span.start && time < span.end { return true }
    return false
  }
}

extension InkTiming {
  /// A freeze: one change after the other fails, and then all of them appear in one frame.
  private mutating func findFrozen() {
    var index = 0
    while index < due.count {
      guard verdict(due[index]) == .late || verdict(due[index]) == .never else {
        index += 1
        continue
      }
      var end = index
      while end < due.count, verdict(due[end]) == .late || verdict(due[end]) == .never { end += 1 }
      judgeRun(index..<end)
      index = end
    }
  }

  private mutating func judgeRun(_ run: Range<Int>) {
    let start = due[run.lowerBound].time
    // The frame in which most of the late ones appear.
    var rises: [MediaTime] = []
    for index in run {
      if let rise = due[index].rise, due[index].delay != nil { rises.append(rise) }
    }
    rises.sort()
    let late = rises.count
    var best: (time: MediaTime, count: Int) = (.zero, 0)
    var (first, last) = (0, 0)
    for rise in rises {
      while (rise - rises[first]).seconds >= 0.1 { first += 1 }
      while last < late, (rises[last] - rise).seconds < 0.1 { last += 1 }
      if last - first > best.count { best = (rise, last - first) }
    }
    if late > 0 {
      var standing = 0
      for index in run where due[index].end.map({ $0 > best.time }) ?? true { standing += 1 }
      if best.count * 10 >= standing * 6, (best.time - start).seconds >= Self.leastFreeze {
        frozen.append(Span(start: start, end: best.time))
      }
      return
    }
    // Nothing of it ever appears. To the very end that is a freeze, unless it is one act alone.
    guard run.upperBound == due.count, (lastFrame - start).seconds >= Self.leastFreeze else {
      return
    }
    let act = due[run.lowerBound].act
    var isSingle = true
    for index in run where due[index].act != act { isSingle = false }
    var isPartlyShown = false
    for index in 0..<run.lowerBound where due[index].act == act { isPartlyShown = true }
    if !isSingle || isPartlyShown {
      frozen.append(Span(start: start, end: lastFrame + MediaTime(milliseconds: 1)))
      isFrozenToEnd = true
    }
  }

  /// A cut: from some change on everything is early, at last by one and the same time.
  private mutating func findCut() {
    var first: Int?
    var (early, seen) = (0, 0)
    for index in due.indices.reversed() where due[index].delay != nil {
      seen += 1
      guard verdict(due[index]) == .early else { continue }
      early += 1
      if early * 10 >= seen * 8 { first = index }
    }
    guard let first, let rise = due[first].rise else { return }
    var delays: [Double] = []
    for witness in due[first...] {
      if let delay = witness.delay { delays.append(delay) }
    }
    // What was due inside the cut is early by less.
    let tail = delays.suffix(max(delays.count / 2, 1))
    guard let length = Self.median(Array(tail)), length <= -Self.leastCut else { return }
    cut = Cut(time: rise, length: -length)
  }

  /// Ink alone says too little of a cut after which nothing is drawn: the file lacks more.
  mutating func lengthenCut(to length: Double) {
    if let found = cut?.length, length > found { cut?.length = length }
  }

  private mutating func findMissing() {
    var seen = [Int](repeating: 0, count: acts.count)
    var (failed, never, counts) = (seen, seen, seen)
    for witness in due {
      counts[witness.act] += 1
      if verdict(witness) == .never { never[witness.act] += 1 }
      switch verdict(witness) {
      case .onTime, .early: seen[witness.act] += 1
      case .late:
        // It came, though not in time: late ink is not missing ink, but a crossing stroke can
        // look like it. Nearly all of an act's witnesses have to be so.
        failed[witness.act] += 1
      case .never: if !isFrozen(witness.time) { failed[witness.act] += 1 }
      }
    }
    for act in acts.indices where seen[act] + failed[act] > 0 {
      judged += 1
      // An act that fails fails by absence when at least half of its witnesses never appear.
      if seen[act] == 0, !isFrozen(acts[act].time), never[act] * 2 >= counts[act] {
        missing.append(act)
      }
    }
  }

  /// Over all acts outside frozen spans and before a cut, each by its first witness.
  private mutating func measureOnset() {
    var delays: [Double] = []
    var last = -1
    for witness in due where witness.act != last {
      guard let delay = witness.delay, !isFrozen(witness.time) else { continue }
      if let cut, witness.time > cut.time { break }
      last = witness.act
      delays.append(delay)
    }
    measured = delays.count
    onset = Self.median(delays)
  }

  static func median(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
