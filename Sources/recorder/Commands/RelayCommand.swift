import CallSession
import MediaCore
import MediaIO

/// `recorder relay`
struct RelayCommand: Command {
  static let syntax = CommandSyntax(
    name: "relay",
    summary: "carries UDP between two programs as a bad network would, to test real calls",
    operands: [], operandCount: 0...0,
    options: [
      CommandOption(
        "--listen", letter: "l", "[ADDRESS:]PORT",
        help: "where clients send to; a port alone is open to this machine only, 0 is a free one"),
      CommandOption("--to", letter: "t", "HOST:PORT", help: "where their datagrams go on to"),
      CommandOption("--profile", letter: "p", "NAME|FILE", help: ProfileFile.help),
      CommandOption("--seed", "N", help: "of all chance: equal packets are lost; 1 unless given"),
      CommandOption(
        "--rebind-after", "TIME",
        help:
          "so long after its first datagram a client comes from another port, as if its network "
          + "had changed"),
      CommandOption("--json", help: "one JSON object a line, each second and at the end"),
      CommandOption("--quiet", letter: "q", help: "the figures at the end and nothing before"),
    ],
    examples: [
      .init(
        "recorder relay --listen 9000 --to 127.0.0.1:8443 --profile lte",
        "what is sent to port 9000 takes the way of a mobile network"),
      .init(
        "recorder relay -l 0.0.0.0:9000 -t 192.0.2.7:8443 -p lossy-10 --rebind-after 20",
        "every tenth packet is lost, and each client changes its network once"),
    ])

  let options: RelayOptions

  init(_ arguments: ParsedArguments) throws(MediaError) {
    options = try RelayOptions(arguments)
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    let settings = try options.settings()
    StopSignals.watch()
    let loop = try EventLoop()
    let relay = try UDPRelay(settings, loop: loop)
    let report = RelayReport(console, options)
    report.began(at: relay.localAddress, settings)
    let began = loop.clock.now
    var nextReport = began + Self.reportInterval
    while true {
      let turn = try relay.turn(until: options.printsJSON ? nextReport : nil)
      for event in turn.events { report.note(event) }
      let now = loop.clock.now
      if turn.isStopping { break }
      if options.printsJSON, now >= nextReport {
        report.went(on: relay.statistics, clients: relay.clientCount, for: now - began)
        while nextReport <= now { nextReport = nextReport + Self.reportInterval }
      }
    }
    report.ended(with: relay.statistics, clients: relay.clientCount, after: loop.clock.now - began)
    return .success
  }

  private static let reportInterval = MediaTime(milliseconds: 1_000)
}
