package import MediaCore

/// When the next frame of a board may be coded: its quality is given, so that frames become rarer when they
/// are large, at most a second apart.
package struct BoardFrameGate: Sendable {
  /// Bits a second.
  private var bitrate: Int64
  private let shortest: MediaTime
  private var last: MediaTime?
  /// When the last frame is paid.
  private var paid = MediaTime.zero

  private static let longest = MediaTime(milliseconds: 1_000)

  /// - Parameter shortest: between frames, whatever they cost.
  package init(bitrate: Int64, shortest: MediaTime = MediaTime(count: 1, rate: 30)) {
    self.bitrate = max(bitrate, 1)
    self.shortest = shortest
  }

  package mutating func set(bitrate: Int64) { self.bitrate = max(bitrate, 1) }

  /// A frame may be coded from here on.
  package var next: MediaTime {
    guard let last else { return .zero }
    return min(max(last + shortest, paid), last + Self.longest)
  }

  package mutating func note(_ bytes: Int, at now: MediaTime) {
    last = now
    let cost = Double(bytes) * 8e9 / Double(bitrate)
    // What a bootstrap costs is not held against the frames of many seconds.
    paid = max(paid, now) + MediaTime(nanoseconds: Int64(min(cost, 2e9)))
  }
}
