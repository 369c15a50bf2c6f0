internal import COpenSSL
internal import CallSession

/// What OpenSSL has put into this thread's queue of errors.
@safe
enum OpenSSLError {
  /// Where the alerts that a peer sent begin among the reasons.
  private static let firstAlert: Int32 = 1_000

  /// For what should never fail.
  static func library() -> DTLSError { .library(text(of: ERR_get_error())) }

  /// Why a handshake went wrong.
  static func handshake() -> DTLSError {
    let code = ERR_get_error()
    let reason = ERR_GET_REASON(code)
    switch reason {
    case firstAlert...(firstAlert + 255):
      return .refused(alert: UInt8(truncatingIfNeeded: reason - firstAlert))
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return .noCertificate
    case SSL_R_READ_TIMEOUT_EXPIRED: return .timedOut
    default: return .handshake(text(of: code))
    }
  }

  private static func text(of code: UInt) -> String {
    guard code != 0 else { return "no reason was given" }
    guard let words = unsafe ERR_reason_error_string(code) else { return "error \(code)" }
    return unsafe String(cString: words)
  }

  /// The digest of a certificate's DER; nil for want of memory.
  static func digest(of certificate: OpaquePointer, _ hash: DTLSFingerprint.Hash) -> [UInt8]? {
    let method: OpaquePointer?
    switch hash {
    case .sha1: unsafe method = EVP_sha1()
    case .sha256: unsafe method = EVP_sha256()
    case .sha384: unsafe method = EVP_sha384()
    case .sha512: unsafe method = EVP_sha512()
    }
    var digest = [UInt8](repeating: 0, count: hash.size)
    var length: UInt32 = 0
    guard unsafe X509_digest(certificate, method, &digest, &length) == 1, length == hash.size else {
      return nil
    }
    return digest
  }
}
