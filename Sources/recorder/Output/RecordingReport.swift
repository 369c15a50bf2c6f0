import MediaCore

/// What `info` says about a recording.
struct RecordingReport {
  let name: String
  let file: WebMInspection

  var lines: [String] {
    var lines = ["\(name): WebM, \(length), \(Decimal.bytes(file.size))"]
    if let title = file.title { lines.append("  title     \(title)") }
    for track in file.tracks { lines.append("  " + line(track)) }
    for chapter in file.chapters {
      lines.append("  chapter   \(Decimal.clock(chapter.start)) \(chapter.title)")
    }
    if file.cueCount > 0 {
      lines.append("  index     \(file.cueCount) places to seek to")
    }
    if !file.isComplete {
      lines.append("  not finished: \(faults); recorder recover \(name) completes it")
    }
    return lines
  }

  var object: JSONObject {
    var object = JSONObject()
    object.add("file", name)
    object.add("kind", "webm")
    if let duration = file.duration {
      object.add("duration", duration.seconds, places: 3)
    } else {
      object.addNull("duration")
    }
    object.add("bytes", file.size)
    object.add("complete", file.isComplete)
    object.add("clusters", Int64(file.clusterCount))
    object.add("cues", Int64(file.cueCount))
    object.add("damagedBytes", file.damagedBytes)
    if let title = file.title { object.add("title", title) }
    var tracks: [JSONObject] = []
    for track in file.tracks {
      var entry = JSONObject()
      entry.add("codec", track.codec)
      if let name = track.name { entry.add("name", name) }
      if track.width > 0 {
        entry.add("width", Int64(track.width))
        entry.add("height", Int64(track.height))
      }
      if track.channels > 0 { entry.add("channels", Int64(track.channels)) }
      entry.add("frames", Int64(track.frameCount))
      entry.add("keyFrames", Int64(track.keyFrameCount))
      entry.add("bytes", track.bytes)
      entry.add("largestGap", track.largestGap.seconds, places: 3)
      tracks.append(entry)
    }
    object.add("tracks", tracks)
    var chapters: [JSONObject] = []
    for chapter in file.chapters {
      var entry = JSONObject()
      entry.add("start", chapter.start.seconds, places: 3)
      entry.add("title", chapter.title)
      chapters.append(entry)
    }
    object.add("chapters", chapters)
    return object
  }

  private var length: String {
    file.duration.map { Decimal.length($0) } ?? "\(Decimal.length(file.lastTime)) so far"
  }

  private var faults: String {
    var faults: [String] = []
    if file.duration == nil { faults.append("no duration") }
    if file.cueCount == 0 { faults.append("no seek index") }
    if file.isCut { faults.append("cut off at the end") }
    if file.damagedBytes > 0 { faults.append("\(file.damagedBytes) damaged bytes") }
    return faults.joined(separator: ", ")
  }

  private func line(_ track: WebMInspection.Track) -> String {
    var text: String
    switch track.codec {
    case "V_VP8":
      text = "video     VP8, \(track.width)×\(track.height), \(track.frameCount) frames"
      text += ", \(track.keyFrameCount) of them key frames"
    case "A_OPUS":
      text = "sound     Opus, \(track.channels == 1 ? "mono" : "\(track.channels) channels")"
    case let codec where codec.hasPrefix("D_WEBVTT"):
      text = "text      WebVTT, \(track.frameCount) cues"
    default:
      text = "other     \(track.codec), \(track.frameCount) frames"
    }
    text += ", \(Decimal.bytes(track.bytes))"
    return text + (track.name.map { " (\($0))" } ?? "")
  }
}
