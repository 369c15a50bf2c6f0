import CallSession
import MediaCore
import MediaIO

/// What `calltest` was asked to do.
struct CalltestOptions {
  let participants: Int
  let profileName: String
  let seed: UInt64
  let duration: MediaTime
  let board: FileName?
  let speech: FileName?
  let encoder: BoardVideoEncoder.Kind
  let report: FileName?
  let json: FileName?
  /// The figures go to standard output, and the words to standard error.
  var printsJSON: Bool { json == "-" }
  let record: FileName?
  let requirements: [CallTestRequirement]
  let usesSockets: Bool
  let sharesScreen: Bool
  /// A server's echo, to which the line is tested in the place of a call.
  let echo: WebURL?
  let token: BearerToken?
  let stun: STUNServer?
  /// As it can be called again.
  let command: String
  let replacesOutput: Bool
  let quiet: Bool

  static let names = ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gül", "Hugo"]

  init(_ arguments: ParsedArguments) throws(MediaError) {
    participants = Int(
      try arguments.value(
        "--participants", expected: "a whole number from 2 to \(Self.names.count)"
      ) { ArgumentValues.integer($0, in: 2...Int64(Self.names.count)) } ?? 3)
    (echo, token, stun) = try Self.server(arguments)
    usesSockets = arguments.has("--udp")
    sharesScreen = arguments.has("--share")
    command = Self.command(arguments)
    try arguments.refuse(
      "--udp", with: "--profile", because: "sockets on 127.0.0.1 are a network of their own")
    profileName = arguments.text("--profile") ?? (usesSockets ? "perfect" : "wifi")
    seed = UInt64(
      try arguments.value("--seed", expected: "a whole number from 0 on, such as 7") {
        ArgumentValues.integer($0, in: 0...Int64.max)
      } ?? 1)
    // Everybody has to come to speak; in real time all that is heard is kept until the end.
    let shortest = echo == nil ? max(10, 5 + 2 * participants) : 10
    let isLive = usesSockets || echo != nil
    let longest = isLive ? 600 : 86_400
    duration =
      try arguments.value(
        "--duration",
        expected: "a time from \(shortest) seconds to \(isLive ? "10:00" : "24:00:00"), "
          + "such as 1:30"
      ) { text in
        ArgumentValues.time(text).flatMap {
          $0.seconds >= Double(shortest) && $0.seconds <= Double(longest) ? $0 : nil
        }
      } ?? MediaTime(milliseconds: 60_000)
    board = arguments.text("--board").map { FileName($0) }
    speech = arguments.text("--speech").map { FileName($0) }
    encoder =
      try arguments.value("--encoder", expected: "faceboard or libvpx") {
        BoardVideoEncoder.Kind(rawValue: $0)
      } ?? .faceboard
    report = arguments.text("--report").map { FileName($0) }
    json = arguments.text("--json").map { FileName($0) }
    record = arguments.text("--record").map { FileName($0) }
    replacesOutput = arguments.has("--force")
    quiet = arguments.has("--quiet")
    do throws(CallTestRequirementError) {
      requirements =
        try arguments.text("--require").map { text throws(CallTestRequirementError) in
          try CallTestRequirement.parse(text)
        } ?? []
    } catch {
      throw MediaError(.usage, "calltest: --require: \(error.text)")
    }
  }

  /// What decides the figures, and nothing of where they go.
  private static func command(_ arguments: ParsedArguments) -> String {
    var words = ["recorder calltest"]
    for option in [
      "--server", "--participants", "--profile", "--seed", "--duration", "--board", "--speech",
      "--encoder",
    ] {
      if let value = arguments.text(option) { words.append("\(option) \(quoted(value))") }
    }
    for flag in ["--share", "--udp"] where arguments.has(flag) { words.append(flag) }
    return words.joined(separator: " ")
  }

  /// For a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    return isPlain && !word.isEmpty
      ? word
      : "'"
        + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }

  /// A named one, or that of a file.
  func profile() throws(MediaError) -> NetworkProfile {
    try ProfileFile.profile(named: profileName, command: "calltest")
  }

  /// A screen in the middle third of the call.
  var share: CallTestPlan.Share {
    CallTestPlan.Share(
      participant: 0, start: MediaTime(nanoseconds: duration.nanoseconds / 3),
      end: MediaTime(nanoseconds: duration.nanoseconds / 3 * 2))
  }

  /// What each participant says.
  func voices() throws(MediaError) -> [[Float]] {
    if let speech { return try SpeechFile.parts(of: speech, participants: participants) }
    var voices: [[Float]] = []
    for participant in 1...participants { voices.append(try SpokenText.speech(of: participant)) }
    return voices
  }
}
