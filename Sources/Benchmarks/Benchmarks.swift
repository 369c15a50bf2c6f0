internal import MediaCore
internal import Strokes

/// Measured work, and the sessions that it is measured on.
@main struct Benchmarks {
  static func main() {
    let arguments = CommandLine.arguments
    do {
      switch arguments.dropFirst().first {
      case "sample" where arguments.count == 3:
        try printSample(arguments[2])
      case "narration":
        for line in SampleSessions.narration { print("\(line.second)\t\(line.text)") }
      case "session" where arguments.count == 3:
        guard let seconds = Double(arguments[2]), seconds > 0 else { return usage() }
        try printSession(PenSession.header, PenSession(seconds: seconds))
      default:
        usage()
      }
    } catch {
      print("benchmarks: \(error.message)")
    }
  }

  private static func usage() {
    print(
      """
      Benchmarks sample lesson|silent|dense   a sample session, as .board, on standard output
      Benchmarks narration                    what is said in the lesson, and when
      Benchmarks session SECONDS              the session that is measured, as .board
      """)
  }

  private static func printSample(_ name: String) throws(MediaError) {
    let session: (BoardHeader, [BoardEvent])
    switch name {
    case "lesson": session = SampleSessions.lesson()
    case "silent": session = SampleSessions.silent()
    case "dense": session = SampleSessions.dense()
    default: return usage()
    }
    try printSession(session.0, session.1)
  }

  private static func printSession(
    _ header: BoardHeader, _ events: some Sequence<BoardEvent>
  ) throws(MediaError) {
    var writer = BoardTextWriter()
    var bytes: [UInt8] = []
    try writer.append(header, to: &bytes)
    for event in events {
      try writer.append(event, to: &bytes)
      if bytes.count > 65_536 {
        print(String(decoding: bytes, as: UTF8.self), terminator: "")
        bytes.removeAll(keepingCapacity: true)
      }
    }
    print(String(decoding: bytes, as: UTF8.self), terminator: "")
  }
}
