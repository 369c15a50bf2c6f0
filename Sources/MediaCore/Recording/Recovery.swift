/// Completes a recording that was interrupted: every whole frame goes, as it is, into a new file
/// with duration and seek index.
package enum Recovery {
  /// Reads `source` twice and writes what is whole to the sink that `makeSink` opens.
  ///
  /// The sink is made when it is known that there is something to save, and closed when it is
  /// complete: with a `FileSink` that replaces, the original stays until then.
  ///
  /// Throws `.inputDamaged` for a recording that holds no whole frame, `.formatUnsupported` for
  /// what is not WebM or has other codecs than VP8, Opus and WebVTT.
  package static func complete(
    _ source: any ByteSource, named name: String,
    into makeSink: () throws(MediaError) -> any ByteSink
  ) throws(MediaError) -> RecoveryReport {
    let scan: RecoveryScan
    do throws(MediaError) {
      scan = try RecoveryScan(source)
    } catch {
      guard error.code == .formatUnsupported else { throw error }
      throw MediaError(.formatUnsupported, "\(name): \(error.message)")
    }
    guard scan.blockCount > 0, !scan.entries.isEmpty else {
      throw MediaError(
        .inputDamaged, "\(name) is empty: it was interrupted before its first frame was written")
    }
    var tracks: [WebMTrack] = []
    for entry in scan.entries { tracks.append(try track(entry, name)) }
    try source.rewind()
    let duration = scan.isComplete ? scan.declaredDuration ?? scan.end : scan.end
    let layout = WebMLayout(
      tracks: tracks, title: scan.title, chapters: scan.chapters.sorted { $0.start < $1.start },
      expectedDuration: duration,
      keyFrameInterval: MediaTime(
        nanoseconds: duration.nanoseconds / max(scan.videoKeyFrames, 1)))
    let sink = try makeSink()
    var copy = try RecoveryCopy(scan: scan, writer: WebMWriter(to: sink, layout: layout))
    try copy.run(source)
    let report = try copy.finish(duration: duration)
    try sink.close()
    return report
  }

  /// For fuzzing: any bytes, in memory.
  package static func complete(bytes: [UInt8]) -> RecoveryReport? {
    try? complete(MemorySource(bytes), named: "input") { MemorySink() }
  }

  private static func track(
    _ entry: WebMTrackEntry, _ name: String
  ) throws(MediaError) -> WebMTrack {
    let kind: WebMTrack.Kind
    switch entry.codecID {
    case "V_VP8": kind = .vp8(width: entry.width, height: entry.height)
    case "A_OPUS":
      // Pre-skip stands in bytes 10 and 11 of the header, RFC 7845 section 5.1.
      let head = entry.codecPrivate
      guard head.count >= 19, head.starts(with: Array("OpusHead".utf8)), head[18] == 0 else {
        throw MediaError(.inputDamaged, "\(name): its Opus track has no valid header")
      }
      kind = .opus(channels: Int32(head[9]), preSkip: Int32(head[10]) | Int32(head[11]) << 8)
    case "D_WEBVTT/SUBTITLES", "D_WEBVTT/CAPTIONS", "D_WEBVTT/DESCRIPTIONS", "D_WEBVTT/METADATA":
      kind = .webVTT
    default:
      throw MediaError(
        .formatUnsupported,
        "\(name) holds \(entry.codecID.prefix(32)); only VP8, Opus and WebVTT are recovered")
    }
    guard !entry.isEncoded else {
      throw MediaError(.formatUnsupported, "\(name) is compressed or encrypted inside")
    }
    return WebMTrack(kind, name: entry.name, language: entry.language)
  }
}
