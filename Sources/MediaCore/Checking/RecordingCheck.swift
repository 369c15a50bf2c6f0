internal import Strokes

/// Checks a recording: its structure, everything decoded, and its likeness to the session it was
/// made from.
///
/// Reads the file three times: its head, its structure together with its pictures, its sound.
package struct RecordingCheck {
  /// The session, and the sound that belongs to it.
  package struct Session {
    package var document: BoardDocument
    /// The same opened once more, since the two are read at different places.
    package var ahead: BoardDocument
    package var outline: SessionOutline
    package var reference: CheckReference
    /// Sources of the sound with the session time at which each starts.
    package var sounds: [(source: any ByteSource, start: MediaTime)]
    /// Whether somebody said that the recording has this sound.
    package var isSoundRequired: Bool
    /// Why there is nothing to compare the sound with.
    package var soundUnknown: String?

    package init(
      _ document: BoardDocument, ahead: BoardDocument, _ outline: SessionOutline,
      _ reference: CheckReference,
      sounds: [(source: any ByteSource, start: MediaTime)] = [], isSoundRequired: Bool = false,
      soundUnknown: String? = nil
    ) {
      self.document = document
      self.ahead = ahead
      self.outline = outline
      self.reference = reference
      self.sounds = sounds
      self.isSoundRequired = isSoundRequired
      self.soundUnknown = soundUnknown
    }
  }

  private let source: any SeekableByteSource
  private let session: Session?
  private let timeline: FileTimeline?
  private var audit = WebMAudit()
  private var timing: InkTiming?
  private var acts: [SessionAct] = []
  private var findings = RecordingFindings()

  /// - Throws: `.formatUnsupported` for what is no WebM, and what reading throws.
  package static func run(
    _ source: any SeekableByteSource, against session: Session? = nil
  ) throws(MediaError) -> RecordingFindings {
    var check = RecordingCheck(source, session)
    try check.checkPicture()
    try check.checkSound()
    return check.conclude()
  }

  private init(_ source: any SeekableByteSource, _ session: Session?) {
    self.source = source
    self.session = session
    timeline = session.map {
      $0.outline.survey.timeline(
        from: $0.reference.from, to: $0.reference.to, speed: $0.reference.speed)
    }
  }

  private var verdict = RecordingVerdict()
}

extension RecordingCheck {
  /// The head of the file: its tracks and what it says of its length.
  private func head() throws(MediaError) -> (tracks: [WebMTrackEntry], duration: MediaTime?) {
    try source.rewind()
    var scanner = WebMScanner(source)
    var duration: MediaTime?
    while let event = try scanner.next() {
      switch event {
      case .info(_, let stated): duration = stated
      case .tracks(let entries): return (entries, duration)
      case .cluster, .block: return ([], duration)
      default: break
      }
    }
    return ([], duration)
  }

  private mutating func checkPicture() throws(MediaError) {
    let (tracks, duration) = try head()
    let video = tracks.first { $0.codecID == "V_VP8" && $0.width > 0 && $0.height > 0 }
    guard let video, video.width <= I420Picture.largestSide, video.height <= I420Picture.largestSide
    else {
      try scan { _ throws(MediaError) in }
      return
    }
    var survey: ActSurvey?
    var replay: BoardReplay?
    if let session, let timeline {
      survey = ActSurvey(
        try self.replay(session.ahead, session, timeline, video), width: video.width,
        height: video.height)
      replay = try self.replay(session.document, session, timeline, video)
    }
    var picture = try PictureCheck(
      width: video.width, height: video.height, replay: replay, survey: survey,
      duration: duration ?? .zero)
    try scan { block throws(MediaError) in
      if block.track == video.number { try picture.take(block) }
    }
    try picture.finish(audit.length)
    if let end = picture.sessionEnd, let timeline {
      acts = picture.acts
      findings.session = max(end, timeline.duration)
    }
    conclude(picture, video)
  }

  private func replay(
    _ document: BoardDocument, _ session: Session, _ timeline: FileTimeline,
    _ video: WebMTrackEntry
  ) throws(MediaError) -> BoardReplay {
    var document = document
    try document.rewind()
    return try BoardReplay(
      document, session.reference, survey: session.outline.survey, timeline: timeline,
      width: video.width, height: video.height)
  }

  /// The pass over the whole file.
  private mutating func scan(
    _ take: (WebMBlock) throws(MediaError) -> Void
  ) throws(MediaError) {
    try source.rewind()
    var scanner = WebMScanner(source)
    while let event = try scanner.next() {
      audit.take(event)
      if case .block(let block) = event { try take(block) }
    }
    try audit.finish(scanner, source)
  }

  private mutating func conclude(_ picture: borrowing PictureCheck, _ video: WebMTrackEntry) {
    var spacing = MediaTime(milliseconds: 33)
    guard let track = audit.tracks.first(where: { $0.entry.number == video.number }) else { return }
    spacing = audit.frameSpacing(of: track)
    var black: [InkTiming.Span] = []
    for span in picture.blackSpans where span.isExpected == false { black.append(span.span) }
    if let watch = picture.watch {
      timing = InkTiming(
        acts, watch.witnesses, lastFrame: picture.lastFrame ?? .zero, spacing: spacing,
        blind: black)
      let length = audit.length
      if let session = findings.session, !audit.isCut {
        timing?.lengthenCut(to: (session - length).seconds)
      }
    }
    findings.picture = RecordingFindings.Picture(
      codec: "VP8", width: video.width, height: video.height, frames: track.frames,
      keyFrames: track.keyFrames, decoded: picture.decoded, errors: picture.errors,
      largestGap: RecordingFindings.Span(
        InkTiming.Span(
          start: track.largestGapStart, end: track.largestGapStart + track.largestGap)),
      stillest: RecordingFindings.Span(picture.stillest),
      blackSpans: picture.blackSpans.map { RecordingFindings.Span($0.span) },
      matrix: video.colour.matrix, range: video.colour.range, primaries: video.colour.primaries)
    verdict.judge(picture, video, black: black)
    if let timing {
      verdict.judge(picture, timing, acts)
      let likeness = picture.likeness
      findings.likeness = RecordingFindings.Likeness(
        samples: picture.samples, psnr: likeness.psnr, inkedPSNR: likeness.inkedPSNR,
        ssim: likeness.ssim, inkedSSIM: likeness.inkedSSIM,
        lastInkedPSNR: picture.last.inkedPSNR, lastInkedSSIM: picture.last.inkedSSIM,
        actsJudged: timing.judged, actsMissing: timing.missing.count,
        frozenSpans: timing.frozen.map { RecordingFindings.Span($0) })
      findings.offsets.ink = timing.onset.map { $0 * 1000 }
      findings.offsets.inkMeasured = timing.measured
      if timing.onset == nil { findings.offsets.inkUnknown = "no ink that begins while it runs" }
      verdict.judgeOnset(timing, spacing: spacing)
    } else {
      findings.offsets.inkUnknown = "no session to compare"
    }
    verdict.frameSpacing = spacing
  }

  private mutating func checkSound() throws(MediaError) {
    guard let track = audit.tracks.first(where: { $0.isAudio }) else {
      findings.offsets.soundUnknown = "no sound in the file"
      if let session, session.isSoundRequired,
        TimeStretch.factors.contains(session.reference.speed)
      {
        verdict.add(.soundMissing, at: nil, "the file has no sound")
      }
      return
    }
    try source.rewind()
    var actual = SoundEnvelope()
    var broken = 0
    if track.frames > 0 {
      do throws(MediaError) {
        var decoder = try AudioFileDecoder(source)
        actual = try SoundEnvelope(of: &decoder)
        // What FFmpeg does not recognise never reaches its decoder.
        broken = max(track.frames - decoder.decodedPackets, 0)
      } catch {
        verdict.add(.soundDecoding, at: nil, "the sound cannot be decoded: \(error.message)")
      }
    }
    let heard = track.end - (track.first ?? .zero)
    let decoded = MediaTime(milliseconds: Int64(actual.powers.count))
    if broken == 0, actual.powers.count > 0, decoded + MediaTime(milliseconds: 100) < heard {
      verdict.add(
        .soundDecoding, at: nil,
        "only \(Words.seconds(decoded)) of \(Words.seconds(heard)) of sound can be decoded")
    }
    if broken > 0 {
      verdict.add(
        .soundDecoding, at: nil,
        "\(broken) of \(Words.count(track.frames, "packet")) of sound cannot be decoded")
    }
    findings.sound = RecordingFindings.Sound(
      codec: track.entry.codecID == "A_OPUS" ? "Opus" : track.entry.codecID,
      channels: track.entry.channels, packets: track.frames, errors: broken,
      decoded: actual.powers.isEmpty ? nil : decoded,
      silentSpans: actual.silentSpans(least: 500).map { RecordingFindings.Span(milliseconds: $0) })
    try compareSound(actual)
  }

  private mutating func compareSound(_ actual: SoundEnvelope) throws(MediaError) {
    guard let session, let timeline, !session.sounds.isEmpty else {
      findings.offsets.soundUnknown = session?.soundUnknown ?? "no sound to compare"
      return
    }
    guard TimeStretch.factors.contains(session.reference.speed) else {
      findings.offsets.soundUnknown = "narration is left out at this speed"
      return
    }
    var expected = SoundEnvelope()
    for sound in session.sounds {
      var decoder = try AudioFileDecoder(sound.source)
      try expected.add(&decoder, start: sound.start, timeline: timeline)
    }
    expected = expected.sped(by: session.reference.speed)
    let alignment = SoundAlignment(of: actual, to: expected)
    verdict.judge(
      alignment, actual, expected, cut: timing?.cut, speed: session.reference.speed,
      hasPicture: findings.picture != nil, &findings.offsets)
  }

  private mutating func conclude() -> RecordingFindings {
    findings.bytes = audit.size
    findings.title = audit.title
    findings.duration = audit.duration
    findings.contentEnd = audit.contentEnd
    findings.clusters = audit.clusterCount
    findings.cues = audit.cues.count
    findings.chapters = audit.chapterCount
    for track in audit.tracks where track.isText { findings.texts += track.frames }
    if let sound = findings.offsets.sound, let ink = findings.offsets.ink {
      // A frame shows what happened since the one before: half of that is nobody's offset.
      findings.offsets.soundToPicture = sound - (ink - verdict.frameSpacing.seconds * 500)
    }
    findings.faults = verdict.finish(audit, session: findings.session)
    return findings
  }
}
