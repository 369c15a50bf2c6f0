internal import MediaCore
internal import Strokes

@main struct Benchmarks {
  static func main() {
    let arguments = CommandLine.arguments
    for (name, session) in [
      ("lesson", SampleSessions.lesson()), ("silent", SampleSessions.silent()),
      ("dense", SampleSessions.dense()),
    ] where arguments.contains(name) {
      var writer = BoardTextWriter()
      var bytes: [UInt8] = []
      do {
        try writer.append(session.0, to: &bytes)
        for event in session.1 { try writer.append(event, to: &bytes) }
      } catch { print(error) }
      print(String(decoding: bytes, as: UTF8.self), terminator: "")
    }
  }
}
