import Foundation
import MediaCore
import MediaIO

/// `FrameRecorder OUT.webm`: records what this program draws and sounds, and looks at the result.
@main enum FrameRecorder {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      fail("usage: FrameRecorder OUT.webm", code: 2)
    }
    let path = CommandLine.arguments[1]
    var animation = Animation()
    do {
      let summary = try record(&animation, to: FileName(path))
      try check(path, summary, animation)
      print(
        "\(path): \(summary.duration.seconds) s, \(summary.frames) frames, \(summary.bytes) bytes")
    } catch let error as MediaError {
      // One line that names file, cause and remedy, and a code for scripts.
      fail(error.message, code: error.code.rawValue)
    } catch {
      fail("\(path): \(error)", code: 1)
    }
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    FileHandle.standardError.write(Data("FrameRecorder: \(message)\n".utf8))
    exit(code)
  }
}
