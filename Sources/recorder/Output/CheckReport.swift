import MediaCore

/// What `check` says about a recording.
struct CheckReport {
  let name: String
  let findings: RecordingFindings

  var lines: [String] {
    var lines = ["\(name): \(length), \(Decimal.bytes(findings.bytes))"]
    lines.append(
      "  structure \(findings.clusters) clusters, \(findings.cues) cues, "
        + "\(findings.chapters) chapters")
    if let picture = findings.picture { lines.append("  picture   " + line(picture)) }
    if let sound = findings.sound { lines.append("  sound     " + line(sound)) }
    if let likeness = findings.likeness { lines.append("  likeness  " + line(likeness)) }
    lines.append("  timing    " + timing)
    if findings.faults.isEmpty {
      lines.append("no fault found")
    } else {
      for fault in findings.faults {
        let place = fault.time.map { " at \(Decimal.text($0.seconds, places: 3)) s" } ?? ""
        lines.append("FAULT \(fault.kind.rawValue)\(place): \(fault.message)")
      }
    }
    return lines
  }

  private var length: String {
    findings.duration.map { Decimal.length($0) }
      ?? "\(Decimal.length(findings.contentEnd)) so far"
  }

  private func line(_ picture: RecordingFindings.Picture) -> String {
    var text = "\(picture.codec) \(picture.width)×\(picture.height), "
    text += "\(picture.decoded) of \(picture.frames) frames decoded"
    text += ", \(picture.keyFrames) key frames"
    text += ", longest gap \(seconds(picture.largestGap))"
    if !picture.blackSpans.isEmpty { text += ", black for \(total(picture.blackSpans))" }
    text += ", matrix \(picture.matrix.map { String($0) } ?? "not said")"
    return text
  }

  private func line(_ sound: RecordingFindings.Sound) -> String {
    var text = "\(sound.codec), \(sound.channels == 1 ? "mono" : "\(sound.channels) channels")"
    text += ", \(sound.packets) packets"
    if sound.errors > 0 { text += ", \(sound.errors) of them broken" }
    if let decoded = sound.decoded {
      text += ", \(Decimal.text(decoded.seconds, places: 2)) s decoded"
    }
    if !sound.silentSpans.isEmpty { text += ", silent for \(total(sound.silentSpans))" }
    return text
  }

  private func line(_ likeness: RecordingFindings.Likeness) -> String {
    var text = "\(likeness.samples) samples, PSNR \(decibel(likeness.psnr)) over all"
    text += " and \(decibel(likeness.inkedPSNR)) where there is ink"
    text += ", SSIM \(Decimal.text(likeness.ssim, places: 4))"
    text += " and \(Decimal.text(likeness.inkedSSIM, places: 4))"
    let shown = likeness.actsJudged - likeness.actsMissing
    return text + "; \(shown) of \(likeness.actsJudged) acts seen"
  }

  private var timing: String {
    let offsets = findings.offsets
    var text = "ink "
    if let ink = offsets.ink {
      text += "\(milliseconds(ink)) after its event (median of \(offsets.inkMeasured))"
    } else {
      text += "unknown (\(offsets.inkUnknown ?? "nothing to compare"))"
    }
    if let sound = offsets.sound {
      text += "; sound \(milliseconds(sound)) late"
      if let start = offsets.soundStart, let middle = offsets.soundMiddle,
        let end = offsets.soundEnd
      {
        text += " (start \(milliseconds(start)), middle \(milliseconds(middle))"
        text += ", end \(milliseconds(end)))"
      }
    }
    if let both = offsets.soundToPicture { return text + "; A/V offset: \(milliseconds(both))" }
    let reason = offsets.sound == nil ? offsets.soundUnknown : offsets.inkUnknown
    return text + "; A/V offset: unknown (\(reason ?? "nothing to compare"))"
  }

  private func milliseconds(_ value: Double) -> String {
    "\(Decimal.text(value, places: 0)) ms"
  }

  private func decibel(_ value: Double?) -> String {
    value.map { "\(Decimal.text($0, places: 1)) dB" } ?? "without error"
  }

  private func seconds(_ span: RecordingFindings.Span) -> String {
    "\(Decimal.text((span.end - span.start).seconds, places: 2)) s"
  }

  private func total(_ spans: [RecordingFindings.Span]) -> String {
    var sum = 0.0
    for span in spans { sum += (span.end - span.start).seconds }
    return "\(Decimal.text(sum, places: 1)) s"
  }
}
