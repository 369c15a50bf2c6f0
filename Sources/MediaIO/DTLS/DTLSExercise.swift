internal import CallSession
internal import MediaCore

/// Gives any bytes to DTLS engines as what a network brought: what a fuzzer calls.
package enum DTLSExercise {
  package struct Report: Equatable {
    /// Ends that believe to have a peer, although nobody has the key of the announced certificate.
    package var forgeries = 0
    /// Whether every deadline lies ahead, and nothing larger was sent than a path carries.
    package var isConsistent = true

    package init() {}
  }

  /// Made once a process, for it is what takes long.
  private static let certificate = try? DTLSCertificate()

  /// The first byte picks the role; then each datagram follows its length, of two bytes.
  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    guard let choice = bytes.first else { return report }
    guard let certificate, let context = try? OpenSSLDTLSContext(certificate),
      let engine = try? OpenSSLDTLSEngine(
        DTLSConfiguration(
          choice & 1 == 0 ? .server : .client, remoteFingerprints: [certificate.fingerprint]),
        context: context)
    else {
      report.isConsistent = false
      return report
    }
    var now = MediaTime.zero
    var sent: [[UInt8]] = []
    engine.start(at: now, into: &sent)
    var index = 1
    while index + 2 <= bytes.count {
      let length = Int(bytes[index]) << 8 | Int(bytes[index + 1])
      let end = min(index + 2 + length, bytes.count)
      engine.receive(Array(bytes[index + 2..<end]), at: now, into: &sent)
      index = end
      guard let deadline = engine.deadline else { continue }
      if deadline < now { report.isConsistent = false }
      // Sometimes the timer is faster than the next datagram.
      if length & 1 == 1 { now = deadline }
      engine.handleTimeout(at: now, into: &sent)
    }
    if engine.state.keys != nil { report.forgeries += 1 }
    if sent.contains(where: { $0.count > 1_200 }) { report.isConsistent = false }
    return report
  }
}
