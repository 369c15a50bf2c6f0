import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct ICELiteAgentTests {
  /// A server's agent and what its peer sends.
  final class Stage {
    var agent: ICELiteAgent
    var peer: Checker
    var outputs = ICEOutputs()
    var random = SeededGenerator(seed: 3)

    init() {
      let credentials = ICECredentials(using: &random)
      agent = ICELiteAgent(credentials, at: .zero)
      peer = Checker(credentials)
    }

    func send(_ bytes: [UInt8], from port: UInt16, at seconds: Double) {
      do throws(STUNError) {
        _ = agent.receive(
          try STUNMessage(parsing: bytes), bytes, Checker.path(port), at: .seconds(seconds),
          into: &outputs)
      } catch {
        Issue.record("no message: \(error)")
      }
    }

    func check(
      from port: UInt16, nominates: Bool = true, priority: UInt32 = 1_000, at seconds: Double
    ) {
      send(peer.check(nominates: nominates, priority: priority), from: port, at: seconds)
    }

    func wait(until seconds: Double) {
      agent.handleTimeout(at: .seconds(seconds), into: &outputs)
    }

    func take() -> (datagrams: [ICEDatagram], events: [ICEEvent]) {
      defer { outputs.removeAll() }
      return (outputs.datagrams, outputs.events)
    }
  }

  @Test func `a check is answered with the address it came from`() throws {
    let stage = Stage()
    let check = stage.peer.check()
    stage.send(check, from: 1, at: 1)
    let (datagrams, events) = stage.take()
    let answer = try #require(datagrams.first)
    #expect(datagrams.count == 1 && events.isEmpty)
    #expect(answer.path == Checker.path(1))
    let message = try STUNMessage(parsing: answer.bytes)
    #expect(message.kind == .success)
    #expect(try message.transactionID == STUNMessage(parsing: check).transactionID)
    #expect(message.mappedAddress == Checker.address(1))
    #expect(message.isAuthentic(answer.bytes, key: STUNKey(stage.peer.credentials.password)))
    #expect(answer.bytes.count <= check.count)
    // There is a way, which nobody chose yet.
    #expect(stage.agent.path == Checker.path(1))
    #expect(stage.agent.selected == nil)
    #expect(stage.agent.accepts(Checker.path(1)))
    #expect(!stage.agent.accepts(Checker.path(2)))
  }

  @Test func `the peer chooses the way`() {
    let stage = Stage()
    stage.check(from: 1, nominates: false, at: 1)
    stage.check(from: 2, at: 1.1)
    #expect(stage.take().events == [.selected(Checker.path(2))])
    // The same again is no news.
    stage.check(from: 2, at: 3)
    #expect(stage.take().events.isEmpty)
    #expect(stage.agent.path == Checker.path(2))
  }

  @Test func `whoever names all ways at once means the best`() {
    let stage = Stage()
    stage.check(from: 1, priority: 20, at: 1)
    stage.check(from: 2, priority: 30, at: 1.05)
    stage.check(from: 3, priority: 10, at: 1.1)
    #expect(
      stage.take().events == [.selected(Checker.path(1)), .selected(Checker.path(2))])
  }

  @Test func `a peer whose address changes is followed`() {
    let stage = Stage()
    stage.check(from: 1, priority: 20, at: 1)
    // The same interface behind a new port of its router: at once.
    stage.check(from: 2, priority: 20, at: 1.1)
    // Another interface, which it likes less: when it has stopped naming the first.
    stage.check(from: 3, priority: 10, at: 4)
    #expect(
      stage.take().events == [1, 2, 3].map { .selected(Checker.path($0)) })
  }

  @Test func `a wrong password is counted and never answered`() {
    let stage = Stage()
    stage.send(stage.peer.check(password: "some other password of length"), from: 1, at: 1)
    stage.send(stage.peer.check(fragment: "other"), from: 1, at: 1)
    stage.send(stage.peer.check { $0.username = nil }, from: 1, at: 1)
    stage.send(stage.peer.check { $0.username = Array($0.username!.dropLast(5)) }, from: 1, at: 1)
    var open = STUNMessage(.request, STUNTransactionID(high: 1, low: 1))
    open.username = Array("\(stage.peer.credentials.fragment):peer".utf8)
    stage.send(open.bytes(key: nil), from: 1, at: 1)
    #expect(stage.agent.statistics.refused == 5)
    #expect(stage.outputs.datagrams.isEmpty && stage.agent.path == nil)
  }

  @Test func `answers and indications are not answered`() {
    let stage = Stage()
    for kind in [STUNMessage.Kind.success, .error, .indication] {
      stage.send(stage.peer.check { $0.kind = kind }, from: 1, at: 1)
    }
    #expect(stage.outputs.datagrams.isEmpty && stage.agent.path == nil)
  }

  @Test func `an attribute that must be understood is named in the refusal`() throws {
    let stage = Stage()
    var bytes = stage.peer.check()
    // In place of PRIORITY, which comes last before the code.
    let place = bytes.count - 8 - 24 - 8
    #expect(bytes[place + 1] == 0x24)
    bytes[place + 1] = 0x77
    bytes.removeLast(8)
    bytes[3] -= 8
    let key = STUNKey(stage.peer.credentials.password)
    let code = key.code(of: bytes, integrityAt: bytes.count - 24)
    bytes.replaceSubrange((bytes.count - 20)..., with: code)
    stage.send(bytes, from: 1, at: 1)
    let answer = try #require(stage.take().datagrams.first)
    let message = try STUNMessage(parsing: answer.bytes)
    #expect(message.kind == .error && message.error == .unknownAttribute)
    #expect(message.unknownAttributes == [0x0077])
    #expect(message.isAuthentic(answer.bytes, key: key))
    #expect(stage.agent.path == nil)
  }

  @Test func `a peer that would be controlled is told to control`() throws {
    let stage = Stage()
    stage.send(stage.peer.check(role: .controlled), from: 1, at: 1)
    let answer = try #require(stage.take().datagrams.first)
    #expect(try STUNMessage(parsing: answer.bytes).error == .roleConflict)
    #expect(stage.agent.path == nil)
  }

  @Test func `consent lasts for 30 seconds after the last check`() {
    let stage = Stage()
    stage.check(from: 1, at: 1)
    stage.check(from: 1, nominates: false, at: 20)
    _ = stage.take()
    // What is not the peer's prolongs nothing.
    stage.send(stage.peer.check(password: "some other password of length"), from: 1, at: 40)
    #expect(stage.agent.deadline == .seconds(50))
    stage.wait(until: 49.999)
    #expect(stage.take().events.isEmpty)
    stage.wait(until: 50)
    #expect(stage.take().events == [.consentExpired])
    #expect(stage.agent.deadline == nil && stage.agent.path == nil)
    stage.check(from: 1, at: 51)
    #expect(stage.take().datagrams.isEmpty)
  }

  @Test func `another way is used when only the chosen one is silent`() {
    let stage = Stage()
    stage.check(from: 1, at: 1)
    stage.check(from: 2, nominates: false, at: 20)
    _ = stage.take()
    stage.wait(until: 31)
    #expect(stage.take().events == [.selected(Checker.path(2))])
    #expect(!stage.agent.accepts(Checker.path(1)))
    stage.wait(until: 50)
    #expect(stage.take().events == [.consentExpired])
  }

  @Test func `a peer that never comes is given up with a reason`() {
    let stage = Stage()
    #expect(stage.agent.deadline == .seconds(30))
    stage.send(stage.peer.check(password: "some other password of length"), from: 1, at: 29)
    stage.wait(until: 30)
    #expect(stage.take().events == [.failed(.neverReached(refused: 1))])
    #expect(stage.agent.isOver)
  }

  @Test func `no more than eight paths are kept, and the chosen one is among them`() {
    let stage = Stage()
    stage.check(from: 1, at: 1)
    for port in UInt16(2)...40 {
      stage.check(from: port, nominates: false, at: 1 + Double(port))
    }
    #expect(stage.agent.validPaths.count == ICELiteAgent.mostPaths)
    #expect(stage.agent.accepts(Checker.path(1)))
    #expect(stage.agent.accepts(Checker.path(40)))
    #expect(!stage.agent.accepts(Checker.path(2)))
    #expect(stage.agent.selected == Checker.path(1))
  }

  @Test func `a recorded check sent from elsewhere changes nothing`() {
    let stage = Stage()
    let check = stage.peer.check(nominates: true)
    stage.send(check, from: 1, at: 1)
    stage.send(check, from: 66, at: 2)
    #expect(stage.agent.statistics.replayed == 1)
    #expect(stage.agent.selected == Checker.path(1))
    #expect(!stage.agent.accepts(Checker.path(66)))
    #expect(stage.take().datagrams.count == 1)
    // Repeated from where it came it is answered again.
    stage.send(check, from: 1, at: 3)
    #expect(stage.take().datagrams.count == 1)
  }

  @Test func `after a restart the old way is used until one is chosen under the new name`() {
    let stage = Stage()
    stage.check(from: 1, priority: 100, at: 1)
    _ = stage.take()
    let new = ICECredentials(using: &stage.random)
    stage.agent.restart(new, at: .seconds(2))
    #expect(stage.agent.path == Checker.path(1) && stage.agent.isRestarting)
    // The old name is answered still.
    stage.check(from: 1, at: 3)
    #expect(stage.take().datagrams.count == 1)
    let peer = Checker(new, seed: 9)
    stage.send(peer.check(priority: 1), from: 2, at: 4)
    #expect(stage.agent.path == Checker.path(1))
    // Worse, and at once: it is the newer generation's choice.
    stage.send(peer.check(nominates: true, priority: 1), from: 2, at: 4.1)
    let (datagrams, events) = stage.take()
    #expect(datagrams.count == 2)
    #expect(events == [.selected(Checker.path(2))])
    #expect(!stage.agent.isRestarting)
    // Now it is not, and the new one is.
    stage.check(from: 1, at: 5)
    #expect(stage.take().datagrams.isEmpty)
    stage.send(peer.check(), from: 2, at: 5)
    #expect(stage.take().datagrams.count == 1)
  }

  @Test func `a second restart leaves the name that is used and the newest`() {
    let stage = Stage()
    stage.check(from: 1, at: 1)
    let names = (0..<2).map { _ in ICECredentials(using: &stage.random) }
    for name in names { stage.agent.restart(name, at: .seconds(2)) }
    _ = stage.take()
    let skipped = Checker(names[0])
    stage.send(skipped.check(nominates: true), from: 2, at: 3)
    #expect(stage.take().datagrams.isEmpty)
    stage.check(from: 1, at: 3)
    #expect(stage.take().datagrams.count == 1)
    let newest = Checker(names[1])
    stage.send(newest.check(nominates: true), from: 1, at: 3)
    #expect(stage.take().datagrams.count == 1)
    #expect(!stage.agent.isRestarting)
  }
}
