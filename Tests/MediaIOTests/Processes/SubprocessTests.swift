import MediaCore
import Testing

@testable import MediaIO

@Suite struct SubprocessTests {
  private func run(
    _ program: String, _ arguments: String..., limit: Int = 1 << 20
  ) throws -> Subprocess {
    try Subprocess(running: program, arguments, limit: limit, remedy: "get it somewhere")
  }

  private func text(_ process: Subprocess) -> String {
    String(decoding: process.output, as: UTF8.self)
  }

  @Test func `what a program writes is read, and its arguments are words, whatever they hold`()
    throws
  {
    let process = try run("printf", "%s|", "a b", "$HOME", "*", "'\"", "")
    #expect(text(process) == "a b|$HOME|*|'\"||")
    #expect(process.status == .exited(0))
    #expect(process.complaint.isEmpty)
  }

  @Test func `how it ended is told`() throws {
    #expect(try run("sh", "-c", "exit 3").status == .exited(3))
    #expect(try run("sh", "-c", "kill -TERM $$").status == .killed(15))
  }

  @Test func `there is nothing to read`() throws {
    let process = try run("cat")
    #expect(process.output.isEmpty && process.status == .exited(0))
  }

  @Test func `both of its pipes may be full, and the end of the complaints is kept`() throws {
    let process = try run(
      "sh", "-c", "seq 1 60000 >&2; seq 1 60000; echo the last word >&2; echo done")
    #expect(text(process).hasSuffix("\n60000\ndone\n"))
    #expect(process.output.count == 348_899)
    #expect(process.complaint.hasSuffix("\n60000\nthe last word\n"))
    #expect(process.complaint.utf8.count == 2_000)
  }

  @Test func `a program without an end is stopped at the limit`() throws {
    let error = #expect(throws: MediaError.self) { try run("yes", limit: 100_000) }
    #expect(error?.code == .inputDamaged)
    #expect(error?.message.contains("yes wrote more than 100000 bytes") == true)
    #expect(try run("printf", "12345", limit: 5).output.count == 5)
  }

  @Test(arguments: ["no-such-program-here", "/no/such/program"])
  func `a program that is not there is named, with the remedy`(program: String) throws {
    let error = #expect(throws: MediaError.self) { try run(program) }
    #expect(error?.code == .inputUnreadable)
    #expect(error?.message == "\(program) is not installed here; get it somewhere")
  }

  @Test func `what cannot be started is refused`() throws {
    #expect(throws: MediaError.self) { try run("/etc") }
    #expect(throws: MediaError.self) { try run("printf", "a\0b") }
  }

  @Test func `signals that this thread holds back reach the program`() throws {
    let queue = BoundedQueue<Subprocess.Status>(capacity: 1)
    // A worker holds all of them back.
    let thread = try WorkerThread {
      let process = try? Subprocess(
        running: "sh", ["-c", "kill -INT $$"], limit: 10, remedy: "")
      _ = queue.put(process?.status ?? .unknown)
    }
    #expect(queue.take() == .killed(2))
    thread.join()
  }
}
