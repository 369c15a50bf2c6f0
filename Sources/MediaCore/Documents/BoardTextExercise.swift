import Strokes

/// Reads any bytes as a `.board` file and writes what it holds again: what a fuzzer calls.
package enum BoardTextExercise {
  package struct Report: Equatable {
    /// Whether the bytes begin with a header that can be read.
    package var isBoard = false
    package var events = 0
    package var warnings: UInt64 = 0
    /// Whether every event came back equal after it was written and read again.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    do throws(MediaError) {
      var reader = try BoardTextReader(MemorySource(bytes), name: "fuzz.board")
      report.isBoard = true
      var writer = BoardTextWriter()
      var text: [UInt8] = []
      try writer.append(reader.header, to: &text)
      var events: [BoardEvent] = []
      while let event = try reader.next() {
        try writer.append(event, to: &text)
        events.append(event)
      }
      report.events = events.count
      report.warnings = reader.warnings.count
      var again = try BoardTextReader(MemorySource(text), name: "again.board")
      report.isConsistent = again.header == reader.header
      for event in events where try again.next() != event {
        report.isConsistent = false
      }
    } catch {
      // What has been read must be possible to write and to read.
      if report.isBoard { report.isConsistent = false }
    }
    return report
  }
}
