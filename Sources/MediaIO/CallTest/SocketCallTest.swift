package import CallSession
package import MediaCore

/// Runs a call test in real time over sockets on 127.0.0.1.
package enum SocketCallTest {
  /// As `CallTest.run`, with sockets in the place of the simulated network; the profile's links do not
  /// count, its clocks do.
  package static func run(
    _ plan: CallTestPlan, record: ([CallRecord]) throws(MediaError) -> Void = { _ in },
    progress: (CallTest.Progress) -> Bool = { _ in true }
  ) throws(MediaError) -> CallTestReport {
    let loop = try EventLoop()
    let carrier = try SocketCarrier(participants: plan.names.count, loop: loop)
    var report = try CallTest.run(
      plan, over: carrier, now: { loop.clock.now },
      wait: { deadline throws(MediaError) in
        try carrier.flush()
        let wakening = try loop.wait(until: deadline)
        if !wakening.ready.isEmpty { carrier.noteNews() }
      }, record: record, progress: progress)
    report.usesSockets = true
    return report
  }
}
