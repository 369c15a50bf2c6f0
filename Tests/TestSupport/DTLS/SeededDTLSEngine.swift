import CallSession
import MediaCore

/// A DTLS engine without secrets: equal seeds give equal datagrams and keys. It sends as many datagrams
/// as the real one does with Chromium's hello, as large, and as often when they are lost.
package final class SeededDTLSEngine: DTLSEngine {
  package private(set) var state = DTLSState.connecting
  private let configuration: DTLSConfiguration
  private let seed: UInt64
  private var timer: DTLSTimer
  /// The flight that was sent last, 0 before the first.
  private var sent = 0
  /// The parts of the flight that is awaited.
  private var parts: Set<Int> = []
  private var peer: SeededDTLSMessage?
  /// What the server chose, or was offered; nil when nothing suits.
  private var suite: SRTPSuite?

  package init(_ configuration: DTLSConfiguration, seed: UInt64) {
    self.configuration = configuration
    self.seed = seed
    timer = DTLSTimer(configuration)
  }

  /// Of the certificate that an engine would have.
  package static func fingerprint(seed: UInt64) -> DTLSFingerprint {
    var generator = SeededGenerator(seed: seed)
    let digest = (0..<32).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    guard let fingerprint = DTLSFingerprint(.sha256, digest: digest) else {
      preconditionFailure("32 bytes")
    }
    return fingerprint
  }

  package var deadline: MediaTime? { timer.deadline }

  package func start(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    guard state == .connecting, !timer.hasStarted else { return }
    timer.start(at: now)
    if configuration.role == .client { send(1, at: now, into: &datagrams) }
  }

  package func receive(
    _ datagram: [UInt8], at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard let message = SeededDTLSMessage(datagram) else { return }
    start(at: now, into: &datagrams)
    switch state {
    case .connecting: take(message, at: now, into: &datagrams)
    case .connected:
      if message.seed == peer?.seed { takeLate(message, at: now, into: &datagrams) }
    case .failed, .closed: break
    }
  }

  package func handleTimeout(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    guard state == .connecting else { return }
    if timer.isOver(at: now) { return end(.failed(.timedOut)) }
    guard timer.isDue(at: now) else { return }
    timer.flightRepeated(at: now)
    append(sent, to: &datagrams)
  }

  package func close(into datagrams: inout [[UInt8]]) {
    if state.keys != nil { append(alert: SeededDTLSMessage.goodbye, to: &datagrams) }
    switch state {
    case .connecting, .connected: end(.closed)
    case .failed, .closed: break
    }
  }

  private func take(
    _ message: SeededDTLSMessage, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    if message.isAlert {
      return end(
        message.number == SeededDTLSMessage.goodbye
          ? .closed : .failed(.refused(alert: UInt8(truncatingIfNeeded: message.number))))
    }
    let awaited = sent == 0 ? 1 : sent + 1
    guard message.number == awaited else { return }
    parts.insert(message.part)
    guard parts.count == SeededDTLSMessage.sizes(ofFlight: awaited).count else { return }
    parts = []
    peer = message
    guard isAnnounced(message) || awaited == 1 else {
      append(alert: 42, to: &datagrams)
      return end(.failed(.fingerprint))
    }
    switch awaited {
    case 1:
      suite = configuration.suites.first { message.suites.contains($0) }
      send(2, at: now, into: &datagrams)
    case 2:
      suite = message.suites.first
      send(3, at: now, into: &datagrams)
    case 3:
      append(4, to: &datagrams)
      sent = 4
      finish()
    default: finish()
    }
  }

  /// Our last flight was lost if the peer sends its own again.
  private func takeLate(
    _ message: SeededDTLSMessage, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    if message.isAlert {
      append(alert: SeededDTLSMessage.goodbye, to: &datagrams)
      end(.closed)
    } else if message.number == 3, sent == 4 {
      append(4, to: &datagrams)
    }
  }

  private func isAnnounced(_ message: SeededDTLSMessage) -> Bool {
    DTLSFingerprint.accepts(configuration.remoteFingerprints) { hash in
      hash == .sha256 ? Self.fingerprint(seed: message.seed).digest : nil
    }
  }

  private func finish() {
    guard let suite, let peer else { return end(.failed(.noCommonSuite)) }
    let isClient = configuration.role == .client
    let (client, server) = isClient ? (seed, peer.seed) : (peer.seed, seed)
    var generator = SeededGenerator(seed: client &* 0x9E37_79B9_7F4A_7C15 ^ server)
    let material = (0..<SRTPKeys.exportedSize(suite)).map { _ in
      UInt8(truncatingIfNeeded: generator.next())
    }
    guard
      let keys = try? DTLSKeys(
        configuration.role, suite, material: material,
        remoteFingerprint: Self.fingerprint(seed: peer.seed))
    else { preconditionFailure("as much material as the suite needs") }
    end(.connected(keys))
  }

  private func end(_ state: DTLSState) {
    self.state = state
    timer.stop()
  }

  private func send(_ flight: Int, at now: MediaTime, into datagrams: inout [[UInt8]]) {
    sent = flight
    timer.flightSent(at: now)
    append(flight, to: &datagrams)
  }

  private func append(_ flight: Int, to datagrams: inout [[UInt8]]) {
    let suites = configuration.role == .client ? configuration.suites : suite.map { [$0] } ?? []
    for part in SeededDTLSMessage.sizes(ofFlight: flight).indices {
      datagrams.append(
        SeededDTLSMessage(
          isAlert: false, number: flight, part: part, seed: seed, suites: suites
        ).bytes)
    }
  }

  private func append(alert: Int, to datagrams: inout [[UInt8]]) {
    datagrams.append(
      SeededDTLSMessage(isAlert: true, number: alert, part: 0, seed: seed, suites: []).bytes)
  }
}
