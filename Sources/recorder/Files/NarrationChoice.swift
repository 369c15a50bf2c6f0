import MediaCore
import MediaIO

/// Which narration is heard with a document, and whether it can be.
struct NarrationChoice {
  /// Named by `--audio`.
  let audio: String?
  let speed: Double
  /// What is being made, which cannot be read as well.
  let output: FileName?
  let quiet: Bool

  /// The narration that `--audio` names, or else the one that the session names.
  ///
  /// A session's own is looked for beside it and nowhere else; when it is not there the recording
  /// is made without it, and this is said.
  func find(
    of session: BoardSummary, beside input: FileName, _ console: Console
  ) throws(MediaError) -> Narration? {
    if let audio {
      guard speedKeepsNarration(console) else { return nil }
      return try open(Narration(file: FileName(audio), start: .zero))
    }
    guard let named = session.audioFiles.first else { return nil }
    func leftOut(_ reason: String) -> Narration? {
      if !quiet { console.note("warning: narration '\(named.path)' left out: \(reason)") }
      return nil
    }
    guard !named.path.isEmpty, !named.path.utf8.contains(UInt8(ascii: "/")), named.path != ".."
    else {
      return leftOut("only files beside the session are read; name it with --audio")
    }
    guard speedKeepsNarration(console) else { return nil }
    do throws(MediaError) {
      let file = input.sibling(named.path)
      return try open(Narration(file: file, start: named.start))
    } catch {
      return leftOut(error.message)
    }
  }

  /// Looks into the file: it is there, it is sound, and how long it is.
  func open(_ narration: Narration?) throws(MediaError) -> Narration? {
    guard var narration else { return nil }
    if let output { try OutputFile.refuse(output, equalTo: narration.file) }
    var decoder = try narration.decoder()
    narration.channels = Int(decoder.channels)
    var length = decoder.duration
    if length == nil { length = try decoder.measureRest() }
    narration.end = narration.start + (length ?? .zero)
    return narration
  }

  private func speedKeepsNarration(_ console: Console) -> Bool {
    if TimeStretch.factors.contains(speed) { return true }
    if !quiet {
      let speed = Decimal.text(speed, places: 2)
      console.note(
        "narration left out: at --speed \(speed) nobody could follow it; from 0.5 to 2 it is kept")
    }
    return false
  }
}
