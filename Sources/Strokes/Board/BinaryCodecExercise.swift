/// Reads any bytes as a stream and writes what it holds again: what a fuzzer calls.
package enum BinaryCodecExercise {
  package struct Report {
    package var events = 0
    package var brokenFrames = 0
    /// Whether every event came back equal after it was written and read again.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    var decoder = BinaryCodecDecoder(bytes)
    do throws(BinaryCodecError) {
      let header = try decoder.header()
      report.isConsistent = comesBack(header)
    } catch {
      return report
    }
    while true {
      do throws(BinaryCodecError) {
        guard let event = try decoder.next() else { return report }
        report.events += 1
        if !comesBack(event) { report.isConsistent = false }
      } catch {
        report.brokenFrames += 1
        // Neither a cut nor an overlong frame has been passed over.
        if error == .truncated || error == .frameTooLong || report.brokenFrames > bytes.count {
          return report
        }
      }
    }
  }

  private static func comesBack(_ header: BoardHeader) -> Bool {
    var encoder = BinaryCodecEncoder()
    var bytes: [UInt8] = []
    guard (try? encoder.append(header, to: &bytes)) != nil else { return false }
    var decoder = BinaryCodecDecoder(bytes)
    return (try? decoder.header()) == header
  }

  private static func comesBack(_ event: BoardEvent) -> Bool {
    var encoder = BinaryCodecEncoder()
    var bytes: [UInt8] = []
    guard (try? encoder.append(event, to: &bytes)) != nil else { return false }
    var decoder = BinaryCodecDecoder(bytes)
    guard let again = try? decoder.next() else { return false }
    return again == event
  }
}
