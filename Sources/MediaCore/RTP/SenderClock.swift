/// Which wall-clock time a sender's timestamps have, from its reports (RFC 3550, 6.4.1): what puts
/// the streams of one sender, of which each has a clock of its own, beside each other.
///
/// From a report on the nominal rate counts, or the one between two reports once they are far enough
/// apart to show it.
package struct SenderClock: Sendable {
  package let clockRate: Int64

  private var first: Mark?
  private var last: Mark?

  private struct Mark: Sendable {
    var timestamp: RTPTimestamp
    /// Since 1970.
    var nanoseconds: Int64
  }

  /// Seconds between reports that show a rate: their times are good to a millisecond or so.
  private static let leastSpan = 20.0
  /// Reports that differ more from the nominal rate are of a clock that was set.
  private static let largestDrift = 1e-3

  package init(clockRate: Int64) {
    precondition(clockRate > 0, "a clock that runs")
    self.clockRate = clockRate
  }

  /// - Parameter newest: a timestamp of the stream from about the same time, which has the lap.
  package mutating func receive(_ report: SenderReport, newest: RTPTimestamp) {
    let mark = Mark(
      timestamp: RTPTimestamp(report.timestamp, nearest: newest),
      nanoseconds: report.time.unixNanoseconds)
    if let first, !Self.isPlausible(rate(from: first, to: mark) / Double(clockRate)) {
      self.first = nil
    }
    if first == nil { first = mark }
    last = mark
  }

  /// Nanoseconds since 1970 on the sender's clock; nil before its first report.
  package func time(of timestamp: RTPTimestamp) -> Int64? {
    guard let first, let last else { return nil }
    let span = Double(last.nanoseconds &- first.nanoseconds) / 1e9
    let rate = span >= Self.leastSpan ? rate(from: first, to: last) : Double(clockRate)
    let seconds = Double(last.timestamp.distance(to: timestamp)) / rate
    return last.nanoseconds &+ Int64((min(max(seconds, -1e9), 1e9) * 1e9).rounded())
  }

  /// Ticks a second; the nominal rate while the reports are too close to tell.
  private func rate(from first: Mark, to last: Mark) -> Double {
    let seconds = Double(last.nanoseconds &- first.nanoseconds) / 1e9
    let ticks = Double(first.timestamp.distance(to: last.timestamp))
    // A tenth of a second off is no drift that a few seconds could bring.
    if abs(seconds) < Self.leastSpan, abs(ticks / Double(clockRate) - seconds) < 0.1 {
      return Double(clockRate)
    }
    return seconds > 0 ? ticks / seconds : 0
  }

  private static func isPlausible(_ part: Double) -> Bool { abs(part - 1) <= largestDrift }
}
