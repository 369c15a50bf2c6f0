/// What a WebM file will hold, said before its first byte is written.
package struct WebMLayout: Sendable {
  /// In file order; a packet names its track by the index in this list. At most one is video.
  package var tracks: [WebMTrack]
  package var title: String?
  /// Chapters known beforehand stand in the header and so outlive a crash. Others can be added
  /// while recording, see `WebMWriter.addChapter`; a file has one kind or the other.
  package var chapters: [WebMChapter]
  /// How long it is going to be, if that is known: space for the seek index is then kept at the front.
  package var expectedDuration: MediaTime?
  /// The longest distance between two key frames, for the size of that index.
  package var keyFrameInterval: MediaTime

  package init(
    tracks: [WebMTrack], title: String? = nil, chapters: [WebMChapter] = [],
    expectedDuration: MediaTime? = nil,
    keyFrameInterval: MediaTime = MediaTime(milliseconds: 5000)
  ) {
    self.tracks = tracks
    self.title = title
    self.chapters = chapters
    self.expectedDuration = expectedDuration
    self.keyFrameInterval = keyFrameInterval
  }
}

/// One track of a WebM file.
package struct WebMTrack: Sendable {
  package enum Kind: Equatable, Sendable {
    /// VP8 of this size in pixels, any from 1×1 to 16383×16383; BT.601 (SMPTE 170M), limited range.
    case vp8(width: Int32, height: Int32)
    /// Opus in packets of 20 ms, or of the duration that they say; pre-skip in samples at 48 kHz, as
    /// the encoder says.
    case opus(channels: Int32, preSkip: Int32)
    /// WebVTT cues, without their timing line.
    case webVTT
  }

  package var kind: Kind
  /// Shown by players: "Board", a participant's name, "Chat".
  package var name: String?
  /// ISO 639-2, "eng"; unknown when nil.
  package var language: String?

  package init(_ kind: Kind, name: String? = nil, language: String? = nil) {
    self.kind = kind
    self.name = name
    self.language = language
  }
}

/// A named place in a recording. It reaches to the next one, or to the end.
package struct WebMChapter: Equatable, Sendable {
  package var start: MediaTime
  package var title: String

  package init(start: MediaTime, title: String) {
    self.start = start
    self.title = title
  }
}
