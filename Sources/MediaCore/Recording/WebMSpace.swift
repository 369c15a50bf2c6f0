/// How many bytes the parts that are written last can take: upper bounds, from RFC 9559's layout.
enum WebMSpace {
  /// One cue point: its time (4), track (1), cluster (8), place in it (4) and duration (4), with
  /// two bytes of identifier and size each.
  static let cuePoint: Int64 = 40
  /// The rest of the index.
  static let cues: Int64 = 16
  /// A block's own header, in a group with duration and padding.
  static let block: Int64 = 40
  static let cluster: Int64 = 32
  /// More than this is not kept free at the front; the index then goes to the end.
  static let maximumIndex: Int64 = 4 << 20

  static func tags(tracks: Int) -> Int64 {
    256 + 160 * Int64(tracks)
  }

  static func chapters(_ chapters: [WebMChapter]) -> Int64 {
    guard !chapters.isEmpty else { return 0 }
    var size: Int64 = 64
    for chapter in chapters { size += 96 + Int64(chapter.title.utf8.count) }
    return size
  }

  /// What to keep free at the front for the index of a recording that is described by `layout`.
  static func index(_ layout: WebMLayout, clusterMilliseconds: Int64) -> Int64 {
    guard let expected = layout.expectedDuration, expected > .zero else { return 0 }
    var hasVideo = false
    var hasText = false
    for track in layout.tracks {
      switch track.kind {
      case .vp8: hasVideo = true
      case .webVTT: hasText = true
      case .opus: break
      }
    }
    let interval =
      hasVideo
      ? max(layout.keyFrameInterval.nanoseconds, 100_000_000) : clusterMilliseconds * 1_000_000
    // Half as many again, since a scene change brings a key frame of its own.
    let points = expected.nanoseconds / interval
    let cues = points + points / 2 + 16 + (hasText ? 64 + points : 0)
    let size = cues * cuePoint + Self.cues
    return size > maximumIndex ? 0 : size
  }
}
