/// Reads any bytes as an Opus packet: what a fuzzer calls.
package enum OpusPayloadExercise {
  package struct Report: Equatable {
    package var samples = 0
    /// Whether the frames stand one behind the other within the bytes, and no more of them than fit
    /// into 120 ms.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    guard let payload = OpusPayload(parsing: bytes.span) else { return report }
    report.samples = payload.sampleCount
    var place = 1
    for frame in payload.frames {
      if frame.lowerBound < place || frame.upperBound > bytes.count { report.isConsistent = false }
      place = frame.upperBound
    }
    if payload.sampleCount != OpusPayload.sampleCount(of: bytes.span) || payload.frames.isEmpty {
      report.isConsistent = false
    }
    return report
  }
}
