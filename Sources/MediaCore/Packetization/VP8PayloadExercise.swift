/// Reads any bytes as a run of VP8 payloads and puts frames together from them: what a fuzzer calls.
package enum VP8PayloadExercise {
  package struct Report: Equatable {
    package var descriptors = 0
    package var frames = 0
    /// Whether every descriptor came back equal after it was written and read again.
    package var isConsistent = true
  }

  /// - Parameter bytes: packets, each behind four bytes: its number, its time, what else is said of
  ///   it, and its length.
  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    var assembler = VP8FrameAssembler(capacity: 64)
    var position = 0
    while bytes.count - position > 4 {
      let flags = bytes[position + 2]
      let end = min(position + 4 + Int(bytes[position + 3]), bytes.count)
      let payload = Array(bytes[position + 4..<end])
      check(payload, &report)
      assembler.insert(
        sequence: Int64(bytes[position]), timestamp: UInt32(bytes[position + 1]),
        hasMarker: flags & 1 != 0, isRecovery: flags & 2 != 0, payload: payload)
      while let frame = assembler.next() {
        report.frames += 1
        if frame.bytes.isEmpty { report.isConsistent = false }
      }
      if flags & 12 == 12 { assembler.giveUp() }
      if flags & 48 == 48 { assembler.restart() }
      position = end
    }
    return report
  }

  private static func check(_ payload: [UInt8], _ report: inout Report) {
    var size = 0
    guard let descriptor = VP8PayloadDescriptor(parsing: payload.span, size: &size) else { return }
    report.descriptors += 1
    var written: [UInt8] = []
    descriptor.write(to: &written)
    written.append(payload[size])
    var again = 0
    if VP8PayloadDescriptor(parsing: written.span, size: &again) != descriptor
      || again != written.count - 1
    {
      report.isConsistent = false
    }
  }
}
