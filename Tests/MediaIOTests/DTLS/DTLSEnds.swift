import CallSession
import MediaCore
import MediaIO
import TestSupport

/// A client and a server whose certificates are made once for all tests: both know each other's.
struct DTLSEnds {
  static let clientCertificate = made()
  static let serverCertificate = made()

  var client = DTLSConfiguration(
    .client, remoteFingerprints: [serverCertificate.fingerprint])
  var server = DTLSConfiguration(
    .server, remoteFingerprints: [clientCertificate.fingerprint])
  var path = DTLSExchange.Path()

  func exchange(seed: UInt64 = 1) throws -> DTLSExchange {
    DTLSExchange(
      client: try OpenSSLDTLSEngine(
        client, context: OpenSSLDTLSContext(Self.clientCertificate)),
      server: try OpenSSLDTLSEngine(
        server, context: OpenSSLDTLSContext(Self.serverCertificate)),
      path: path, seed: seed)
  }

  private static func made() -> DTLSCertificate {
    do {
      return try DTLSCertificate()
    } catch {
      preconditionFailure("no certificate: \(error.text)")
    }
  }
}
