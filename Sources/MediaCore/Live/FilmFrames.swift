/// The pictures of a film as frames with times, once or over and over.
package struct FilmFrames: FrameMaker, ~Copyable {
  package struct Options: Sendable {
    /// Neither side of the pictures is longer, in pixels.
    package var width: Int32
    package var height: Int32
    /// No more pictures a second are given out.
    package var rate = FrameRate.fps30
    /// Film time from which it is played.
    package var from = MediaTime.zero
    /// From its beginning to its end.
    package var period: MediaTime
    package var isLooped = false

    package init(width: Int32, height: Int32, period: MediaTime) {
      self.width = width
      self.height = height
      self.period = period
    }
  }

  package let shape: FrameShape
  private let options: Options
  private var film: FilmDecoder
  /// Times that it was played to the end, and whether anything was shown this time.
  private var rounds: Int64 = 0
  private var last: MediaTime?
  private var hasWarned = false
  private var notes: [String] = []

  /// What a file promises and does not hold is told of from this length on.
  private static let tolerance = MediaTime(milliseconds: 1_000)

  /// - Parameter source: one that can seek, when it is looped or begins somewhere.
  package init(_ source: any ByteSource, _ options: Options) throws(MediaError) {
    var film = try FilmDecoder(source, within: (options.width, options.height))
    if options.from > .zero { try film.seek(to: options.from) }
    shape = FrameShape(
      width: film.width, height: film.height, pixels: .i420, rate: options.rate)
    self.options = options
    self.film = film
  }

  package mutating func next(into bytes: inout [UInt8]) throws(MediaError) -> MadeFrame {
    while true {
      if let shown = try film.next(), shown.time < options.from + options.period {
        // The one that is seen at the beginning began before.
        if let end = shown.end, end <= options.from { continue }
        let time = max(shown.time - options.from, .zero)
        guard isWanted(shown, at: time), film.copy(into: &bytes) else { continue }
        last = time
        return .frame(at: start + time)
      }
      warn()
      guard options.isLooped, last != nil else { return .end(at: start + played) }
      try film.seek(to: options.from)
      rounds += 1
      last = nil
    }
  }

  package mutating func takeNotes() -> [String] {
    defer { notes.removeAll() }
    return notes
  }

  /// When this round began.
  private var start: MediaTime { MediaTime(nanoseconds: options.period.nanoseconds * rounds) }

  /// Whether it is late enough after the last one, or seen for so long that it counts.
  private func isWanted(_ shown: FilmDecoder.Shown, at time: MediaTime) -> Bool {
    guard let last else { return true }
    let interval = options.rate.instant(1)
    // Times are often whole milliseconds.
    let early = MediaTime(milliseconds: 2)
    return time - last >= interval - early || shown.end.map { $0 - shown.time >= interval } ?? true
  }

  private var isCut: Bool {
    film.reached + Self.tolerance < options.from + options.period
  }

  /// What there is of it.
  private var played: MediaTime {
    guard isCut, !options.isLooped else { return options.period }
    return max(film.reached - options.from, .zero)
  }

  private mutating func warn() {
    guard isCut, !hasWarned else { return }
    hasWarned = true
    let length = options.from + options.period
    notes.append(
      "warning: the file is cut or broken: it ends after \(Self.text(film.reached)) of "
        + Self.text(length))
  }

  private static func text(_ time: MediaTime) -> String {
    let tenths = max(time.nanoseconds, 0) / 100_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }
}

/// A black picture to what is only heard.
package struct BlankFrames: FrameMaker {
  package let shape: FrameShape
  private let end: MediaTime?
  private var isDone = false

  /// - Parameter end: nil when it has none.
  package init(width: Int32, height: Int32, end: MediaTime?) {
    shape = FrameShape(width: width, height: height, pixels: .bgra, rate: .fps30)
    self.end = end
  }

  package mutating func next(into bytes: inout [UInt8]) -> MadeFrame {
    guard !isDone else { return end.map { .end(at: $0) } ?? .still }
    isDone = true
    bytes = Array(repeating: 0, count: shape.frameSize)
    return .frame(at: .zero)
  }
}
