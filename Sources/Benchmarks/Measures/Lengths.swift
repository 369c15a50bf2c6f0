internal import Strokes

/// What recording takes as sessions get long, and what stillness costs.
struct Lengths {
  let recorder: String
  let folder: String

  /// Hours of a pen that writes 40 % of the time, at 1920×1080 and 30 frames a second.
  func hours(_ count: Int) {
    let board = "\(folder)/hours-\(count).board"
    let output = "\(folder)/hours-\(count).webm"
    SessionFile.write(PenSession.header, PenSession(seconds: Double(count) * 3_600), to: board)
    let (usage, wall) = ChildProcess.run(
      [recorder, "record", board, "-q", "--force", "-o", output])
    print(
      "| \(count) h | \(fixed(wall, 0)) | \(fixed(usage.cpu, 0)) | \(fixed(usage.peakMemory, 0))"
        + " | \(fileSize(board) / 1_000_000) | \(fixed(Double(fileSize(output)) / 1e6, 1))"
        + " | \(usage.exitCode) |")
  }

  static func printHead() {
    print("\n### Long sessions: a pen of 240 Hz that writes 40 % of the time, 1920×1080, 30 fps\n")
    print("| session | wall s | CPU s | peak MB | .board MB | .webm MB | exit |")
    print("|---|---|---|---|---|---|---|")
  }

  /// A minute in which nothing moves, after a line of writing.
  func stillMinute() {
    let board = "\(folder)/still.board"
    var script = SessionScript(seed: 5)
    script.write("a still minute", x: 200, y: 300, size: 60, colour: SampleSessions.ink, width: 4)
    let begin = script.seconds
    script.wait(until: begin + 60)
    script.send(.chapter("The end"))
    SessionFile.write(PenSession.header, script.events, to: board)
    let whole = record(board, to: nil)
    let short = record(board, to: begin + 0.05)
    print("\n### A still minute, 1920×1080\n")
    print(
      "The minute adds \(fixed(whole.kilobytes - short.kilobytes, 1)) kB and"
        + " \(fixed(whole.cpu - short.cpu, 2)) s of CPU to a line of writing of"
        + " \(fixed(short.kilobytes, 1)) kB.")
  }

  private func record(_ board: String, to end: Double?) -> (kilobytes: Double, cpu: Double) {
    let output = "\(folder)/still.webm"
    let limit = end.map { ["--to", fixed($0, 3)] } ?? []
    let (usage, _) = ChildProcess.run(
      [recorder, "record", board, "-q", "--force", "-o", output] + limit)
    return (Double(fileSize(output)) / 1_000, usage.cpu)
  }
}
