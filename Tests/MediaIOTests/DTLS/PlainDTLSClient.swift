import COpenSSL
import CallSession
import MediaCore

@testable import MediaIO

/// A client that may do what an engine does not: show no certificate, want no SRTP, say very much, begin
/// a second handshake. It speaks to OpenSSL itself, on a path that loses nothing.
final class PlainDTLSClient {
  struct Manners {
    var showsCertificate = true
    var wantsSRTP = true
    /// The protocols that it names in its hello, of 50 bytes each.
    var protocols = 0
    var ciphers = "ECDHE+AESGCM"
  }

  private let context: OpaquePointer
  private let method: OpaquePointer
  private let connection: OpaquePointer
  private let wire: OpenSSLWire

  /// - Parameter server: what it accepts.
  init(_ manners: Manners, server: DTLSFingerprint) throws {
    guard let context = SSL_CTX_new(DTLS_client_method()), let method = OpenSSLCalls.makeMethod()
    else { throw OpenSSLError.library() }
    SSL_CTX_set_options(context, COpenSSL_options)
    SSL_CTX_set_cipher_list(context, manners.ciphers)
    OpenSSLCalls.judgeCertificates(context)
    if manners.showsCertificate {
      let certificate = DTLSEnds.clientCertificate
      SSL_CTX_use_certificate_ASN1(
        context, Int32(certificate.certificate.count), certificate.certificate)
      SSL_CTX_use_PrivateKey_ASN1(EVP_PKEY_EC, context, certificate.key, certificate.key.count)
    }
    guard let connection = SSL_new(context) else { throw OpenSSLError.library() }
    wire = OpenSSLWire(DTLSConfiguration(.client, remoteFingerprints: [server]))
    _ = OpenSSLCalls.connect(connection, to: wire, by: method)
    _ = COpenSSL_setMTU(connection, 1_200)
    if manners.wantsSRTP { SSL_set_tlsext_use_srtp(connection, "SRTP_AEAD_AES_128_GCM") }
    if manners.protocols > 0 {
      let name: [UInt8] = [50] + [UInt8](repeating: 97, count: 50)
      let names = Array(repeatElement(name, count: manners.protocols).joined())
      SSL_set_alpn_protos(connection, names, UInt32(names.count))
    }
    SSL_set_connect_state(connection)
    self.context = context
    self.method = method
    self.connection = connection
  }

  deinit {
    SSL_free(connection)
    SSL_CTX_free(context)
    BIO_meth_free(method)
  }

  /// Begins a handshake, or goes on with one; what is sent.
  func shakeHands() -> [[UInt8]] {
    ERR_clear_error()
    _ = SSL_do_handshake(connection)
    return wire.takeOutgoing()
  }

  var isConnected: Bool { SSL_is_init_finished(connection) == 1 }

  /// The hello of a second handshake over the first one's keys.
  func shakeHandsAgain() -> [[UInt8]] {
    ERR_clear_error()
    _ = SSL_renegotiate(connection)
    return shakeHands()
  }

  func write(_ bytes: [UInt8]) -> [[UInt8]] {
    _ = SSL_write(connection, bytes, Int32(bytes.count))
    return wire.takeOutgoing()
  }

  /// Answers, and whatever they lead to, until both are silent.
  func exchange(_ datagrams: [[UInt8]], with server: OpenSSLDTLSEngine) {
    var datagrams = datagrams
    for _ in 0..<20 where !datagrams.isEmpty {
      var answers: [[UInt8]] = []
      for datagram in datagrams { server.receive(datagram, at: .zero, into: &answers) }
      datagrams = []
      for answer in answers {
        wire.incoming = answer
        datagrams += isConnected ? read() : shakeHands()
      }
    }
  }

  private func read() -> [[UInt8]] {
    var record = [UInt8](repeating: 0, count: 2_048)
    ERR_clear_error()
    while SSL_read(connection, &record, Int32(record.count)) > 0 {}
    return wire.takeOutgoing()
  }
}
