import CallSession
import MediaCore

/// What `receive` says when it is done.
struct ReceiveResult {
  let name: String
  let report: SessionRecordingReport
  let wasInterrupted: Bool

  private var duration: MediaTime {
    report.manifest.map { $0.end - $0.start } ?? .zero
  }

  /// What is missing, without what was silent.
  private var lost: MediaTime {
    var total = MediaTime.zero
    for track in report.manifest?.tracks ?? [] {
      for gap in track.gaps where gap.reason == .lost {
        total = total + (gap.span.end - gap.span.start)
      }
    }
    return total
  }

  var line: String {
    var text = "\(name): \(Decimal.length(duration))"
    for track in report.tracks { text += ", \(track.file) \(track.result.passed) packets" }
    if lost > .zero { text += ", \(Decimal.length(lost)) lost" }
    return wasInterrupted ? text + "; interrupted, complete up to there" : text
  }

  var object: JSONObject {
    var object = JSONObject()
    object.add("event", "done")
    object.add("folder", name)
    object.add("duration", duration.seconds, places: 3)
    object.add("lost", lost.seconds, places: 3)
    object.add(
      "tracks",
      report.tracks.map { track in
        var object = JSONObject()
        object.add("file", track.file)
        object.add("passed", Int64(track.result.passed))
        object.add("leftOut", Int64(track.result.leftOut))
        return object
      })
    object.add(
      "failures",
      report.failures.map { failure in
        var object = JSONObject()
        object.add("file", failure.file)
        object.add("message", failure.error.message)
        return object
      })
    object.add("interrupted", wasInterrupted)
    return object
  }
}
