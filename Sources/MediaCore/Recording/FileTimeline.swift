/// From session time to file time: a range of the session without its pauses, at some speed.
package struct FileTimeline: Equatable, Sendable {
  /// A stretch of the session that is in the file.
  package struct Stretch: Equatable, Sendable {
    /// Session times; `end` is not in it any more.
    package var start: MediaTime
    package var end: MediaTime
    /// Where it begins after the cuts, before the speed is applied.
    package var cutStart: MediaTime

    package var length: MediaTime { end - start }
  }

  /// In order, apart from each other, none empty.
  package private(set) var stretches: [Stretch] = []
  /// Thousandths: 2 000 plays twice as fast.
  private let speed: Int64
  /// Session time at which the range ends.
  private var last: MediaTime

  /// - Parameters:
  ///   - end: of the session.
  ///   - pauses: in order and apart from each other.
  ///   - from: where the file begins, in session time; the beginning when nil.
  ///   - to: where it ends; the session's end when nil or later.
  ///   - speed: 0.01 to 1 000, rounded to thousandths.
  package init(
    end: MediaTime, pauses: [Range<MediaTime>] = [], from: MediaTime? = nil, to: MediaTime? = nil,
    speed: Double = 1
  ) {
    precondition((0.01...1_000).contains(speed), "a speed is from 0.01 to 1000")
    self.speed = Int64((speed * 1_000).rounded())
    last = max(min(to ?? end, end), .zero)
    var start = max(from ?? .zero, .zero)
    for pause in pauses {
      add(start, min(pause.lowerBound, last))
      start = max(start, pause.upperBound)
    }
    add(start, last)
  }

  private mutating func add(_ start: MediaTime, _ end: MediaTime) {
    guard start < end else { return }
    stretches.append(Stretch(start: start, end: end, cutStart: cutDuration))
  }

  /// The same, going on after its end until session time `end`: for a narration that is longer than
  /// what was drawn. A session that ends in a pause does not go on.
  package func reaching(_ end: MediaTime) -> FileTimeline {
    var timeline = self
    guard end > last else { return self }
    if let final = stretches.last {
      guard final.end == last else { return self }
      timeline.stretches[stretches.count - 1].end = end
    } else {
      guard last == .zero else { return self }
      timeline.add(.zero, end)
    }
    timeline.last = end
    return timeline
  }

  /// Length of the session without what is cut, at its own speed.
  package var cutDuration: MediaTime {
    guard let last = stretches.last else { return .zero }
    return last.cutStart + last.length
  }

  package var duration: MediaTime { scaled(cutDuration) }

  /// The time in the file at which the session's `time` is shown. What happens in a pause is shown
  /// where the pause stands, what happens before the range at the beginning.
  package func fileTime(of time: MediaTime) -> MediaTime { scaled(cutTime(of: time)) }

  /// The same before the speed is applied.
  package func cutTime(of time: MediaTime) -> MediaTime {
    // The last stretch that has begun.
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].start <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return .zero }
    let stretch = stretches[low - 1]
    return stretch.cutStart + (min(time, stretch.end) - stretch.start)
  }

  /// From file time to the time before the speed is applied.
  func unscaled(_ time: MediaTime) -> MediaTime {
    guard speed != 1_000 else { return time }
    let unscaled = (Int128(time.nanoseconds) * Int128(speed) + 500) / 1_000
    return MediaTime(nanoseconds: Int64(clamping: unscaled))
  }

  private func scaled(_ time: MediaTime) -> MediaTime {
    guard speed != 1_000 else { return time }
    let scaled = (Int128(time.nanoseconds) * 1_000 + Int128(speed) / 2) / Int128(speed)
    return MediaTime(nanoseconds: Int64(clamping: scaled))
  }
}
