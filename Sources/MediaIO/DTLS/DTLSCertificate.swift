internal import COpenSSL
package import CallSession

/// A key on the curve P-256 and a certificate that it signed itself: nobody vouches for it but the session
/// description, which says its fingerprint.
@safe
package struct DTLSCertificate: Sendable {
  /// Of the certificate, by SHA-256.
  package let fingerprint: DTLSFingerprint
  /// DER.
  let certificate: [UInt8]
  let key: [UInt8]

  /// A new one, that can be told from all others.
  package init() throws(DTLSError) {
    guard let key = unsafe COpenSSL_makeKey() else { throw OpenSSLError.library() }
    defer { unsafe EVP_PKEY_free(key) }
    guard let certificate = unsafe X509_new() else { throw OpenSSLError.library() }
    defer { unsafe X509_free(certificate) }
    guard unsafe Self.fill(certificate, key) else { throw OpenSSLError.library() }
    self.certificate = try unsafe Self.encoded { unsafe i2d_X509(certificate, $0) }
    self.key = try unsafe Self.encoded { unsafe i2d_PrivateKey(key, $0) }
    guard let digest = unsafe OpenSSLError.digest(of: certificate, .sha256),
      let fingerprint = DTLSFingerprint(.sha256, digest: digest)
    else { throw OpenSSLError.library() }
    self.fingerprint = fingerprint
  }

  private static func fill(_ certificate: OpaquePointer, _ key: OpaquePointer) -> Bool {
    var serial: UInt64 = 0
    let isDrawn = unsafe withUnsafeMutableBytes(of: &serial) {
      unsafe RAND_bytes($0.baseAddress, Int32($0.count)) == 1
    }
    // A serial number is above 0 (RFC 5280, 4.1.2.2).
    serial = serial >> 1 | 1
    // Version 3 is number 2.
    guard isDrawn, unsafe X509_set_version(certificate, 2) == 1,
      unsafe ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) == 1,
      // From yesterday on, for peers whose clock is slow, and for longer than a process lives.
      unsafe X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400) != nil,
      unsafe X509_gmtime_adj(X509_getm_notAfter(certificate), 366 * 86_400) != nil,
      let name = unsafe X509_get_subject_name(certificate),
      unsafe X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, "FaceBoard", -1, -1, 0) == 1
    else { return false }
    return unsafe X509_set_issuer_name(certificate, name) == 1
      && X509_set_pubkey(certificate, key) == 1 && X509_sign(certificate, key, EVP_sha256()) > 0
  }

  /// - Parameter encode: answers with the length, and writes when it is given a place.
  private static func encoded(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) throws(DTLSError) -> [UInt8] {
    let length = encode(nil)
    guard length > 0 else { throw OpenSSLError.library() }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    let written = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var place = buffer.baseAddress
      return unsafe encode(&place)
    }
    guard written == length else { throw OpenSSLError.library() }
    return bytes
  }
}
