/// The sound of a document that is played once or over and over, piece by piece.
struct LiveNarration {
  private let reopen: () throws(MediaError) -> any SoundPieces
  /// From one beginning to the next; nil when it is played once.
  private let period: MediaTime?
  private var pieces: (any SoundPieces)?
  /// When it began, in stream time.
  private var start = MediaTime.zero
  /// The piece that is to come.
  private var upcoming: PCMChunk?
  private var hasEnded = false

  /// - Parameter open: opens it at its beginning; its times are file time.
  init(period: MediaTime?, _ open: @escaping () throws(MediaError) -> any SoundPieces) {
    self.period = period
    self.reopen = open
  }

  /// See `LiveSource.nextSound`.
  mutating func next(before time: MediaTime) throws(MediaError) -> PCMChunk? {
    while !hasEnded {
      if upcoming == nil {
        if pieces == nil { pieces = try reopen() }
        var piece = try pieces?.next()
        if let time = piece?.time { piece?.time = start + time }
        upcoming = piece
      }
      if let piece = upcoming {
        guard piece.time < time else { return nil }
        upcoming = nil
        return piece
      }
      guard let period else {
        hasEnded = true
        return nil
      }
      guard start + period < time else { return nil }
      start = start + period
      pieces = nil
    }
    return nil
  }
}
