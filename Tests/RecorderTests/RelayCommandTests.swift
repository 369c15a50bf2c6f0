import Foundation
import Glibc
import MediaCore
import MediaIO
import Testing

@testable import recorder

@Suite struct RelayCommandTests {
  private func run(_ words: [String]) -> (code: Int32, output: String, errors: String) {
    let listener = Listener()
    let code = Recorder.run(["relay"] + words, console: listener.console())
    return (code.number, listener.output, listener.errors)
  }

  @Test(arguments: [
    ([], "--listen [ADDRESS:]PORT"),
    (["--listen", "0"], "--to HOST:PORT"),
    (["--listen", "70000", "--to", "127.0.0.1:5"], "a port, or an address"),
    (["--listen", "nowhere:5", "--to", "127.0.0.1:5"], "a port, or an address"),
    (["--listen", "0", "--to", "127.0.0.1"], "an address in digits and a port"),
    (["--listen", "0", "--to", "127.0.0.1:0"], "an address in digits and a port"),
    (["--listen", "0", "--to", "127.0.0.1:5", "-p", "wify"], "did you mean 'wifi'?"),
    (["--listen", "0", "--to", "127.0.0.1:5", "--rebind-after", "0"], "a time above 0"),
    (["--listen", "0", "--to", "127.0.0.1:5", "--seed", "x"], "a whole number"),
  ])
  func `a wrong call is refused in a line`(words: [String], text: String) {
    let result = run(words)
    #expect(result.code == 2)
    #expect(result.errors.contains(text))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a port that is taken is refused in a line`() throws {
    let taken = try UDPSocket(try #require(SocketAddress("127.0.0.1")))
    let result = run(["--listen", "\(taken.localAddress)", "--to", "127.0.0.1:5"])
    #expect(result.code == 9)
    #expect(result.errors.contains("another program uses it"))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a port alone is open to this machine only`() {
    #expect(ArgumentValues.listening("9000")?.description == "127.0.0.1:9000")
    #expect(ArgumentValues.listening("0")?.description == "127.0.0.1:0")
    #expect(ArgumentValues.listening("0.0.0.0:9000")?.description == "0.0.0.0:9000")
    #expect(ArgumentValues.listening("localhost:0")?.description == "127.0.0.1:0")
    #expect(ArgumentValues.listening("[::1]:7")?.description == "[::1]:7")
    for text in ["", ":", ":5", "::1:5", "65536", "-1", "5x", "example.org:5"] {
      #expect(ArgumentValues.listening(text) == nil, "\(text)")
    }
  }

  private func fields(_ line: String?) throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(try #require(line).utf8))
    return try #require(object as? [String: Any])
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `it relays until it is asked to end, and says what passed`(signal: Int32) throws {
    let target = try UDPSocket(try #require(SocketAddress("127.0.0.1")))
    let process = try RecorderProcess(
      RecorderProcess.recorder,
      ["relay", "-l", "0", "-t", "\(target.localAddress)", "-p", "perfect", "--json"])
    let began = try fields(process.nextLine())
    #expect(began["event"] as? String == "listening" && began["profile"] as? String == "perfect")
    let address = try #require(began["address"] as? String)
    let client = try UDPSocket(try #require(SocketAddress("127.0.0.1")))
    try client.enqueue([1, 2, 3], to: try #require(ArgumentValues.address(address)))
    try client.flush()
    let joined = try fields(process.nextLine())
    #expect(joined["event"] as? String == "joined" && joined["client"] as? Int == 1)
    #expect(joined["address"] as? String == client.localAddress.description)
    var batch = DatagramBatch()
    let loop = try EventLoop()
    try loop.add(target.descriptor, id: 0)
    while batch.count == 0 {
      let wakening = try loop.wait(until: loop.clock.now + MediaTime(milliseconds: 10_000))
      try #require(!wakening.isDue)
      _ = try target.receive(into: &batch)
    }
    #expect(Array(batch.bytes(0)) == [1, 2, 3])
    process.send(signal)
    let (code, output, errors) = process.finish()
    #expect(code == 0 && errors.isEmpty)
    let end = try fields(output.split(separator: "\n").last.map(String.init))
    #expect(end["event"] as? String == "end")
    let up = try #require(end["up"] as? [String: Any])
    #expect(up["sent"] as? Int == 1 && up["delivered"] as? Int == 1)
  }

  @Test func `a person reads lines`() throws {
    let listener = Listener()
    let report = RelayReport(
      listener.console(),
      try RelayOptions(
        ArgumentParser(syntax: RelayCommand.syntax).parse(["-l", "0", "-t", "127.0.0.1:9"])))
    report.note(.joined(client: 1, try #require(SocketAddress("127.0.0.1", port: 77))))
    #expect(listener.errors == "client 1 is 127.0.0.1:77\n")
    report.ended(with: RelayStatistics(), clients: 0, after: MediaTime(milliseconds: 61_000))
    #expect(
      listener.output
        == "1:01, 0 clients\nup    0 datagrams (0 B), 0 lost (0.0 %)\n"
        + "down  0 datagrams (0 B), 0 lost (0.0 %)\n")
  }
}
