package import MediaCore

/// A whole call with people who talk, show themselves and draw, and what came of it.
package enum CallTest {
  package struct Progress: Sendable {
    package var time: MediaTime
    package var duration: MediaTime
  }

  /// Runs a plan over the simulated network, in virtual time: an hour takes as long as its computing does,
  /// and equal plans give equal reports.
  ///
  /// - Parameters:
  ///   - record: takes what a recorder keeps, in order; an error ends the test.
  ///   - progress: called every second of the call; false ends it early, with what there is until then.
  package static func run(
    _ plan: CallTestPlan, record: ([CallRecord]) throws(MediaError) -> Void = { _ in },
    progress: (Progress) -> Bool = { _ in true }
  ) throws(MediaError) -> CallTestReport {
    var call = Simulation(try CallTestWorld(plan, over: SimulatedCarrier(plan)))
    try call.world.begin(at: .zero)
    var second = MediaTime.zero
    while second < plan.duration {
      second = min(second + length, plan.duration)
      try advance(&call, to: second)
      if plan.isRecorded { try record(call.world.takeRecords()) }
      guard progress(Progress(time: second, duration: plan.duration)) else { break }
    }
    return call.world.report()
  }

  /// Runs a plan over something real, such as sockets, as time passes.
  ///
  /// - Parameters:
  ///   - now: the time, which began with the test.
  ///   - wait: lets time pass until a deadline, or until the carrier has something.
  package static func run<Carrier: CallTestCarrier & ~Copyable>(
    _ plan: CallTestPlan, over carrier: consuming Carrier, now: () -> MediaTime,
    wait: (MediaTime) throws(MediaError) -> Void,
    record: ([CallRecord]) throws(MediaError) -> Void = { _ in },
    progress: (Progress) -> Bool = { _ in true }
  ) throws(MediaError) -> CallTestReport {
    var plan = plan
    plan.isLive = true
    var call = Simulation(try CallTestWorld(plan, over: carrier))
    try call.world.begin(at: .zero)
    var told = MediaTime.zero
    while call.now < plan.duration {
      try advance(&call, to: min(now(), plan.duration))
      if plan.isRecorded { try record(call.world.takeRecords()) }
      if call.now - told >= length {
        told = call.now
        guard progress(Progress(time: told, duration: plan.duration)) else { break }
      }
      try wait(min(call.deadline ?? plan.duration, plan.duration))
    }
    return call.world.report()
  }

  private static let length = MediaTime(milliseconds: 1_000)

  private static func advance<Carrier: CallTestCarrier & ~Copyable>(
    _ call: inout Simulation<CallTestWorld<Carrier>>, to time: MediaTime
  ) throws(MediaError) {
    do throws(SimulationError) {
      try call.run(until: time)
    } catch {
      throw MediaError(.codecFailed, "the call does not go on: \(error)")
    }
    if let failure = call.world.failure { throw failure }
  }
}
