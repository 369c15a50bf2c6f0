package import MediaCore

/// What arrives in a second, by feedback. Where feedback was lost the time is left out, as what arrived in
/// it is not known.
package struct AcknowledgedBitrate: Sendable {
  private struct Slice {
    let bytes: Int
    let length: MediaTime
  }

  /// The last one ends at the last arrival.
  private var slices: [Slice] = []
  private var total = MediaTime.zero
  private var last: MediaTime?

  private static let steadyWindow = MediaTime(milliseconds: 500)
  private static let quickWindow = MediaTime(milliseconds: 100)
  /// Packets that arrived at once tell nothing.
  private static let shortest = MediaTime(milliseconds: 1)

  package init() {}

  /// Takes what a feedback tells, by arrival.
  package mutating func note(_ arrivals: [(arrival: MediaTime, size: Int)], isContinuous: Bool) {
    guard let first = arrivals.first, let end = arrivals.last else { return }
    var begin = first.arrival
    var skipped = first.size
    if isContinuous, let last, last < first.arrival {
      begin = last
      skipped = 0
    }
    var bytes = -skipped
    for arrival in arrivals { bytes += arrival.size }
    last = max(last ?? end.arrival, end.arrival)
    let length = end.arrival - begin
    guard length >= Self.shortest, bytes > 0 else { return }
    slices.append(Slice(bytes: bytes, length: length))
    total = total + length
    while let oldest = slices.first, total - oldest.length >= Self.steadyWindow {
      total = total - oldest.length
      slices.removeFirst()
    }
  }

  /// Bits a second over the last half second; nil before anything is known.
  package var steady: Int64? { rate(over: Self.steadyWindow) }
  /// Over the last tenth: follows a link that has become slower.
  package var quick: Int64? { rate(over: Self.quickWindow) }

  private func rate(over window: MediaTime) -> Int64? {
    var (bytes, length) = (0, MediaTime.zero)
    for slice in slices.reversed() {
      bytes += slice.bytes
      length = length + slice.length
      if length >= window { break }
    }
    return length > .zero ? Int64(Double(bytes) * 8e9 / Double(length.nanoseconds)) : nil
  }
}
