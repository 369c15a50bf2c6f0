/// Takes any bytes as a recording and looks at its structure, without decoding anything: what a
/// fuzzer calls.
package enum RecordingAuditExercise {
  /// The faults that were found; nil for what is no WebM.
  package static func run(_ bytes: [UInt8]) -> [RecordingFault]? {
    let source = MemorySource(bytes)
    var scanner = WebMScanner(source)
    var audit = WebMAudit()
    do throws(MediaError) {
      while let event = try scanner.next() { audit.take(event) }
      try audit.finish(scanner, source)
    } catch {
      return nil
    }
    var verdict = RecordingVerdict()
    return verdict.finish(audit, session: audit.duration)
  }
}
