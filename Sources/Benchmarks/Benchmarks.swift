internal import Glibc
internal import MediaCore
internal import Strokes

/// Measured work, and the sessions that it is measured on.
@main struct Benchmarks {
  static func main() {
    do throws(MediaError) {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      print("benchmarks: \(error.message)")
      exit(1)
    }
  }

  private static let usage = """
    Benchmarks sample lesson|silent|dense        a sample session, as .board
    Benchmarks plate light|dark|close            all inks at work, as .board
    Benchmarks narration                         what is said in the lesson, and when
    Benchmarks session [NAME] SECONDS            a session that is measured, as .board
    Benchmarks frames NAME SECONDS               its frames, as raw BGRA
                                                 NAME: writing (when it is not there), inks, moving
    Benchmarks kernel events|ink FRAMES INK      work for an instruction counter
    Benchmarks stage STAGE BOARD SECOND FRAMES FOLDER   the recorder's, for an instruction counter
    Benchmarks compare RECORDER FOLDER SECONDS [NAME]   recordings beside FFmpeg's, as a table
    Benchmarks encoders SECONDS [NAME]           our encoder of boards beside libvpx, as tables
                                                 NAME: writing, photo, dense
    Benchmarks budgets                           ours on narrow links: what appears at once, as a table
    Benchmarks encoder-instructions FOLDER SECONDS NAME   callgrind's counts of some of them
    Benchmarks prior                             coefficient probabilities of ink, as Swift
    Benchmarks hour RECORDER FOLDER MINUTES SOUND   an hour: time, its stages, MINUTES beside FFmpeg
    Benchmarks hours RECORDER FOLDER N           an N-hour session: time and memory
    Benchmarks still RECORDER FOLDER             what a still minute costs
    Benchmarks moments                           acts on a full board
    Benchmarks calls SEEDS [PROFILE]             calls over bad networks beside their goals, as a table
    Benchmarks call PROFILE SECONDS SEED         the figures of one
    Benchmarks sound-call PROFILE MINUTES        what three people who only talk cost, in CPU
    Benchmarks room LISTENERS TICKS              a room of three speakers, for an instruction counter
    Benchmarks call-instructions FOLDER          callgrind's counts of a call without video, by library
    Benchmarks room-instructions FOLDER          and of the codec in rooms of 10 and 1 000 listeners
    Benchmarks instructions FOLDER               callgrind's counts a damaged block of each ink
    Benchmarks sockets                           what a datagram costs, sent in several ways
    Benchmarks send                              protect and send, beside a plain loop of sendmmsg
    Benchmarks join                              how long a late viewer waits for the picture
    Benchmarks viewers N,N SECONDS               what so many viewers of a board cost their server, as a table
    """

  private static func run(_ arguments: [String]) throws(MediaError) {
    switch (arguments.first, arguments.count) {
    case ("sample", 2):
      try printSample(arguments[1])
    case ("plate", 2):
      guard let ground = InkPlate.Ground(rawValue: arguments[1]) else {
        throw MediaError(.usage, "no plate is called \(arguments[1])")
      }
      var plate = InkPlate(ground)
      SessionFile.print(InkPlate.header(ground), plate.events())
    case ("calls", 2), ("calls", 3):
      try CallFigures.run(
        seeds: UInt64(max(try number(arguments[1]), 1)),
        only: arguments.count > 2 ? arguments[2] : nil)
    case ("sound-call", 3):
      try CallCosts.talk(arguments[1], minutes: try number(arguments[2]))
    case ("room", 3):
      let ticks = Int64(try number(arguments[2]))
      let work = try CallCosts.room(listeners: Int(try number(arguments[1])), ticks: ticks)
      print("\(work.encoded) packets coded and \(work.decoded) decoded in \(ticks) ticks")
    case ("call-instructions", 2): CallInstructions.talk(folder: arguments[1])
    case ("room-instructions", 2): CallInstructions.rooms(folder: arguments[1])
    case ("call", 4):
      try CallFigures.show(
        arguments[1], seconds: Int64(try number(arguments[2])),
        seed: UInt64(max(try number(arguments[3]), 0)))
    case ("narration", 1):
      for line in SampleSessions.narration { print("\(line.second)\t\(line.text)") }
    case ("session", 2):
      SessionFile.print(PenSession.header, PenSession(seconds: try number(arguments[1])))
    case ("session", 3):
      let seconds = try number(arguments[2])
      SessionFile.print(PenSession.header, try session(arguments[1]).events(seconds: seconds))
    case ("frames", 3):
      try session(arguments[1]).forEachFrame(seconds: try number(arguments[2])) {
        _, canvas, _ throws(MediaError) in
        SessionFile.writeAll(canvas.pixels, 1)
      }
    case ("kernel", 4):
      guard let step = Kernels.Step(rawValue: arguments[1]) else { throw MediaError(.usage, usage) }
      let frames = Int64(try number(arguments[2]))
      print(Kernels.run(step, frames: frames, ink: try ink(arguments[3])))
    case ("stage", 6):
      guard let stage = RecorderStages.Stage(rawValue: arguments[1]) else {
        throw MediaError(.usage, usage)
      }
      let start = MediaTime(milliseconds: Int64(try number(arguments[3]) * 1_000))
      let done = try RecorderStages.run(
        stage, board: arguments[2], from: start, frames: Int64(try number(arguments[4])),
        folder: arguments[5])
      print("\(done.blocks) blocks in \(done.frames) frames")
    case ("compare", 4):
      let seconds = try number(arguments[3])
      for session in MeasuredSession.allCases {
        try compare(session, arguments[1], arguments[2], seconds: seconds)
      }
    case ("compare", 5):
      try compare(
        try session(arguments[4]), arguments[1], arguments[2], seconds: try number(arguments[3]))
    case ("encoders", 2):
      let seconds = try number(arguments[1])
      for session in BoardSession.allCases {
        try BoardEncoders(seconds: seconds).run(session)
      }
    case ("encoders", 3):
      try BoardEncoders(seconds: try number(arguments[1])).run(try board(arguments[2]))
    case ("budgets", 1):
      try BudgetedBoards.run()
    case ("encoder-instructions", 4):
      BoardEncoderInstructions.run(
        folder: arguments[1], try board(arguments[3]), seconds: try number(arguments[2]))
    case ("encoder-kernel", 4):
      try BoardEncoderInstructions.kernel(
        Int(try number(arguments[1])) - 1, try board(arguments[2]),
        seconds: try number(arguments[3]))
    case ("prior", 1):
      try PriorTraining.run()
    case ("hour", 5):
      Hour(recorder: arguments[1], folder: arguments[2])
        .run(minutes: try number(arguments[3]), sound: arguments[4])
    case ("hours", 4):
      Lengths.printHead()
      Lengths(recorder: arguments[1], folder: arguments[2]).hours(Int(try number(arguments[3])))
    case ("still", 3):
      Lengths(recorder: arguments[1], folder: arguments[2]).stillMinute()
    case ("moments", 1):
      Moments.run()
    case ("instructions", 2):
      Instructions.runInks(folder: arguments[1])
    case ("sockets", 1):
      try SocketCosts.run()
    case ("send", 1):
      try SendCosts.run()
    case ("join", 1):
      try JoinTimes.run()
    case ("viewers", 3):
      try ViewerCosts.run(try counts(arguments[1]), seconds: try number(arguments[2]))
    default:
      throw MediaError(.usage, "usage:\n\(usage)")
    }
  }

  private static func number(_ text: String) throws(MediaError) -> Double {
    guard let value = Double(text), value > 0, value < 1e6 else {
      throw MediaError(.usage, "\(text) is no number of use here")
    }
    return value
  }

  private static func counts(_ text: String) throws(MediaError) -> [Int] {
    var counts: [Int] = []
    for part in text.split(separator: ",") { counts.append(Int(try number(String(part)))) }
    return counts
  }

  private static func session(_ name: String) throws(MediaError) -> MeasuredSession {
    guard let session = MeasuredSession(rawValue: name) else {
      throw MediaError(.usage, "no session is called \(name)")
    }
    return session
  }

  private static func board(_ name: String) throws(MediaError) -> BoardSession {
    guard let session = BoardSession(rawValue: name) else {
      throw MediaError(.usage, "no board is called \(name)")
    }
    return session
  }

  private static func printSample(_ name: String) throws(MediaError) {
    switch name {
    case "lesson": SessionFile.print(SampleSessions.lesson().0, SampleSessions.lesson().1)
    case "silent": SessionFile.print(SampleSessions.silent().0, SampleSessions.silent().1)
    case "dense": SessionFile.print(SampleSessions.dense().0, SampleSessions.dense().1)
    default: throw MediaError(.usage, "no sample is called \(name)")
    }
  }

  private static func ink(_ name: String) throws(MediaError) -> InkKind {
    for (kind, _, _) in InkSession.shares where "\(kind)" == name { return kind }
    throw MediaError(.usage, "no ink is called \(name)")
  }

  private static func compare(
    _ session: MeasuredSession, _ recorder: String, _ folder: String, seconds: Double
  ) throws(MediaError) {
    // The view that never rests costs every recorder so much that a third of the time is enough.
    let length = session == .moving ? seconds / 3 : seconds
    SessionFile.write(
      PenSession.header, session.events(seconds: length),
      to: "\(folder)/\(session.rawValue).board")
    try Comparison(recorder: recorder, folder: folder, seconds: length).run(session)
  }
}
