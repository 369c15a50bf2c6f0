import MediaCore
import MediaIO

extension RecordCommand {
  /// The narration that `--audio` names, or else the one that the session names.
  ///
  /// A session's own is looked for beside it and nowhere else; when it is not there the recording
  /// is made without it, and this is said.
  func openNarration(
    of session: BoardSummary, beside input: FileName, _ console: Console
  ) throws(MediaError) -> Narration? {
    if let audio = options.audio {
      guard speedKeepsNarration(console) else { return nil }
      return try openNarration(Narration(file: FileName(audio), start: .zero))
    }
    guard let named = session.audioFiles.first else { return nil }
    func leftOut(_ reason: String) -> Narration? {
      if !options.quiet { console.note("warning: narration '\(named.path)' left out: \(reason)") }
      return nil
    }
    guard !named.path.isEmpty, !named.path.utf8.contains(UInt8(ascii: "/")), named.path != ".."
    else {
      return leftOut("only files beside the session are read; name it with --audio")
    }
    guard speedKeepsNarration(console) else { return nil }
    do throws(MediaError) {
      let file = input.sibling(named.path)
      return try openNarration(Narration(file: file, start: named.start))
    } catch {
      return leftOut(error.message)
    }
  }

  /// Looks into the file: it is there, it is sound, and how long it is.
  func openNarration(_ narration: Narration?) throws(MediaError) -> Narration? {
    guard var narration else { return nil }
    try OutputFile.refuse(output, equalTo: narration.file)
    var decoder = try narration.decoder()
    narration.channels = Int(decoder.channels)
    var length = decoder.duration
    if length == nil { length = try decoder.measureRest() }
    narration.end = narration.start + (length ?? .zero)
    return narration
  }

  /// The narration as it is heard in the file; it is made on another core while the picture is.
  ///
  /// - Parameter timeline: what of the session is in the file.
  func sound(
    _ narration: Narration, along timeline: FileTimeline
  ) throws(MediaError) -> ConcurrentSound {
    let audio = RecordingConfiguration.Audio(channels: narration.channels)
    let speed = options.speed
    guard speed != 1 else {
      return try ConcurrentSound { () throws(MediaError) in
        try EncodedNarration(try narration.cut(to: timeline), audio)
      }
    }
    return try ConcurrentSound { () throws(MediaError) in
      let stretched = try StretchedNarration(
        try narration.cut(to: timeline), factor: speed, channels: Int32(audio.channels))
      return try EncodedNarration(stretched, audio)
    }
  }

  private func speedKeepsNarration(_ console: Console) -> Bool {
    if TimeStretch.factors.contains(options.speed) { return true }
    if !options.quiet {
      let speed = Decimal.text(options.speed, places: 2)
      console.note(
        "narration left out: at --speed \(speed) nobody could follow it; from 0.5 to 2 it is kept")
    }
    return false
  }
}
