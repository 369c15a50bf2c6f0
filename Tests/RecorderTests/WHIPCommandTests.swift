import Foundation
import Glibc
import MediaCore
import MediaIO
import TestSupport
import Testing

@testable import recorder

/// The real program publishes to itself and watches itself. What Chromium publishes is recorded in
/// Tests/Browser.
@Suite(.serialized, .enabled(if: RealTime.isAlone, "Scripts/test runs it by itself"))
struct WHIPCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FlashBoard.write(to: folder)
  }

  /// A server of ours, and the last address that it names.
  private func serve(_ words: [String]) throws -> (process: RecorderProcess, address: String) {
    let process = try RecorderProcess(RecorderProcess.recorder, words + ["--json"])
    let line = process.nextLine() ?? ""
    let address = try #require(
      line.split(separator: "\"").last { $0.hasPrefix("http://127.0.0.1:") }, "\(line)")
    return (process, String(address))
  }

  private func listen(_ more: String...) throws -> (process: RecorderProcess, address: String) {
    try serve(["receive", "--whip-listen", "127.0.0.1:0", "-o", folder.path("got")] + more)
  }

  private func publish(_ address: String, _ more: String...) throws -> RecorderProcess {
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "stream", folder.path("flash.board"), "--whip", address, "--size", "160x96", "--loop",
        "--json",
      ] + more)
    #expect(process.nextLine()?.contains(#""event":"streaming""#) == true)
    return process
  }

  /// Every file of a recording is whole; the picture is the board's, and heard with its ink.
  private func check(_ name: String) throws {
    for file in ["mix.webm", "tracks/1.webm", "tracks/2.webm"] {
      let result = try RecorderProcess.run(
        RecorderProcess.recorder, ["check", folder.path("\(name)/\(file)")])
      #expect(result.code == 0, "\(file): \(result.output) \(result.errors)")
    }
    let track = folder.path("\(name)/tracks/1.webm")
    let seen = try FlashBoard.onsets(track).seen
    let heard = try FlashBoard.onsets(folder.path("\(name)/tracks/2.webm")).heard
    let last = try #require(seen.last)
    let nearest = heard.map { $0 - last }.min { abs($0) < abs($1) }
    #expect(nearest.map { abs($0) < 0.06 } == true, "seen \(seen), heard \(heard)")
    let first = try #require(seen.first)
    let likeness = try FlashBoard.likeness(of: track, at: first + 0.8, in: folder)
    #expect(likeness > 0.97, "seen \(seen)")
  }

  @Test func `what is published is recorded, for those who know the token`() throws {
    let (receiver, address) = try listen("-d", "9", "--token", "open.sesame")
    let stranger = try RecorderProcess.run(
      RecorderProcess.recorder,
      ["stream", folder.path("flash.board"), "--whip", address, "--token", "open.barley"])
    #expect(stranger.code == MediaError.Code.networkFailed.rawValue)
    #expect(stranger.errors.contains("does not accept the token"), "\(stranger.errors)")
    let unknowing = try RecorderProcess.run(
      RecorderProcess.recorder, ["stream", folder.path("flash.board"), "--whip", address])
    #expect(unknowing.errors.contains("give it with --token"), "\(unknowing.errors)")
    let sender = try publish(address, "--token", "open.sesame")
    let (code, output, errors) = receiver.finish()
    #expect(code == 0 && output.contains(#""lost":0.000"#), "\(output) \(errors)")
    #expect(output.contains("publisher 1 is there") && errors == "", "\(errors)")
    sender.send(SIGINT)
    let last = sender.finish()
    #expect(last.code == 130 && last.output.contains(#""receivers":1"#), "\(last.output)")
    try check("got/1")
  }

  @Test func `two who publish are recorded beside each other until each ends`() throws {
    let (receiver, address) = try listen()
    let senders = try [publish(address), publish(address)]
    // A line a second.
    for _ in 0..<8 { _ = receiver.nextLine() }
    for sender in senders {
      sender.send(SIGINT)
      let (code, _, errors) = sender.finish()
      #expect(code == 130 && errors == "", "\(errors)")
    }
    receiver.send(SIGINT)
    let (code, output, errors) = receiver.finish()
    #expect(code == 130, "\(errors)")
    #expect(output.split(separator: "\n").count { $0.contains(#""event":"done""#) } == 2)
    #expect(output.contains("publisher 1 has ended") && output.contains("publisher 2 has ended"))
    for name in ["got/1", "got/2"] { try check(name) }
  }

  @Test func `what is shown by WHEP is recorded until it ends`() throws {
    let (sender, address) = try serve([
      "stream", folder.path("flash.board"), "--whep", "127.0.0.1:0", "--size", "160x96", "--loop",
      "--token", "open.sesame",
    ])
    let unknowing = try RecorderProcess.run(
      RecorderProcess.recorder, ["receive", "--whep-from", address, "-o", folder.path("none")])
    #expect(unknowing.code == MediaError.Code.networkFailed.rawValue)
    #expect(unknowing.errors.contains("give it with --token"), "\(unknowing.errors)")
    let receiver = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "receive", "--whep-from", address, "-o", folder.path("got"), "--token", "open.sesame",
        "--json",
      ])
    for _ in 0..<9 { _ = receiver.nextLine() }
    sender.send(SIGINT)
    #expect(sender.finish().code == 130)
    let (code, output, errors) = receiver.finish()
    #expect(code == 0 && errors == "", "\(errors)")
    #expect(output.contains(#""lost":0.000"#), "\(output)")
    try check("got")
  }

  @Test func `a stream goes on when its server is started again`() throws {
    let (first, address) = try listen()
    let port = try #require(address.split(separator: ":").last?.split(separator: "/").first)
    let sender = try publish(address)
    for _ in 0..<3 { _ = first.nextLine() }
    first.send(SIGINT)
    #expect(first.finish().code == 130)
    let second = try RecorderProcess(
      RecorderProcess.recorder,
      [
        "receive", "--whip-listen", "127.0.0.1:\(port)", "-o", folder.path("again"), "--json",
        "-d", "7",
      ])
    let (code, _, errors) = second.finish()
    #expect(code == 0, "\(errors)")
    sender.send(SIGINT)
    let last = sender.finish()
    #expect(last.code == 130)
    #expect(last.output.contains("the server is called again in"), "\(last.output)")
    #expect(last.output.contains("the server is reached again"), "\(last.output)")
    try check("again/1")
  }

  @Test func `where there is no server, that is said with what to do`() throws {
    let port = try FreePorts.four()
    func run(_ path: String) throws -> (code: Int32, output: String, errors: String) {
      try RecorderProcess.run(
        RecorderProcess.recorder,
        ["stream", folder.path("flash.board"), "--whip", path, "--quiet"])
    }
    let nobody = try run("http://127.0.0.1:\(port)/whip")
    #expect(nobody.code == MediaError.Code.networkFailed.rawValue)
    #expect(nobody.errors.contains("nobody listens there; start the server"), "\(nobody.errors)")
    let (receiver, address) = try listen()
    let elsewhere = try run(address + "s")
    #expect(elsewhere.errors.contains("no WHIP endpoint there"), "\(elsewhere.errors)")
    let secure = try run(address.replacing("http:", with: "https:"))
    #expect(secure.errors.contains("TLS"), "\(secure.errors)")
    for result in [nobody, elsewhere, secure] {
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    receiver.send(SIGINT)
    let (code, _, errors) = receiver.finish()
    #expect(code == 9 && errors.contains("nobody published anything"), "\(errors)")
  }
}
