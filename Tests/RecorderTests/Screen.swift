import Glibc

/// An X server without a screen (Xvfb), of 320×200 pixels, on a number that nobody has.
final class Screen {
  private let server: RecorderProcess
  let name: String

  init() throws {
    server = try RecorderProcess(
      "/usr/bin/Xvfb",
      ["-displayfd", "1", "-screen", "0", "320x200x24", "-nolisten", "tcp", "-noreset"])
    // It says so when it is ready.
    guard let number = server.nextLine(), Int(number) != nil else {
      throw RecorderProcess.Failure(call: "Xvfb", number: 0)
    }
    name = ":\(number)"
  }

  deinit {
    server.send(SIGTERM)
    _ = server.finish()
  }

  /// Fills all of it.
  func fill(_ colour: String) throws {
    let result = try RecorderProcess.run(
      "/usr/bin/xsetroot", ["-display", name, "-solid", colour])
    guard result.code == 0 else {
      throw RecorderProcess.Failure(call: "xsetroot: \(result.errors)", number: result.code)
    }
  }
}
