import MediaCore

/// What `record` says when it is done.
struct RecordingResult {
  let name: String
  let summary: RecordingSummary
  let size: (width: Int, height: Int)
  let wasInterrupted: Bool

  var line: String {
    var text = "\(name): \(Decimal.length(summary.duration)), \(size.width)×\(size.height), "
    text += "\(summary.frames) frames"
    if summary.audioPackets > 0 { text += ", with sound" }
    if summary.cues > 0 { text += ", \(summary.cues) chat messages" }
    text += ", \(Decimal.bytes(summary.bytes))"
    return wasInterrupted ? text + "; interrupted, complete up to there" : text
  }

  var object: JSONObject {
    var object = JSONObject()
    object.add("event", "done")
    object.add("file", name)
    object.add("duration", summary.duration.seconds, places: 3)
    object.add("width", Int64(size.width))
    object.add("height", Int64(size.height))
    object.add("frames", Int64(summary.frames))
    object.add("keyFrames", Int64(summary.keyFrames))
    object.add("audioPackets", Int64(summary.audioPackets))
    object.add("cues", Int64(summary.cues))
    object.add("bytes", summary.bytes)
    object.add("interrupted", wasInterrupted)
    return object
  }
}
