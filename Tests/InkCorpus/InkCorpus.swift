import Glibc
import Strokes
import TestSupport

/// Writes a corpus of seeded sessions and the pictures that native code makes of them, by their
/// hashes. Tests/Ink draws the same sessions with ink.wasm and compares.
///
///     InkCorpus FOLDER [SESSIONS]
///
/// `sessions.bin` holds sessions of events one after the other in the binary form; `sessions.json`
/// says where each begins, how it is viewed, and the hash after events of these numbers.
/// `edits.json` holds hands at an editor, a third as many: their acts, and the hash after each.
@main
struct InkCorpus {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2, let count = UInt64(arguments.count > 2 ? arguments[2] : "700")
    else {
      print("usage: InkCorpus FOLDER [SESSIONS]")
      exit(2)
    }
    var streams: [UInt8] = []
    var lines: [String] = []
    var checks = 0
    for seed in 0..<count {
      let drawn = DrawnSession(seed: seed)
      lines.append(drawn.json(start: streams.count))
      streams += drawn.stream
      checks += drawn.checks.count
    }
    var edits: [String] = []
    for seed in 0..<count / 3 {
      let edited = try EditedSession(seed: seed)
      edits.append(edited.json)
      checks += edited.acts.count
    }
    let picture = RandomSession(seed: 0, steps: 0)
    let head = "{\"engine\":\(BoardHeader.currentInkEngine),\(picture.pictureJSON),\"sessions\":["
    guard write(streams, to: arguments[1] + "/sessions.bin"),
      write(head + "\n" + lines.joined(separator: ",\n") + "\n]}\n", "/sessions.json"),
      write("[" + edits.joined(separator: ",\n") + "]\n", "/edits.json")
    else {
      print("InkCorpus: cannot write to \(arguments[1])")
      exit(1)
    }
    print(
      "\(count) sessions and \(edits.count) hands with all inks, \(checks) pictures, "
        + "\(streams.count) bytes of events")
  }

  private static func write(_ text: String, _ name: String) -> Bool {
    write(Array(text.utf8), to: CommandLine.arguments[1] + name)
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "wb") else { return false }
    let written = fwrite(bytes, 1, bytes.count, file)
    return fclose(file) == 0 && written == bytes.count
  }
}
