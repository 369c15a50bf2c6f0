internal import CallSession
internal import MediaCore
internal import MediaIO

/// How long somebody who comes late waits for the picture: from the request to the first decoded frame in which
/// the whole board is.
enum JoinTimes {
  private static let joins = 20
  private static let patience = MediaTime(milliseconds: 10_000)

  static func run() throws(MediaError) {
    print("| board | path | median ms | worst ms | of |")
    print("|---|---|---|---|---|")
    for board in boards {
      try report("\(board.name) | this machine, its own time", sameMachine(board.written))
      for path in paths {
        try report("\(board.name) | \(path.name)", distant(board.written, path.shape))
      }
    }
  }

  /// By the seconds of the pen's session that are on them.
  private static let boards: [(name: String, written: Double)] = [
    ("40 s of writing", 40), ("120 s of writing", 120),
  ]
  private static let paths: [(name: String, shape: ViewerPath.Shape)] = [
    ("50 ms there and back", ViewerPath.Shape(latency: MediaTime(milliseconds: 25))),
    ("100 ms there and back", ViewerPath.Shape(latency: MediaTime(milliseconds: 50))),
    (
      "50 ms, 4 Mbit/s",
      ViewerPath.Shape(latency: MediaTime(milliseconds: 25), bitrate: 4_000_000)
    ),
    (
      "50 ms, 1 Mbit/s",
      ViewerPath.Shape(latency: MediaTime(milliseconds: 25), bitrate: 1_000_000)
    ),
  ]

  private static func report(_ name: String, _ times: [Double]) {
    let sorted = times.sorted()
    print(
      "| \(name) | \(fixed(sorted[sorted.count / 2], 0)) | \(fixed(sorted[sorted.count - 1], 0))"
        + " | \(sorted.count) |")
  }

  /// Nothing moves any more.
  private static func sameMachine(_ written: Double) throws(MediaError) -> [Double] {
    let stage = try ViewerStage(written: written, drawing: 0)
    let clock = MonotonicClock()
    try settle(stage, at: clock.now)
    var times: [Double] = []
    for _ in 0..<joins {
      let begun = clock.now
      let path = try stage.prepare(ViewerPath.Shape(), looks: true)
      stage.ask(path)
      var look = try FirstPicture(path.viewer)
      while !look.isComplete {
        let now = clock.now
        guard now - begun < patience else { throw late }
        if let answer = try stage.takeAnswer() { try stage.add(path, answer: answer, at: now) }
        try stage.step(to: now)
        try look.take(stage.picture)
      }
      times.append((clock.now - begun).seconds * 1_000)
    }
    return times
  }

  private static func distant(
    _ written: Double, _ shape: ViewerPath.Shape
  ) throws(MediaError) -> [Double] {
    let stage = try ViewerStage(written: written, drawing: 0)
    var now = MediaTime.zero
    try settle(stage, at: now)
    var times: [Double] = []
    for number in 0..<joins {
      // Not always at the same place between two packets of sound.
      now = now + MediaTime(milliseconds: 1_003 + Int64(number))
      try stage.step(to: now)
      let begun = now
      let path = try stage.prepare(shape, looks: true)
      stage.ask(path)
      var answer: [UInt8]? = try stage.answer(at: now)
      // A round trip for TCP's connection, and one for the request.
      let answered = now + MediaTime(nanoseconds: shape.latency.nanoseconds * 4)
      var look = try FirstPicture(path.viewer)
      while !look.isComplete {
        guard now - begun < patience else { throw late }
        if now >= answered, let said = answer {
          try stage.add(path, answer: said, at: now)
          answer = nil
        }
        try stage.step(to: now)
        try look.take(stage.picture)
        if !look.isComplete { now = now + MediaTime(milliseconds: 1) }
      }
      times.append((now - begun).seconds * 1_000)
    }
    return times
  }

  /// So that the board is drawn before anybody comes.
  private static func settle(_ stage: ViewerStage, at now: MediaTime) throws(MediaError) {
    for _ in 0..<10 { try stage.step(to: now) }
  }

  private static var late: MediaError { MediaError(.networkFailed, "a viewer saw no picture") }
}
