/// What a recorded call's folder holds, and where everything stands in time: `manifest.json`.
///
/// The files' time is session time without what lies before the recording and without its pauses,
/// for the mix and the tracks alike. All times here are session time in nanoseconds, so that they
/// agree with `session.board`; `timeline` maps them.
package struct SessionManifest: Codable, Equatable, Sendable {
  /// A reader refuses a version above its own.
  package static let currentVersion = 1

  package var version = currentVersion
  /// Milliseconds since 1970-01-01 UTC at session time 0, when known.
  package var wallClockOrigin: Int64?
  /// When the recording began and ended.
  package var start: MediaTime
  package var end: MediaTime
  /// In order, apart from each other, within the recording.
  package var pauses: [Span] = []
  /// Names of files are relative to the folder.
  package var board = "session.board"
  package var mix: String? = "mix.webm"
  package var chat: String? = "chat.vtt"
  package var tracks: [Track] = []
  /// Who was told when that a recording runs.
  package var announcements: [Announcement] = []

  package init(start: MediaTime, end: MediaTime) {
    self.start = start
    self.end = end
  }

  package struct Span: Codable, Equatable, Sendable {
    package var start: MediaTime
    package var end: MediaTime

    package init(start: MediaTime, end: MediaTime) {
      self.start = start
      self.end = end
    }
  }

  /// One participant's sound or pictures, passed through as they were sent.
  package struct Track: Codable, Equatable, Sendable {
    package enum Kind: String, CaseIterable, Codable, Sendable {
      case microphone, camera, screen, board
    }

    package var file: String
    /// The author's number in the board's events; 0 is the room.
    package var participant: UInt32
    package var participantName: String
    package var kind: Kind
    package var name: String
    /// Session time of the first packet's first sample; what the file holds before it is filling.
    package var offset: MediaTime
    /// By how many parts in a million the sender's sample clock ran faster than session time.
    package var driftPPM = 0.0
    /// In order, apart from each other. Filled with silence, so that the file has its length.
    package var gaps: [Gap] = []

    package init(
      file: String, participant: UInt32, participantName: String, kind: Kind, name: String,
      offset: MediaTime
    ) {
      self.file = file
      self.participant = participant
      self.participantName = participantName
      self.kind = kind
      self.name = name
      self.offset = offset
    }
  }

  /// A stretch without packets.
  package struct Gap: Codable, Equatable, Sendable {
    package enum Reason: String, CaseIterable, Codable, Sendable {
      /// The track had not begun, or had ended.
      case absent
      case muted
      /// The encoder sent nothing, since nobody spoke.
      case silence
      case lost
    }

    package var span: Span
    package var reason: Reason

    package init(_ span: Span, _ reason: Reason) {
      self.span = span
      self.reason = reason
    }
  }

  package struct Announcement: Codable, Equatable, Sendable {
    package var participant: UInt32
    package var time: MediaTime

    package init(participant: UInt32, time: MediaTime) {
      self.participant = participant
      self.time = time
    }
  }
}

extension SessionManifest {
  /// From session time to the time in the folder's files, and back.
  package var timeline: FileTimeline {
    FileTimeline(end: end, pauses: pauses.map { $0.start..<$0.end }, from: start)
  }

  /// Throws the first rule that the manifest breaks.
  package func check() throws(SessionManifestError) {
    guard version > 0, version <= Self.currentVersion else { throw .newerVersion(version) }
    guard start >= .zero, start <= end else { throw .time("recording") }
    try check(pauses, "pauses", from: start, to: end)
    try check(board)
    if let mix { try check(mix) }
    if let chat { try check(chat) }
    for track in tracks {
      try check(track.file)
      guard track.driftPPM.magnitude <= 1_000_000 else { throw .drift(track.file) }
      guard track.offset >= .zero else { throw .time(track.file) }
      try check(track.gaps.map(\.span), track.file, from: start, to: end)
    }
  }

  private func check(
    _ spans: [Span], _ what: String, from start: MediaTime, to end: MediaTime
  ) throws(SessionManifestError) {
    var last = start
    for span in spans {
      guard span.start >= last, span.start < span.end, span.end <= end else { throw .time(what) }
      last = span.end
    }
  }

  /// A manifest names files of its own folder and of those in it, and no others.
  private func check(_ file: String) throws(SessionManifestError) {
    guard !file.isEmpty, file.utf8.first != UInt8(ascii: "/"), !file.utf8.contains(0) else {
      throw .file(file)
    }
    for part in file.split(separator: "/", omittingEmptySubsequences: false)
    where part.isEmpty || part == "." || part == ".." {
      throw .file(file)
    }
  }
}
