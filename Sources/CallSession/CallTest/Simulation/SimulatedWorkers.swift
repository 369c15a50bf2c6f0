package import MediaCore

/// Worker threads of a simulated machine. In a call they encode, decode and write; here a job is done
/// when its time has passed, first come, first served.
package struct SimulatedWorkers<Job: Sendable>: Sendable {
  private var generator: SimulationGenerator
  private var free: [MediaTime]
  private var running = TimedQueue<Job>()
  /// The longest that a job waited for a worker.
  package private(set) var longestWait = MediaTime.zero
  /// Of all workers together.
  package private(set) var busy = MediaTime.zero

  package init(count: Int, seed: UInt64) {
    precondition(count > 0, "somebody has to work")
    generator = SimulationGenerator(seed: seed, stream: 5)
    free = [MediaTime](repeating: .zero, count: count)
  }

  /// When the next job is done.
  package var deadline: MediaTime? { running.earliest }

  package mutating func submit(_ job: Job, taking duration: JobDuration, at now: MediaTime) {
    var worker = 0
    for other in free.indices where free[other] < free[worker] { worker = other }
    let start = max(now, free[worker])
    let length = duration.drawn(using: &generator)
    longestWait = max(longestWait, start - now)
    busy = busy + length
    free[worker] = start + length
    running.add(job, at: free[worker])
  }

  /// Appends the jobs that are done by `now`, in the order in which they were done.
  package mutating func finish(until now: MediaTime, into jobs: inout [Job]) {
    while let (_, job) = running.take(until: now) { jobs.append(job) }
  }
}
