import CallSession
import MediaCore
import MediaIO
import Strokes

/// `recorder calltest`
struct CalltestCommand: Command {
  static let syntax = CommandSyntax(
    name: "calltest",
    summary: "tests a call on a simulated network, or a line to a server, before it matters",
    operands: [], operandCount: 0...0,
    options: [
      CommandOption(
        "--participants", letter: "n", "N", help: "how many people, 2 to 8; 3 unless given"),
      CommandOption("--profile", letter: "p", "NAME|FILE", help: ProfileFile.help),
      CommandOption(
        "--seed", "N",
        help:
          "of all chance: equal calls are equal; with --server: who is heard and seen; 1 unless given"
      ),
      CommandOption(
        "--duration", letter: "d", "TIME", help: "of the call: 30, 2:00; one minute unless given"),
      CommandOption(
        "--board", "FILE", help: "the session or drawing that the first participant draws"),
      CommandOption(
        "--speech", "FILE",
        help: "what is said, cut into parts for the participants; unless given espeak-ng speaks"),
      CommandOption("--encoder", "NAME", help: "of the board's video: faceboard or libvpx"),
      CommandOption("--report", "OUT.html", help: "the report with plots, one file"),
      CommandOption("--json", "OUT.json", help: "all figures; - is standard output"),
      CommandOption(
        "--record", "DIR", help: "the folder of the recorded call: tracks, mix, board, chat"),
      CommandOption(
        "--share", help: "the first participant shares a screen in the middle third of the call"),
      CommandOption(
        "--require", "LIST",
        help: "such as mos=3.8,delay=300: exit code 1 when a path is worse"),
      CommandOption(
        "--udp", help: "in real time over sockets on 127.0.0.1 instead of the simulated network"),
    ] + CalltestOptions.serverOptions + [
      CommandOption("--force", help: "replace files that are there"),
      CommandOption("--quiet", letter: "q", help: "neither progress nor notes"),
    ],
    examples: [
      .init("recorder calltest --profile lte", "a minute of three people on mobile networks"),
      .init(
        "recorder calltest -p lossy-10 --report call.html",
        "every tenth packet is lost; figures and plots to open in a browser"),
      .init(
        "recorder calltest --server http://192.0.2.7:8018 --report line.html",
        "the line to another machine's stream --whep, and back"),
      .init(
        "recorder calltest -p office.json --require mos=3.8,strokes-video=95",
        "for a script: 1 when somebody would hear or see less"),
    ])

  let options: CalltestOptions

  init(_ arguments: ParsedArguments) throws(MediaError) {
    options = try CalltestOptions(arguments)
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    // Everything that can be refused is, before a minute of work.
    let profile = try options.profile()
    let reports = try CalltestReports(options)
    do throws(MediaError) {
      let result: Outcome
      if let echo = options.echo {
        result = try testLine(to: echo, console)
      } else {
        let plan = try plan(profile, console)
        let folder = try options.record.map { name throws(MediaError) in
          try CalltestRecording(name, plan)
        }
        result = try call(plan, folder, console)
      }
      guard let report = result.report else {
        reports.discard()
        if !options.quiet {
          console.note("stopped before the server was reached: nothing to report")
        }
        return .interrupted
      }
      let verdict = CallTestVerdict(report)
      let results = options.requirements.map { $0.judged(by: report) }
      try reports.write(report, results)
      let summary = CalltestSummary(report, verdict, results)
      if options.printsJSON {
        console.print(String(decoding: report.json(requirements: results), as: UTF8.self))
        if !options.quiet { for line in summary.lines { console.note(line) } }
      } else {
        for line in summary.lines { console.print(line) }
      }
      if !options.quiet {
        for name in [options.report, options.record].compactMap(\.self) { console.note("\(name)") }
      }
      if result.isInterrupted { return .interrupted }
      if report.line?.fault != nil { return .failed(.networkFailed) }
      return results.allSatisfy(\.isMet) ? .success : .faultsFound
    } catch {
      reports.discard()
      throw error
    }
  }

  struct Outcome {
    /// Nil when it was stopped before there was anything to report.
    var report: CallTestReport?
    var isInterrupted: Bool
  }

  private func plan(
    _ profile: NetworkProfile, _ console: Console
  ) throws(MediaError) -> CallTestPlan {
    let names = Array(CalltestOptions.names.prefix(options.participants))
    var plan = CallTestPlan(
      profile: profile, seed: options.seed, duration: options.duration, names: names,
      speech: try options.voices())
    plan.encoder = options.encoder
    plan.isRecorded = options.record != nil
    if options.sharesScreen { plan.share = options.share }
    if let board = options.board {
      var document = try InputFile.open(board)
      while let event = try document.next() { plan.board.append(event) }
      if !options.quiet { console.warn(document.warnings) }
      plan.header = document.header
    } else {
      plan.header = SampleDrawing.header
      plan.board = SampleDrawing.events(until: options.duration, seed: options.seed)
    }
    return plan
  }

  private func call(
    _ plan: CallTestPlan, _ folder: CalltestRecording?, _ console: Console
  ) throws(MediaError) -> Outcome {
    StopSignals.watch()
    let began = SystemClock.monotonic
    var progress = Progress(
      style: Progress.Style(quiet: options.quiet, console), console: console,
      total: plan.duration)
    var reached = MediaTime.zero
    let record = { (records: [CallRecord]) in
      if let folder { folder.take(records) }
    }
    let onward = { (state: CallTest.Progress) in
      reached = state.time
      folder?.advance(to: state.time)
      progress.update(
        position: state.time, bytes: nil, now: (SystemClock.monotonic - began).seconds)
      return !StopSignals.isRaised
    }
    let report =
      options.usesSockets
      ? try SocketCallTest.run(plan, record: record, progress: onward)
      : try CallTest.run(plan, record: record, progress: onward)
    progress.finish()
    if let folder { for line in try folder.finish(at: reached) { console.note(line) } }
    return Outcome(report: report, isInterrupted: StopSignals.isRaised)
  }
}
