internal import COpenSSL
internal import Glibc

/// What OpenSSL calls while it works for a connection. Each finds the connection's wire where it was put,
/// unretained: the engine keeps it for as long as the connection is there.
@safe
enum OpenSSLCalls {
  /// The kind of end that reads and writes a wire. The caller frees it.
  static func makeMethod() -> OpaquePointer? {
    guard let method = unsafe BIO_meth_new(BIO_TYPE_SOURCE_SINK, "datagrams") else { return nil }
    unsafe BIO_meth_set_read(method) { end, place, room in
      guard let end = unsafe end, let place = unsafe place,
        let wire = unsafe OpenSSLCalls.found(atEnd: end)
      else {
        return -1
      }
      guard let count = unsafe wire.read(place, Int(room)) else {
        unsafe COpenSSL_retryRead(end)
        return -1
      }
      unsafe COpenSSL_clearRetry(end)
      return Int32(count)
    }
    unsafe BIO_meth_set_write(method) { end, bytes, count in
      guard let end = unsafe end, let bytes = unsafe bytes,
        let wire = unsafe OpenSSLCalls.found(atEnd: end)
      else {
        return -1
      }
      unsafe wire.write(UnsafeBufferPointer(start: bytes, count: Int(count)))
      return count
    }
    unsafe BIO_meth_set_ctrl(method) { end, command, _, argument in
      switch command {
      case BIO_CTRL_FLUSH: return 1
      case BIO_CTRL_DGRAM_SET_NEXT_TIMEOUT:
        guard let end = unsafe end, let argument = unsafe argument else { return 0 }
        unsafe OpenSSLCalls.found(atEnd: end)?.noteTimer(
          argument.assumingMemoryBound(to: timeval.self))
        return 1
      default: return 0
      }
    }
    return unsafe method
  }

  /// Has OpenSSL read and write `wire`. False for want of memory.
  static func connect(
    _ connection: OpaquePointer, to wire: OpenSSLWire, by method: OpaquePointer
  ) -> Bool {
    guard let end = unsafe BIO_new(method) else { return false }
    let reference = unsafe Unmanaged.passUnretained(wire).toOpaque()
    unsafe BIO_set_data(end, reference)
    unsafe BIO_set_init(end, 1)
    unsafe SSL_set_bio(connection, end, end)
    unsafe DTLS_set_timer_cb(connection) { connection, last in
      unsafe OpenSSLCalls.found(by: connection)?.timeout(after: last) ?? max(last, 1_000_000)
    }
    return unsafe SSL_set_ex_data(connection, 0, reference) == 1
  }

  /// Replaces the judgement of certificates: names, dates and signatures mean nothing here, only what was
  /// announced does.
  static func judgeCertificates(_ context: OpaquePointer) {
    unsafe SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nil)
    unsafe SSL_CTX_set_cert_verify_callback(
      context,
      { store, _ in
        guard let store = unsafe store, let certificate = unsafe X509_STORE_CTX_get0_cert(store),
          let connection = unsafe X509_STORE_CTX_get_ex_data(
            store, SSL_get_ex_data_X509_STORE_CTX_idx()),
          let wire = unsafe OpenSSLCalls.found(by: OpaquePointer(connection)),
          unsafe wire.accepts(certificate)
        else {
          if let store = unsafe store {
            unsafe X509_STORE_CTX_set_error(store, X509_V_ERR_CERT_REJECTED)
          }
          return 0
        }
        return 1
      }, nil)
  }

  private static func found(atEnd end: OpaquePointer) -> OpenSSLWire? {
    guard let reference = unsafe BIO_get_data(end) else { return nil }
    return unsafe Unmanaged<OpenSSLWire>.fromOpaque(reference).takeUnretainedValue()
  }

  private static func found(by connection: OpaquePointer?) -> OpenSSLWire? {
    guard let reference = unsafe SSL_get_ex_data(connection, 0) else { return nil }
    return unsafe Unmanaged<OpenSSLWire>.fromOpaque(reference).takeUnretainedValue()
  }
}
