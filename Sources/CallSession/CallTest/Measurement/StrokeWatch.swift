import MediaCore

/// How soon a viewer can read the strokes.
struct StrokeWatch {
  private var delays: [Int: MediaTime] = [:]
  private var pending: [InkReference.Stroke] = []
  /// How many of the reference's strokes are known.
  private var known = 0
  private var gone: Set<Int> = []
  /// What was seen of strokes while they were being drawn: only at their end it is known whether that
  /// was enough.
  private var growth: [Int: [(time: MediaTime, sight: InkReference.Sight)]] = [:]

  /// What is taken away sooner nobody has to have seen.
  private static let shortest = MediaTime(milliseconds: 1_000)

  /// The viewer's picture changes.
  mutating func see(
    _ picture: borrowing I420Picture, of reference: InkReference, at now: MediaTime
  ) {
    takeFinished(reference)
    for number in reference.openStrokes {
      guard let sight = reference.sight(of: number, in: picture), sight.seen > 0 else { continue }
      growth[number, default: []].append((now, sight))
    }
    var left: [InkReference.Stroke] = []
    for stroke in pending {
      guard let sight = reference.sight(of: stroke.number, in: picture) else { continue }
      if sight.isGone(of: stroke.count) {
        if now - stroke.ended < Self.shortest { gone.insert(stroke.number) }
      } else if sight.isLegible(of: stroke.count) {
        delays[stroke.number] = max(now - stroke.readable, .zero)
      } else {
        left.append(stroke)
      }
    }
    pending = left
  }

  /// Strokes that ended since the last look, some of which could be read before.
  private mutating func takeFinished(_ reference: InkReference) {
    for stroke in reference.strokes[known...] {
      let seen = growth.removeValue(forKey: stroke.number) ?? []
      if let first = seen.first(where: { $0.sight.isLegible(of: stroke.count) }) {
        delays[stroke.number] = max(first.time - stroke.readable, .zero)
      } else {
        pending.append(stroke)
      }
    }
    known = reference.strokes.count
  }

  /// - Parameter end: strokes that ended later than a second before it could not be seen yet.
  mutating func legibility(
    of reference: InkReference, goal: MediaTime, until end: MediaTime
  ) -> CallTestReport.Legibility {
    takeFinished(reference)
    var result = CallTestReport.Legibility(goal: goal.milliseconds)
    for stroke in reference.strokes where !gone.contains(stroke.number) {
      let delay = delays[stroke.number]
      if delay == nil, end - stroke.ended < Self.shortest { continue }
      result.strokes.append(
        .init(
          number: stroke.number, time: stroke.readable.seconds, delay: delay?.milliseconds))
    }
    return result
  }
}

extension MediaTime {
  /// For reports.
  var milliseconds: Double { Double(nanoseconds) / 1e6 }
}
