import MediaCore
import Strokes
import TestSupport

/// A session on a canvas of 640×360 in which a pen writes, from a list of events.
struct WrittenSession: BoardEventSource {
  var header = BoardHeader(canvasWidth: 640, canvasHeight: 360)
  private(set) var events: [BoardEvent] = []
  private var position = 0
  private var number: UInt32 = 0
  private static let author = AuthorID(1)

  mutating func add(_ action: BoardAction, at milliseconds: Int64, by author: AuthorID = author) {
    events.append(
      BoardEvent(
        sequence: UInt64(events.count + 1), time: BoardTime(ticks: milliseconds * 10),
        author: author, action: action))
  }

  /// A stroke of `length` milliseconds at 240 Hz, a wave to the right.
  mutating func stroke(
    from start: Int64, length: Int64, x: Int32, y: Int32, colour: Colour = .black
  ) {
    number += 1
    let id = BoardID(author: Self.author, number: number)
    add(
      .strokeBegan(
        id, ink: Ink(kind: .pen, colour: colour, width: 200), channels: .time, order: nil),
      at: start)
    let count = length * 240 / 1_000
    for index in 0..<count {
      let time = index * 1_000 / 240
      let wave = Int32(index % 40 < 20 ? index % 20 : 20 - index % 20)
      add(
        .strokePoints(
          id,
          [
            StrokePoint(
              x: x * 64 + Int32(index) * 100, y: y * 64 + wave * 96, timeOffset: UInt32(time * 10))
          ]), at: start + time)
    }
    add(.strokeEnded(id), at: start + length)
  }

  mutating func next() throws(MediaError) -> BoardEvent? {
    guard position < events.count else { return nil }
    position += 1
    return events[position - 1]
  }

  mutating func rewind() { position = 0 }

  /// Records it into memory.
  func record(
    speed: Double = 1, from: Int64? = nil, to: Int64? = nil, view: BoardView = .recorded,
    size: (Int, Int) = (640, 360), isConstantRate: Bool = false,
    onProgress: (MediaTime) -> Bool = { _ in true }
  ) throws -> (sink: MemorySink, summary: RecordingSummary, cues: [WebVTTCue]) {
    var source = self
    let survey = try BoardSurvey(of: &source)
    source.rewind()
    var options = BoardRecording.Options(video: .init(width: size.0, height: size.1))
    options.video.isConstantRate = isConstantRate
    options.speed = speed
    options.view = view
    options.from = from.map { MediaTime(milliseconds: $0) }
    options.to = to.map { MediaTime(milliseconds: $0) }
    let recording = try BoardRecording(header: header, survey: survey, options: options)
    let sink = MemorySink()
    var cues: [WebVTTCue] = []
    let summary = try recording.record(
      source, sound: NoSound(), to: sink, decode: { _ in nil },
      onCue: { cue throws(MediaError) in cues.append(cue) }, onProgress: onProgress)
    return (sink, summary, cues)
  }
}
