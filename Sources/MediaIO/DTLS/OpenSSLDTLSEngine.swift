internal import COpenSSL
package import CallSession
package import MediaCore

/// DTLS 1.2 by OpenSSL.
@safe
package final class OpenSSLDTLSEngine: DTLSEngine {
  package private(set) var state = DTLSState.connecting
  private let configuration: DTLSConfiguration
  /// Outlives the connection, which uses its method.
  private let context: OpenSSLDTLSContext
  private let connection: OpaquePointer
  private let wire: OpenSSLWire
  private var timer: DTLSTimer

  package convenience init(
    _ configuration: DTLSConfiguration, context: OpenSSLDTLSContext
  ) throws(DTLSError) {
    try self.init(configuration, context: context, isTold: OpenSSLWire.canBeTold)
  }

  /// - Parameter isTold: whether the clock is the caller's also for OpenSSL.
  init(
    _ configuration: DTLSConfiguration, context: OpenSSLDTLSContext, isTold: Bool
  ) throws(DTLSError) {
    ERR_clear_error()
    guard let connection = unsafe SSL_new(context.context) else { throw OpenSSLError.library() }
    let wire = OpenSSLWire(configuration, isTold: isTold)
    guard unsafe OpenSSLCalls.connect(connection, to: wire, by: context.method),
      unsafe COpenSSL_setMTU(connection, configuration.largestDatagram),
      // 0 is success, of this function only.
      unsafe SSL_set_tlsext_use_srtp(connection, Self.names(configuration.suites)) == 0
    else {
      unsafe SSL_free(connection)
      throw OpenSSLError.library()
    }
    switch configuration.role {
    case .client: unsafe SSL_set_connect_state(connection)
    case .server: unsafe SSL_set_accept_state(connection)
    }
    self.configuration = configuration
    self.context = context
    unsafe self.connection = connection
    self.wire = wire
    timer = DTLSTimer(configuration)
  }

  deinit {
    unsafe SSL_free(connection)
  }

  package var deadline: MediaTime? { timer.deadline }

  package func start(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    guard state == .connecting, !timer.hasStarted else { return }
    timer.start(at: now)
    advance(at: now, into: &datagrams)
  }

  package func receive(
    _ datagram: [UInt8], at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard DatagramKind(datagram.span) == .dtls else { return }
    start(at: now, into: &datagrams)
    wire.incoming = datagram
    advance(at: now, into: &datagrams)
    wire.incoming = nil
  }

  package func handleTimeout(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    guard state == .connecting else { return }
    if timer.isOver(at: now) { return end(.failed(.timedOut)) }
    guard timer.isDue(at: now) else { return }
    ERR_clear_error()
    // Also where OpenSSL's clock counts: it may be a little behind.
    if !wire.expire() { timer.flightPostponed(at: now) }
    if unsafe COpenSSL_handleTimeout(connection) < 0 {
      end(.failed(OpenSSLError.handshake()))
    }
    send(at: now, into: &datagrams)
  }

  package func close(into datagrams: inout [[UInt8]]) {
    if state.keys != nil {
      sayGoodbye()
      datagrams += wire.takeOutgoing()
    }
    switch state {
    case .connecting, .connected: end(.closed)
    case .failed, .closed: break
    }
  }

  private func advance(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    ERR_clear_error()
    if state == .connecting { shakeHands() }
    if state.keys != nil { readOn() }
    send(at: now, into: &datagrams)
  }

  private func shakeHands() {
    let result = unsafe SSL_do_handshake(connection)
    guard result != 1 else { return finish() }
    switch unsafe SSL_get_error(connection, result) {
    case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: break
    case SSL_ERROR_ZERO_RETURN: end(.closed)
    default: end(.failed(wire.isRefused ? .fingerprint : OpenSSLError.handshake()))
    }
  }

  private func finish() {
    do throws(DTLSError) {
      end(.connected(try keys()))
    } catch {
      sayGoodbye()
      end(.failed(error))
    }
  }

  private func keys() throws(DTLSError) -> DTLSKeys {
    guard let profile = unsafe SSL_get_selected_srtp_profile(connection),
      let suite = unsafe Self.suite(profile.pointee.id), let fingerprint = wire.shown
    else { throw .noCommonSuite }
    var material = [UInt8](repeating: 0, count: SRTPKeys.exportedSize(suite))
    let label = "EXTRACTOR-dtls_srtp"
    guard
      unsafe SSL_export_keying_material(
        connection, &material, material.count, label, label.utf8.count, nil, 0, 0) == 1,
      let keys = try? DTLSKeys(
        configuration.role, suite, material: material, remoteFingerprint: fingerprint)
    else { throw OpenSSLError.library() }
    return keys
  }

  /// Nothing is expected of a peer that is connected but its goodbye; and a flight that it sends again,
  /// since our last one was lost, is answered here. Whatever else goes wrong, SRTP goes on.
  private func readOn() {
    var record = [UInt8](repeating: 0, count: 2_048)
    var result: Int32
    repeat {
      result = unsafe SSL_read(connection, &record, Int32(record.count))
    } while result > 0
    guard unsafe SSL_get_shutdown(connection) & SSL_RECEIVED_SHUTDOWN != 0 else { return }
    sayGoodbye()
    end(.closed)
  }

  private func sayGoodbye() { unsafe _ = SSL_shutdown(connection) }

  private func end(_ state: DTLSState) {
    self.state = state
    timer.stop()
  }

  private func send(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    datagrams += wire.takeOutgoing()
    let flight = wire.takeFlight()
    guard state == .connecting else { return }
    if unsafe !COpenSSL_awaitsAnswer(connection) {
      timer.flightAnswered()
    } else if flight == .first {
      timer.flightSent(at: now)
    } else if flight == .repeated {
      timer.flightRepeated(at: now)
    }
  }

  private static func names(_ suites: [SRTPSuite]) -> String {
    suites.map { suite in
      switch suite {
      case .aes128GCM: "SRTP_AEAD_AES_128_GCM"
      case .aes128CMWithSHA1: "SRTP_AES128_CM_SHA1_80"
      }
    }.joined(separator: ":")
  }

  private static func suite(_ profile: UInt) -> SRTPSuite? {
    switch Int32(truncatingIfNeeded: profile) {
    case SRTP_AEAD_AES_128_GCM: .aes128GCM
    case SRTP_AES128_CM_SHA1_80: .aes128CMWithSHA1
    default: nil
    }
  }
}
