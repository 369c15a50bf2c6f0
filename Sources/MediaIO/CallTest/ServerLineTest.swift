package import CallSession
package import MediaCore

/// Tests the line to a server that sends back what it gets, in real time.
package enum ServerLineTest {
  package struct Progress: Sendable {
    /// Of the test, which begins when the server is reached.
    package var time: MediaTime
    /// What a person should be told since the last progress, a line each.
    package var notes: [String] = []
  }

  /// The address of a server's echo: what is named, or the usual place of a server without one.
  package static func echo(of server: WebURL) -> WebURL {
    guard server.path == "/" else { return server }
    return server.resolving(WebRTCLiveSender.echoPath) ?? server
  }

  /// Runs until the plan's end, a signal to stop, or `progress` answers false.
  ///
  /// - Parameter stun: servers of STUN, which tell how this machine looks from outside.
  /// - Returns: nil when it was stopped before the server was reached.
  /// - Throws: `.networkFailed` when the server cannot be reached or has no echo there.
  package static func run(
    _ plan: LineTestPlan, at endpoint: WebURL, token: BearerToken?, stun: [SocketAddress] = [],
    progress: (Progress) -> Bool
  ) throws(MediaError) -> CallTestReport? {
    let loop = try EventLoop()
    let caller = try WebRTCCaller(
      WebRTCCaller.Settings(
        kind: .echo, endpoint: endpoint, token: token, way: .echoing, stun: stun,
        wallClockOrigin: SystemClock.wall - loop.clock.now.nanoseconds),
      in: loop, identifiers: 0..<1_000)
    var test = try LineTest(plan)
    var fault: String?
    try caller.start(at: loop.clock.now)
    while true {
      let now = loop.clock.now
      try caller.advance(to: now)
      try caller.run(&test, at: now)
      var state = Progress(time: test.time(at: now))
      fault = try follow(caller, at: endpoint, hasBegun: test.began != nil, &state, at: now)
      guard progress(state), fault == nil, !test.isOver(at: now) else { break }
      var deadline = now + longestStep
      for due in [caller.deadline, test.deadline] { deadline = min(deadline, due ?? deadline) }
      let wakening = try loop.wait(until: deadline)
      let arrival = loop.clock.now
      for ready in wakening.ready { try caller.handle(ready, at: arrival) }
      if wakening.isStopping { break }
    }
    let end = loop.clock.now
    try caller.close(at: end)
    return caller.report(of: test, fault: fault, at: end)
  }

  /// - Returns: why the line has broken, if it has.
  private static func follow(
    _ caller: WebRTCCaller, at endpoint: WebURL, hasBegun: Bool, _ state: inout Progress,
    at now: MediaTime
  ) throws(MediaError) -> String? {
    for event in caller.takeEvents() {
      switch event {
      case .connected:
        guard caller.peer?.isEchoed == false else { continue }
        try caller.close(at: now)
        throw MediaError(
          .networkFailed,
          "\(endpoint): the server sends back nothing there; the echo of stream --whep is at "
            + WebRTCLiveSender.echoPath)
      case .restarting:
        state.notes.append("nothing comes from the server: another way to it is tried")
      case .ended(let reason):
        if hasBegun { return reason.message }
        try caller.close(at: now)
        throw MediaError(.networkFailed, "\(endpoint): \(reason.message)")
      case .over: break
      }
    }
    return nil
  }

  /// While nothing happens, `progress` is asked so often.
  private static let longestStep = MediaTime(milliseconds: 200)
}
