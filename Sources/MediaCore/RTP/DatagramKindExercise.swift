/// Sorts any bytes by their kind and gives them to the reader of it: what a fuzzer calls.
package enum DatagramKindExercise {
  package struct Report: Equatable {
    package var kind: DatagramKind?
    /// Whether the kind agrees with what the readers make of it, and is told by the first 20 bytes.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    let span = bytes.span
    var report = Report(kind: DatagramKind(span))
    if (try? RTPPacket(parsing: span)) != nil, report.kind != .rtp, report.kind != .rtcp {
      report.isConsistent = false
    }
    if report.kind == .rtcp {
      _ = RTCPDatagram(parsing: span)
    }
    if bytes.count > 20, DatagramKind(span.extracting(..<20)) != report.kind {
      report.isConsistent = false
    }
    return report
  }
}
