internal import MediaCore
internal import MediaIO

/// What viewers of one board with one speaker cost the thread that serves them.
///
/// Time advances in steps of a millisecond, as a thread finds it that is half busy; each viewer is 5 to 45 ms
/// away, so that their feedback does not come at once.
enum ViewerCosts {
  private static let step = MediaTime(milliseconds: 1)

  /// - Parameters:
  ///   - counts: of viewers, a row each.
  ///   - seconds: that are measured, after all have joined.
  static func run(_ counts: [Int], seconds: Double) throws(MediaError) {
    guard seconds > 0, counts.allSatisfy({ $0 > 0 }) else {
      throw MediaError(.usage, "viewers: counts and seconds above 0 are needed")
    }
    print(
      "| viewers | frames/s | packets/s each | kbit/s each | CPU ms/s | of it the source |",
      terminator: "")
    print(" µs a viewer-second | viewers a core |")
    print("|---|---|---|---|---|---|---|---|")
    for count in counts { try measure(count, seconds: seconds) }
  }

  private static func measure(_ count: Int, seconds: Double) throws(MediaError) {
    let stage = try ViewerStage(written: 60, drawing: seconds + 120)
    var now = MediaTime.zero
    func advance() throws(MediaError) {
      now = now + step
      try stage.step(to: now)
    }
    for place in 0..<count {
      let latency = MediaTime(milliseconds: 5 + Int64(place) * 17 % 41)
      let path = try stage.prepare(ViewerPath.Shape(latency: latency), looks: false)
      stage.ask(path)
      try stage.add(path, answer: stage.answer(at: now), at: now)
      for _ in 0..<5 { try advance() }
    }
    // Until all have their picture, and the estimates of their paths are settled.
    for _ in 0..<5_000 { try advance() }
    let lacking = stage.paths.filter { !$0.viewer.isConnected || $0.viewer.frames == 0 }.count
    guard lacking == 0 else { throw MediaError(.networkFailed, "\(lacking) viewers see nothing") }
    let before = stage.sender.status
    let soundsBefore = stage.paths.map(\.viewer.sounds).reduce(0, +)
    stage.resetCost()
    for _ in 0..<Int(seconds * 1_000) { try advance() }
    let after = stage.sender.status
    let heard = stage.paths.map(\.viewer.sounds).reduce(0, +) - soundsBefore
    let wanted = Double(count) * seconds * 50
    guard Double(heard) > wanted * 0.99 else {
      throw MediaError(.networkFailed, "only \(heard) of \(Int(wanted)) packets of sound came")
    }
    let each = Double(count) * seconds
    let busy = stage.cost.total / seconds
    let perViewer = (stage.cost.total * 1_000) / each
    print(
      "| \(count) | \(fixed(Double(after.frames - before.frames) / seconds, 1))"
        + " | \(fixed(Double(after.packets - before.packets) / each, 1))"
        + " | \(fixed(Double(after.bytes - before.bytes) * 8 / 1_000 / each, 0))"
        + " | \(fixed(busy, 1)) | \(fixed(stage.cost.source / seconds, 1))"
        + " | \(fixed(perViewer, 0)) | \(Int(1e6 / perViewer)) |")
  }
}
