internal import COpenSSL
package import CallSession

/// What all connections under one certificate share. It belongs to one thread, like its engines; each
/// thread makes its own from the certificate.
@safe
package final class OpenSSLDTLSContext {
  /// Announced to every peer.
  package let fingerprint: DTLSFingerprint
  let context: OpaquePointer
  let method: OpaquePointer

  /// Elliptic curves whose keys are forgotten, and authenticated encryption.
  private static let ciphers = "ECDHE+AESGCM:ECDHE+CHACHA20"
  /// Of all certificates that a peer shows, in bytes.
  private static let largestCertificates = 16 << 10

  /// More than a datagram holds.
  private static let largestRecord = 1_500

  package init(_ certificate: DTLSCertificate) throws(DTLSError) {
    ERR_clear_error()
    guard let context = unsafe SSL_CTX_new(DTLS_method()) else { throw OpenSSLError.library() }
    guard unsafe Self.configure(context, certificate), let method = unsafe OpenSSLCalls.makeMethod()
    else {
      unsafe SSL_CTX_free(context)
      throw OpenSSLError.library()
    }
    fingerprint = certificate.fingerprint
    unsafe self.context = context
    unsafe self.method = method
  }

  deinit {
    unsafe SSL_CTX_free(context)
    unsafe BIO_meth_free(method)
  }

  private static func configure(_ context: OpaquePointer, _ certificate: DTLSCertificate) -> Bool {
    let isSet =
      unsafe COpenSSL_limitToDTLS12(context) && COpenSSL_limitRecords(context, largestRecord)
      && SSL_CTX_set_cipher_list(context, ciphers) == 1
      && SSL_CTX_use_certificate_ASN1(
        context, Int32(certificate.certificate.count), certificate.certificate) == 1
      && SSL_CTX_use_PrivateKey_ASN1(
        EVP_PKEY_EC, context, certificate.key, certificate.key.count) == 1
      && SSL_CTX_check_private_key(context) == 1
    unsafe _ = SSL_CTX_set_options(
      context, COpenSSL_options | COpenSSL_noRenegotiation)
    unsafe COpenSSL_forgetSessions(context)
    unsafe COpenSSL_limitCertificates(context, largestCertificates)
    unsafe OpenSSLCalls.judgeCertificates(context)
    return isSet
  }
}
