import CallSession
import MediaIO
import Testing

@Suite struct DTLSCertificateTests {
  @Test func `each certificate is another one`() throws {
    let fingerprints = try (0..<20).map { _ in try DTLSCertificate().fingerprint.description }
    #expect(Set(fingerprints).count == 20)
    #expect(fingerprints.allSatisfy { $0.hasPrefix("sha-256 ") && $0.utf8.count == 8 + 95 })
  }
}
