import Foundation
import MediaCore

/// Scores what was heard against what was sent, for Tests/Speech:
///
///     SpeechScores RATE SENT HEARD...
///
/// Files hold 32-bit floats of one channel. Prints a line a heard file: STOI as they are, STOI after
/// alignment, and the delay in seconds; `-` for what there is not.
@main
struct SpeechScores {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let rate = Int(arguments[1]), rate > 0 else {
      complain("usage: SpeechScores RATE SENT HEARD...")
    }
    let sent = samples(arguments[2])
    for path in arguments[3...] {
      let heard = samples(path)
      let count = min(sent.count, heard.count)
      let plain = SpeechIntelligibility.score(
        sent: Array(sent[..<count]), heard: Array(heard[..<count]), rate: rate)
      let alignment = SpeechAlignment(sent: sent, heard: heard, rate: rate)
      let aligned = SpeechIntelligibility.score(
        sent: sent, heard: alignment.aligned(heard, count: sent.count), rate: rate)
      print(text(plain), text(aligned), text(alignment.delay))
    }
  }

  static func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "-" }

  static func samples(_ path: String) -> [Float] {
    guard let data = FileManager.default.contents(atPath: path), data.count % 4 == 0 else {
      complain("SpeechScores: \(path) holds no 32-bit floats")
    }
    return data.withUnsafeBytes { bytes in
      stride(from: 0, to: bytes.count, by: 4).map {
        Float(bitPattern: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))
      }
    }
  }

  static func complain(_ message: String) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(2)
  }
}
