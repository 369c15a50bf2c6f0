/// Turns measurements into faults, so that one cause is named once: what follows from a fault is
/// not another one. Documentation/check.md gives the thresholds and their reasons.
struct RecordingVerdict {
  private var faults: [RecordingFault] = []
  var frameSpacing = MediaTime(milliseconds: 33)

  private static let mostOfKind = 20

  // Pictures.
  /// Mean squared luma error of a picture that is another one: 18 dB.
  private static let unlikeError = 1_030.0
  /// A mirrored picture fits this much better when it is mirrored back.
  private static let mirrorShare = 0.35
  /// Above this height players take a picture without a matrix for BT.709.
  private static let tallestGuessed: Int32 = 576
  // Times, in seconds.
  private static let lateInk = 0.15
  private static let lateSound = 0.03
  private static let lateSpedSound = 0.06
  private static let soundDrift = 0.04
  private static let soundStep = 0.15
  private static let missingEnd = 0.3

  mutating func add(_ kind: RecordingFault.Kind, at time: MediaTime?, _ message: String) {
    var count = 0
    for fault in faults where fault.kind == kind { count += 1 }
    if count < Self.mostOfKind { faults.append(RecordingFault(kind, at: time, message)) }
  }

  private func has(_ kinds: RecordingFault.Kind...) -> Bool {
    for fault in faults where kinds.contains(fault.kind) { return true }
    return false
  }

  /// What shows without a board.
  mutating func judge(
    _ picture: borrowing PictureCheck, _ video: WebMTrackEntry, black: [InkTiming.Span]
  ) {
    if picture.decoded == 0, picture.errors == 0 {
      add(.empty, at: nil, "the video track has no picture")
    }
    for fault in picture.faults { add(fault.kind, at: fault.time, fault.message) }
    for span in black {
      add(
        .black, at: span.start,
        "the picture is black for \(Words.seconds(span.end - span.start)), the board is not")
    }
    let colour = video.colour
    switch colour.matrix {
    case 5, 6: break
    case 1:
      add(.colourMatrix, at: nil, "the file says BT.709; recordings are BT.601 (SMPTE 170M)")
    case nil, 2:
      if video.height > Self.tallestGuessed {
        add(
          .colourMatrix, at: nil,
          "the file does not say its matrix: at this size players take it for BT.709")
      }
    case let other?:
      add(.colourMatrix, at: nil, "the file says matrix \(other); recordings are BT.601, number 6")
    }
    if colour.range == 2 {
      add(.colourRange, at: nil, "the file says full range; VP8 has limited range")
    }
  }

  /// What shows against the board.
  mutating func judge(
    _ picture: borrowing PictureCheck, _ timing: InkTiming, _ acts: [SessionAct]
  ) {
    let mirrored = picture.mirrored
    let names = ["left and right", "top and bottom", "both ways"]
    let errors = [
      mirrored.mirroredErrors.0, mirrored.mirroredErrors.1, mirrored.mirroredErrors.2,
    ]
    for (index, error) in errors.enumerated()
    where mirrored.inkedCount > 0 && error < Self.mirrorShare * mirrored.inkedError
      && error == errors.min()
    {
      return add(.mirrored, at: nil, "the picture is mirrored, \(names[index])")
    }
    if picture.colours.isBT709, !has(.colourMatrix) {
      add(.colourMatrix, at: nil, "the colours were converted by BT.709, not by BT.601")
    }
    if picture.colours.isFullRange, !has(.colourRange) {
      add(.colourRange, at: nil, "the colours were converted to full range")
    }
    if let cut = timing.cut {
      add(.cut, at: cut.time, "\(Words.seconds(cut.length)) of the session are missing here")
    }
    for span in timing.frozen {
      add(
        .frozen, at: span.start,
        "the picture stands still for \(Words.seconds(span.end - span.start)) while the board "
          + "changes")
    }
    judgeMissing(picture, timing, acts)
  }

  private mutating func judgeMissing(
    _ picture: borrowing PictureCheck, _ timing: InkTiming, _ acts: [SessionAct]
  ) {
    let isExplained = has(.black, .cut, .frozen, .pictureDecoding, .sizeWrong)
    let missing = timing.missing.count
    if timing.judged >= 6, missing * 2 > timing.judged, !isExplained {
      return add(
        .unlikeBoard, at: nil,
        "\(missing) of \(Words.count(timing.judged, "act")) on the board are not in the picture: "
          + "another session, or another view of it")
    }
    var strokes = 0
    for act in timing.missing where acts[act].kind != .change {
      strokes += 1
      add(.strokeMissing, at: acts[act].time, "\(acts[act].name) is not in the picture")
    }
    for act in timing.missing where acts[act].kind == .change && strokes == 0 {
      add(.changeMissing, at: acts[act].time, "what changes here on the board stays in the picture")
    }
    if picture.likeness.meanError > Self.unlikeError, !isExplained, missing == 0,
      !has(.colourMatrix, .colourRange)
    {
      add(
        .unlikeBoard, at: picture.worst?.time,
        "the picture is not like the board, \(Int((picture.likeness.psnr ?? 0).rounded())) dB")
    }
  }

  mutating func judgeOnset(_ timing: InkTiming, spacing: MediaTime) {
    guard let onset = timing.onset, !has(.mirrored, .unlikeBoard) else { return }
    if onset > Self.lateInk + spacing.seconds || onset < -InkTiming.earliness, !has(.cut, .frozen) {
      let milliseconds = Int((onset * 1000).magnitude.rounded())
      add(
        .inkShifted, at: nil,
        "ink appears \(milliseconds) ms \(onset > 0 ? "after" : "before") its time")
    }
  }

  /// The sound against its source.
  mutating func judge(
    _ alignment: SoundAlignment, _ actual: SoundEnvelope, _ expected: SoundEnvelope,
    cut: InkTiming.Cut?, speed: Double, hasPicture: Bool,
    _ offsets: inout RecordingFindings.Offsets
  ) {
    var windows = alignment.windows
    if let cut {
      // What lies behind a cut is early by its length, in sound as in the picture.
      for index in windows.indices where windows[index].time > cut.time.seconds + cut.length / 2 {
        windows[index].offset += cut.length
      }
    }
    offsets.soundWindows = windows.count
    guard let median = InkTiming.median(windows.map(\.offset)) else {
      offsets.soundUnknown = "no sound with beginnings and ends that can be compared"
      return
    }
    let third = max(windows.count / 3, 1)
    let start = InkTiming.median(windows.prefix(third).map(\.offset)) ?? median
    let end = InkTiming.median(windows.suffix(third).map(\.offset)) ?? median
    let middle = windows[windows.count / 3..<max(windows.count * 2 / 3, windows.count / 3 + 1)]
    offsets.sound = median * 1000
    offsets.soundStart = start * 1000
    offsets.soundMiddle = InkTiming.median(middle.map(\.offset)).map { $0 * 1000 }
    offsets.soundEnd = end * 1000
    if windows.count >= 4, end - start < -Self.soundStep, cut == nil {
      return nameSoundCut(windows, end - start, hasPicture: hasPicture)
    }
    if windows.count >= 4, (end - start).magnitude > Self.soundDrift {
      add(
        .soundDrift, at: nil,
        "the sound is \(Self.milliseconds(start)) at the start and \(Self.milliseconds(end)) at "
          + "the end")
    } else if median.magnitude > (speed == 1 ? Self.lateSound : Self.lateSpedSound) {
      add(.soundShifted, at: nil, "the sound is \(Self.milliseconds(median))")
    }
    findMissingSound(actual, expected, median)
  }

  private mutating func nameSoundCut(
    _ windows: [SoundAlignment.Window], _ step: Double, hasPicture: Bool
  ) {
    var place = windows[0].time
    for window in windows where window.offset > windows[0].offset + step / 2 { place = window.time }
    add(
      .cut, at: MediaTime(nanoseconds: Int64(place * 1e9)),
      "\(Words.seconds(-step)) of the sound are missing"
        + (hasPicture ? ", the picture goes on" : ""))
  }

  /// Silence where the source is loud.
  private mutating func findMissingSound(
    _ actual: SoundEnvelope, _ expected: SoundEnvelope, _ offset: Double
  ) {
    guard !has(.cut) else { return }
    let shift = Int((offset * 1000).rounded())
    for span in actual.silentSpans(least: 500) {
      var loud = 0
      for index in span {
        let place = index - shift
        if place >= 0, place < expected.powers.count, expected.powers[place] > 1e-4 { loud += 1 }
      }
      if loud >= 300 {
        add(
          .soundMissing, at: MediaTime(milliseconds: Int64(span.lowerBound)),
          "the file is silent for \(Words.seconds(Double(span.count) / 1000)) where its source is "
            + "not")
      }
    }
  }

  private static func milliseconds(_ seconds: Double) -> String {
    "\(Int((seconds * 1000).magnitude.rounded())) ms \(seconds >= 0 ? "late" : "early")"
  }

  /// All faults, those of the structure first.
  mutating func finish(_ audit: WebMAudit, session: MediaTime?) -> [RecordingFault] {
    var all = audit.faults
    var isShort = false
    for fault in all where fault.kind == .truncated || fault.kind == .unfinished { isShort = true }
    let length = audit.length
    if let session, !isShort, !has(.cut),
      (session - length).seconds > Self.missingEnd + frameSpacing.seconds
    {
      add(
        .cut, at: length, "the last \(Words.seconds(session - length)) of the session are missing")
    }
    if audit.tracks.isEmpty { add(.empty, at: nil, "the file has no track") }
    if has(.soundShifted) {
      // Sound that is late ends late.
      all.removeAll { $0.kind == .durationWrong }
    }
    for fault in faults {
      // A hole in the packets is silence as well.
      if fault.kind == .soundMissing, all.contains(where: { $0.kind == .gap }) { continue }
      // Packets that are no Opus cannot be decoded either.
      if fault.kind == .soundDecoding, all.contains(where: { $0.kind == .soundDecoding }) {
        continue
      }
      if all.contains(where: { $0.kind == fault.kind && $0.time == fault.time }) { continue }
      all.append(fault)
    }
    return all
  }
}
