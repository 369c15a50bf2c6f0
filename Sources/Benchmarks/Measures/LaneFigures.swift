internal import MediaCore

/// What an encoder has cost and shown over a session.
struct LaneFigures {
  /// CPU of each frame, in milliseconds, and its size in bytes.
  private var times: [Double] = []
  private var sizes: [Int] = []
  /// Over the damaged blocks of each frame when it is shown.
  var damaged = PictureLikeness()
  /// Over whole frames, now and then.
  var whole = PictureLikeness()
  /// The last picture as a key frame, or as the frames that a joiner gets.
  var keyTime = 0.0
  var keyBytes = 0
  var key = PictureLikeness()

  mutating func add(milliseconds: Double, bytes: Int) {
    times.append(milliseconds)
    sizes.append(bytes)
  }

  var count: Int { times.count }
  var bytes: Int { sizes.reduce(0, +) }
  var largest: Int { sizes.max() ?? 0 }
  var mean: Double { times.isEmpty ? 0 : times.reduce(0, +) / Double(times.count) }
  var slowest: Double { times.max() ?? 0 }

  /// The time that a share of all frames keeps to.
  func time(of share: Double) -> Double {
    guard !times.isEmpty else { return 0 }
    return times.sorted()[min(Int(share * Double(times.count)), times.count - 1)]
  }
}
