import CallSession
import MediaCore
import MediaIO

/// `recorder calltest --server URL`
extension CalltestCommand {
  func testLine(to echo: WebURL, _ console: Console) throws(MediaError) -> Outcome {
    StopSignals.watch()
    let plan = LineTestPlan(
      server: "\(echo)", seed: options.seed, duration: options.duration,
      speech: try options.lineVoice())
    let began = SystemClock.monotonic
    var progress = Progress(
      style: Progress.Style(quiet: options.quiet, console), console: console,
      total: plan.duration)
    let report: CallTestReport?
    do throws(MediaError) {
      report = try ServerLineTest.run(
        plan, at: echo, token: options.token, stun: try options.stun?.addresses() ?? []
      ) { state in
        if !options.quiet, !state.notes.isEmpty {
          progress.finish()
          for note in state.notes { console.note(note) }
        }
        progress.update(
          position: state.time, bytes: nil, now: (SystemClock.monotonic - began).seconds)
        return !StopSignals.isRaised
      }
    } catch {
      progress.finish()
      throw error
    }
    progress.finish()
    return Outcome(report: report, isInterrupted: StopSignals.isRaised)
  }
}
