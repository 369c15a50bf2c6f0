import MediaCore

extension SessionRecording {
  /// Ends the tracks' files, and completes what the manifest says of them. Those without a file are not in
  /// it.
  func finishTracks(
    at end: MediaTime, _ timeline: FileTimeline, _ manifest: inout SessionManifest
  ) {
    var listed: [SessionManifest.Track] = []
    for track in tracks {
      guard let result = track.finish(at: end, timeline) else { continue }
      report.tracks.append(.init(file: track.file, result: result))
      if let failure = result.failure { note(failure, track.file) }
      guard result.hasFile, var entry = manifest.tracks.first(where: { $0.file == track.file })
      else { continue }
      entry.offset = result.offset ?? entry.offset
      entry.driftPPM = result.driftPPM
      entry.gaps = Self.joined(entry.gaps, result.gaps, from: manifest.start, to: end)
      listed.append(entry)
    }
    manifest.tracks = listed
  }

  func write(_ manifest: SessionManifest) {
    report.manifest = manifest
    let bytes: [UInt8]
    do throws(SessionManifestError) { bytes = try manifest.json() } catch {
      return note(MediaError(.usage, "the manifest is wrong: \(error.text)"), "manifest.json")
    }
    guard let sink = create("manifest.json") else { return }
    do throws(MediaError) {
      try sink.append(bytes.span)
      try sink.close()
    } catch {
      note(error, "manifest.json")
      try? sink.closeUnfinished()
    }
  }

  /// The room knows when a track was there, its file what came then: one list in order, each stretch
  /// once and within the recording.
  private static func joined(
    _ room: [SessionManifest.Gap], _ file: [SessionManifest.Gap], from start: MediaTime,
    to end: MediaTime
  ) -> [SessionManifest.Gap] {
    let all = (room + file).sorted { $0.span.start < $1.span.start }
    var gaps: [SessionManifest.Gap] = []
    for gap in all {
      let first = max(gap.span.start, gaps.last?.span.end ?? start)
      let last = min(gap.span.end, end)
      guard first < last else { continue }
      if let before = gaps.last, before.reason == gap.reason, before.span.end == first {
        gaps[gaps.count - 1].span.end = last
      } else {
        gaps.append(SessionManifest.Gap(.init(start: first, end: last), gap.reason))
      }
    }
    return gaps
  }
}
