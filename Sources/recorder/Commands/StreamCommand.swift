import CallSession
import MediaCore
import MediaIO

/// `recorder stream IN --rtp HOST:PORT`, `--whep [[ADDR:]PORT]` or `--whip URL`
struct StreamCommand: Command {
  static let syntax = CommandSyntax(
    name: "stream",
    summary: "sends a session, a drawing, a film or a screen to others while it is played",
    operands: ["IN"], operandCount: 0...1, options: StreamOptions.options,
    examples: [
      .init(
        "recorder stream lesson.board --whep --loop",
        "to browsers on this machine, at http://127.0.0.1:8018/"),
      .init(
        "recorder stream lesson.board --rtp 127.0.0.1:5004 --sdp lesson.sdp",
        "to a player on this machine: ffplay -protocol_whitelist file,udp,rtp lesson.sdp"),
      .init(
        "recorder stream lesson.board --whip https://live.example/whip/42 --token open.sesame",
        "to a media server"),
      .init(
        "recorder stream plan.excalidraw --rtp 239.255.0.7:5004 --sdp plan.sdp --loop",
        "to a group, over and over"),
      .init(
        "recorder stream today.board --follow --rtp 192.0.2.7:5004 --sdp today.sdp",
        "a board while somebody draws on it"),
      .init("recorder stream talk.mp4 --whep --loop", "a film, or what is only heard"),
      .init("recorder stream --screen :0 --whep", "an X11 screen as it is now"),
      .init(
        "my-renderer | recorder stream --frames - --format bgra --size 1280x720 --fps 30 --whep",
        "what another program draws, while it draws"),
    ])

  let options: StreamOptions

  init(_ arguments: ParsedArguments) throws(MediaError) {
    options = try StreamOptions(arguments)
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    StopSignals.watch()
    let source: StreamedSource
    do throws(MediaError) {
      source = try StreamedSource(options, console)
    } catch {
      // Told to stop while it waited for the first frame.
      if StopSignals.isRaised { return .interrupted }
      throw error
    }
    switch options.way {
    case .rtp(let destination):
      let sender = try PlainRTPLiveSender(
        rtpOptions(source, to: destination), channels: source.live.channels)
      var broadcast = try LiveBroadcast(source.live, to: [sender], loop: try EventLoop())
      try announce(sender, destination, console)
      return try run(&broadcast, console)
    case .whep(let address):
      let sender = try WebRTCLiveSender(try whepOptions(source, at: address))
      var broadcast = try LiveBroadcast(source.live, to: [sender], loop: try EventLoop())
      announce(sender, console)
      return try run(&broadcast, console)
    case .whip(let endpoint):
      let sender = WHIPLiveSender(try whipOptions(source, to: endpoint))
      announce(endpoint, console)
      var broadcast = try LiveBroadcast(source.live, to: [sender], loop: try EventLoop())
      return try run(&broadcast, console)
    }
  }

  private func run(
    _ broadcast: inout LiveBroadcast, _ console: Console
  ) throws(MediaError) -> ExitCode {
    var progress = StreamProgress(
      style: Progress.Style(quiet: options.quiet, json: options.json, console), console: console)
    do throws(MediaError) {
      try broadcast.run { state in
        progress.update(state)
        return !StopSignals.isRaised
      }
    } catch {
      progress.finish()
      throw error
    }
    progress.finish()
    if options.json {
      console.print(progress.resultObject(wasInterrupted: StopSignals.isRaised).line)
    } else if !options.quiet {
      console.note(progress.result(wasInterrupted: StopSignals.isRaised))
    }
    return StopSignals.isRaised ? .interrupted : .success
  }

  private func rtpOptions(
    _ source: StreamedSource, to destination: SocketAddress
  ) -> PlainRTPLiveSender.Options {
    var settings = PlainRTPLiveSender.Options(to: destination, title: source.title)
    settings.localPort = options.localPort
    settings.isShared = options.sharesPort
    settings.video = source.video
    settings.keyFrameInterval = options.keyFrameInterval
    return settings
  }

  /// Writes the description, and says where it is or what it says.
  private func announce(
    _ sender: PlainRTPLiveSender, _ destination: SocketAddress, _ console: Console
  ) throws(MediaError) {
    let text = sender.description.description
    if let name = options.description {
      try StreamDescriptionFile.write(text, to: name, replacing: options.replacesOutput)
    }
    if options.json {
      var object = JSONObject()
      object.add("event", "streaming")
      object.add("to", "\(destination)")
      if let name = options.description {
        object.add("sdp", name.description)
      } else {
        object.add("description", text)
      }
      console.print(object.line)
    } else if let name = options.description {
      if !options.quiet { console.note("\(name): for receivers at \(destination)") }
    } else {
      console.writeOutput(text)
    }
  }
}
