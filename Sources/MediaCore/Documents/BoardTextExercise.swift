import Strokes

/// Reads any bytes as a `.board` file and writes what it holds again: what a fuzzer calls.
package enum BoardTextExercise {
  package struct Report: Equatable {
    /// Whether the bytes begin with a header that can be read.
    package var isBoard = false
    package var events = 0
    package var warnings: UInt64 = 0
    /// Whether every event came back equal after it was written and read again, and the reader of
    /// whole texts found the same.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    var reader: BoardTextReader
    do throws(MediaError) {
      reader = try BoardTextReader(MemorySource(bytes), name: "fuzz.board")
    } catch {
      report.isConsistent = (try? BoardTextDecoder(bytes)) == nil
      return report
    }
    report.isBoard = true
    var text: [UInt8] = []
    do throws(BoardSchemaError) {
      var writer = BoardTextWriter()
      try writer.append(reader.header, to: &text)
      guard var whole = try? BoardTextDecoder(bytes), whole.header == reader.header else {
        report.isConsistent = false
        return report
      }
      var events: [BoardEvent] = []
      while let event = try? reader.next() {
        try writer.append(event, to: &text)
        events.append(event)
        if whole.next() != event { report.isConsistent = false }
      }
      report.events = events.count
      report.warnings = reader.warnings.count
      if whole.next() != nil || whole.faultCount != report.warnings { report.isConsistent = false }
      if !holds(text, reader.header, events) { report.isConsistent = false }
    } catch {
      // What has been read must be possible to write.
      report.isConsistent = false
    }
    return report
  }

  private static func holds(_ text: [UInt8], _ header: BoardHeader, _ events: [BoardEvent]) -> Bool
  {
    guard var again = try? BoardTextReader(MemorySource(text), name: "again.board"),
      again.header == header
    else { return false }
    for event in events where (try? again.next()) != event {
      return false
    }
    return true
  }
}
