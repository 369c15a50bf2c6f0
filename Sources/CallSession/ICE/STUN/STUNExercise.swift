import MediaCore

/// Reads any bytes as a STUN message and writes what it holds again, and gives them to a server's port: what a
/// fuzzer calls.
package enum STUNExercise {
  package struct Report: Equatable {
    package var isMessage = false
    /// Whether the message came back equal after it was written and read again, and nothing that nobody
    /// signed had an effect.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    guard serverIsUnmoved(by: bytes) else {
      report.isConsistent = false
      return report
    }
    guard let message = try? STUNMessage(parsing: bytes) else { return report }
    report.isMessage = true
    let key = STUNKey("a password of some length")
    let written = message.bytes(key: key)
    guard let again = try? STUNMessage(parsing: written), again.hasFingerprint,
      again.isAuthentic(written, key: key), holdsSame(message, again), isAnswered(message)
    else {
      report.isConsistent = false
      return report
    }
    var damaged = written
    damaged[Int(bytes[1]) % damaged.count] ^= 1
    if (try? STUNMessage(parsing: damaged))?.isAuthentic(damaged, key: key) == true {
      report.isConsistent = false
    }
    return report
  }

  /// Apart from what only a message that came has.
  private static func holdsSame(_ one: STUNMessage, _ other: STUNMessage) -> Bool {
    one.kind == other.kind && one.transactionID == other.transactionID
      && one.username == other.username && one.priority == other.priority
      && one.isNominating == other.isNominating && one.role == other.role
      && one.mappedAddress == other.mappedAddress && one.error == other.error
      && one.unknownAttributes == other.unknownAttributes
  }

  private static let address = TransportAddress(ipv4: 0x7F00_0001, port: 1)
  private static let other = TransportAddress(ipv4: 0x7F00_0001, port: 2)

  private static func credentials(_ fragment: String) -> ICECredentials? {
    ICECredentials(fragment: fragment, password: "a/password/of/some/size")
  }

  private static func serverIsUnmoved(by bytes: [UInt8]) -> Bool {
    guard let credentials = credentials("evtj") else { return false }
    var router = ICERouter()
    var outputs = ICERouterOutputs()
    guard let peer = router.add(credentials, at: .zero, into: &outputs) else { return false }
    let route = router.receive(bytes, from: other, to: address, at: .zero, into: &outputs)
    return outputs.datagrams.isEmpty && outputs.events.isEmpty && route != .peer(peer)
      && router.path(of: peer) == nil
  }

  /// What a peer that has the password may send is answered with one datagram at most, and never traps.
  private static func isAnswered(_ message: STUNMessage) -> Bool {
    guard let ours = credentials("evtj"), let theirs = credentials("h6vY") else { return false }
    var message = message
    message.kind = .request
    message.username = Array("evtj:h6vY".utf8)
    let signed = message.bytes(key: STUNKey(ours.password))
    var router = ICERouter()
    var routed = ICERouterOutputs()
    guard router.add(ours, at: .zero, into: &routed) != nil else { return false }
    _ = router.receive(signed, from: other, to: address, at: .zero, into: &routed)

    var random = SimulationGenerator(seed: UInt64(signed.count))
    var outputs = ICEOutputs()
    var agent = ICEAgent(ours, role: .controlled, using: &random)
    agent.addHost(address, at: .zero, into: &outputs)
    agent.setRemote(theirs, at: .zero)
    agent.receive(signed, from: other, to: address, at: .zero, into: &outputs)
    let answers = outputs.datagrams.count
    var calls = 0
    while let deadline = agent.deadline, calls < 1_000 {
      agent.handleTimeout(at: deadline, using: &random, into: &outputs)
      calls += 1
    }
    return routed.datagrams.count == 1 && answers == 1 && calls < 1_000
  }
}
