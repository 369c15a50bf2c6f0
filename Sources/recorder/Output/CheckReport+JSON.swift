import MediaCore

extension CheckReport {
  /// Documentation/check.md describes it.
  var object: JSONObject {
    var object = JSONObject()
    object.add("file", name)
    object.add("bytes", findings.bytes)
    add("duration", findings.duration?.seconds, places: 3, to: &object)
    object.add("contentEnd", findings.contentEnd.seconds, places: 3)
    add("session", findings.session?.seconds, places: 3, to: &object)
    object.add("clusters", Int64(findings.clusters))
    object.add("cues", Int64(findings.cues))
    object.add("chapters", Int64(findings.chapters))
    object.add("texts", Int64(findings.texts))
    if let picture = findings.picture { object.add("picture", self.object(picture)) }
    if let sound = findings.sound { object.add("sound", self.object(sound)) }
    if let likeness = findings.likeness { object.add("likeness", self.object(likeness)) }
    object.add("offsets", offsets)
    object.add("ok", findings.faults.isEmpty)
    var faults: [JSONObject] = []
    for fault in findings.faults {
      var entry = JSONObject()
      entry.add("kind", fault.kind.rawValue)
      add("time", fault.time?.seconds, places: 3, to: &entry)
      entry.add("message", fault.message)
      faults.append(entry)
    }
    object.add("faults", faults)
    return object
  }

  private func object(_ picture: RecordingFindings.Picture) -> JSONObject {
    var object = JSONObject()
    object.add("codec", picture.codec)
    object.add("width", Int64(picture.width))
    object.add("height", Int64(picture.height))
    object.add("frames", Int64(picture.frames))
    object.add("keyFrames", Int64(picture.keyFrames))
    object.add("decoded", Int64(picture.decoded))
    object.add("errors", Int64(picture.errors))
    object.add("largestGap", self.object(picture.largestGap))
    object.add("stillest", self.object(picture.stillest))
    object.add("blackSpans", picture.blackSpans.map { self.object($0) })
    add("matrix", picture.matrix, to: &object)
    add("range", picture.range, to: &object)
    add("primaries", picture.primaries, to: &object)
    return object
  }

  private func object(_ sound: RecordingFindings.Sound) -> JSONObject {
    var object = JSONObject()
    object.add("codec", sound.codec)
    object.add("channels", Int64(sound.channels))
    object.add("packets", Int64(sound.packets))
    object.add("errors", Int64(sound.errors))
    add("decoded", sound.decoded?.seconds, places: 3, to: &object)
    object.add("silentSpans", sound.silentSpans.map { self.object($0) })
    return object
  }

  private func object(_ likeness: RecordingFindings.Likeness) -> JSONObject {
    var object = JSONObject()
    object.add("samples", Int64(likeness.samples))
    add("psnr", likeness.psnr, places: 2, to: &object)
    add("inkedPsnr", likeness.inkedPSNR, places: 2, to: &object)
    object.add("ssim", likeness.ssim, places: 5)
    object.add("inkedSsim", likeness.inkedSSIM, places: 5)
    add("lastInkedPsnr", likeness.lastInkedPSNR, places: 2, to: &object)
    object.add("lastInkedSsim", likeness.lastInkedSSIM, places: 5)
    object.add("actsJudged", Int64(likeness.actsJudged))
    object.add("actsMissing", Int64(likeness.actsMissing))
    object.add("frozenSpans", likeness.frozenSpans.map { self.object($0) })
    return object
  }

  private var offsets: JSONObject {
    let offsets = findings.offsets
    var object = JSONObject()
    add("inkMs", offsets.ink, places: 1, to: &object)
    object.add("inkMeasured", Int64(offsets.inkMeasured))
    add("soundMs", offsets.sound, places: 1, to: &object)
    add("soundStartMs", offsets.soundStart, places: 1, to: &object)
    add("soundMiddleMs", offsets.soundMiddle, places: 1, to: &object)
    add("soundEndMs", offsets.soundEnd, places: 1, to: &object)
    object.add("soundWindows", Int64(offsets.soundWindows))
    add("soundToPictureMs", offsets.soundToPicture, places: 1, to: &object)
    if let reason = offsets.soundUnknown { object.add("soundUnknown", reason) }
    if let reason = offsets.inkUnknown { object.add("inkUnknown", reason) }
    return object
  }

  private func object(_ span: RecordingFindings.Span) -> JSONObject {
    var object = JSONObject()
    object.add("start", span.start.seconds, places: 3)
    object.add("end", span.end.seconds, places: 3)
    return object
  }

  private func add(_ key: String, _ value: Double?, places: Int, to object: inout JSONObject) {
    if let value { object.add(key, value, places: places) } else { object.addNull(key) }
  }

  private func add(_ key: String, _ value: Int64?, to object: inout JSONObject) {
    if let value { object.add(key, value) } else { object.addNull(key) }
  }
}
