import CallSession
import MediaCore
import MediaIO

/// `recorder receive --sdp FILE`, `--whip-listen [[ADDR:]PORT]` or `--whep-from URL`, `-o DIR`
struct ReceiveCommand: Command {
  static let syntax = CommandSyntax(
    name: "receive", summary: "records what somebody sends, pictures and sound, into a folder",
    operands: [], operandCount: 0...0, options: ReceiveOptions.options,
    examples: [
      .init(
        "recorder receive --sdp lesson.sdp -o lesson", "until the sender says that it is over"),
      .init(
        "recorder receive --sdp camera.sdp -o camera -d 1:00:00", "an hour of what FFmpeg sends"),
      .init(
        "recorder receive --whip-listen 0.0.0.0:8019 --token open.sesame -o talks",
        "each who publishes at http://HOST:8019/whip and knows the token"),
      .init(
        "recorder receive --whep-from http://192.0.2.7:8018/whep -o lesson",
        "what another machine streams by stream --whep"),
    ])

  let options: ReceiveOptions

  init(_ arguments: ParsedArguments) throws(MediaError) {
    options = try ReceiveOptions(arguments)
  }

  func run(_ console: Console) throws(MediaError) -> ExitCode {
    StopSignals.watch()
    var progress = ReceiveProgress(
      style: Progress.Style(quiet: options.quiet, json: options.json, console), console: console)
    let results: [ReceiveResult]
    do throws(MediaError) {
      switch options.way {
      case .description(let name): results = try receive(name, &progress)
      case .whip(let address, let token): results = try listen(address, token, &progress)
      case .whep(let endpoint, let token): results = try watch(endpoint, token, &progress)
      }
    } catch {
      progress.finish()
      throw error
    }
    progress.finish()
    for result in results { tell(result, console) }
    if let failure = results.lazy.flatMap(\.report.failures).first {
      return .failed(failure.error.code)
    }
    return StopSignals.isRaised ? .interrupted : .success
  }

  // MARK: The ways

  private func receive(
    _ name: FileName, _ progress: inout ReceiveProgress
  ) throws(MediaError) -> [ReceiveResult] {
    let file = try ReceivedDescription(name)
    var recording = try PlainRTPRecording(
      file.streams, to: try FolderOfSinks(options.output), title: file.title)
    let places = file.streams.map { "\($0.address)" }
    progress.begin("listens at", places)
    let report = try recording.run(for: options.duration) { Self.goesOn($0, &progress) }
    return [
      try result(
        report,
        "nothing came that could be recorded; does the sender send to "
          + places.joined(separator: " and ") + "?")
    ]
  }

  private func listen(
    _ address: SocketAddress, _ token: BearerToken?, _ progress: inout ReceiveProgress
  ) throws(MediaError) -> [ReceiveResult] {
    var settings = WHIPRecording.Options(listen: address)
    settings.token = token
    settings.mediaPort = options.server.mediaPort
    if let announced = options.server.announced { settings.announced = [announced] }
    settings.identity = try options.server.identity?.read()
    let folder = try FolderOfSinks(options.output)
    var recording = try WHIPRecording(settings, to: folder.name)
    let scheme = settings.identity == nil ? "http" : "https"
    let place = "\(scheme)://\(recording.address ?? settings.listen)\(WHIPRecording.path)"
    progress.begin("takes those who publish at", [place])
    let recorded = try recording.run(for: options.duration) { Self.goesOn($0, &progress) }
    guard !recorded.isEmpty else {
      throw MediaError(
        .networkFailed,
        "\(options.output): nobody published anything that could be recorded at \(place)")
    }
    return recorded.map {
      ReceiveResult(
        name: $0.folder.description, report: $0.report, wasInterrupted: StopSignals.isRaised)
    }
  }

  private func watch(
    _ endpoint: WebURL, _ token: BearerToken?, _ progress: inout ReceiveProgress
  ) throws(MediaError) -> [ReceiveResult] {
    var recording = try WHEPRecording(
      endpoint, token: token, stun: try options.stun?.addresses() ?? [],
      to: try FolderOfSinks(options.output))
    progress.begin("watches", ["\(endpoint)"])
    let report = try recording.run(for: options.duration) { Self.goesOn($0, &progress) }
    return [
      try result(report, "nothing came that could be recorded; does \(endpoint) show anything?")
    ]
  }

  private static func goesOn(
    _ state: ReceptionProgress, _ progress: inout ReceiveProgress
  ) -> Bool {
    progress.update(state)
    return !StopSignals.isRaised
  }

  // MARK: The end

  private func result(
    _ report: SessionRecordingReport?, _ fault: String
  ) throws(MediaError) -> ReceiveResult {
    guard let report, report.manifest != nil else {
      throw MediaError(.networkFailed, "\(options.output): \(fault)")
    }
    return ReceiveResult(
      name: options.output.description, report: report, wasInterrupted: StopSignals.isRaised)
  }

  private func tell(_ result: ReceiveResult, _ console: Console) {
    for failure in result.report.failures {
      console.note("warning: \(failure.file): \(failure.error.message)")
    }
    if options.json {
      console.print(result.object.line)
    } else if !options.quiet {
      console.note(result.line)
    }
  }
}
