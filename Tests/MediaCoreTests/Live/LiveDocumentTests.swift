import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct LiveDocumentTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  private func session() -> WrittenSession {
    var session = WrittenSession()
    session.stroke(from: 500, length: 500, x: 40, y: 50)
    session.stroke(from: 2_000, length: 500, x: 40, y: 150)
    session.add(.pointer(x: 0, y: 0, isVisible: false), at: 3_000)
    return session
  }

  private func live(
    _ session: WrittenSession, sound: LiveDocument.Sound? = nil,
    _ change: (inout LiveDocument.Options) -> Void = { _ in }
  ) throws -> LiveDocument {
    var source = session
    let survey = try BoardSurvey(of: &source)
    var options = LiveDocument.Options(width: 640, height: 360)
    change(&options)
    return try LiveDocument(
      BoardDocument(format: .board, header: session.header, events: session.events),
      survey: survey, options: options, sound: sound, decode: { _ in nil })
  }

  /// What the board is drawn as, all at once, up to a time.
  private func drawn(_ session: WrittenSession, until milliseconds: Int64) -> I420Picture {
    let renderer = BoardRenderer(
      header: session.header, width: 640, height: 360,
      viewport: BoardView.recorded.start(
        header: session.header, bounds: nil, width: 640, height: 360), backdrop: .white)
    for event in session.events where event.time.ticks <= milliseconds * 10 {
      renderer.apply(event)
    }
    _ = renderer.render()
    var picture = I420Picture(width: 640, height: 360)
    var all = BlockMap(width: 640, height: 360)
    all.insertAll()
    let pixels = renderer.canvas.pixels
    ColourConverter.convert(all, of: pixels.span, stride: 640 * 4, into: &picture)
    return picture
  }

  @Test func `over and over, what has no time is shown for a second each round`() throws {
    let live = try live(session()) {
      $0.from = milliseconds(3_000)
      $0.isLooped = true
    }
    var picture = I420Picture(width: 640, height: 360)
    #expect(try live.draw(at: .zero, into: &picture) != nil)
    #expect(live.deadline == milliseconds(1_000))
    #expect(try live.draw(at: milliseconds(10_500), into: &picture) != nil)
    #expect(live.deadline == milliseconds(11_000))
  }

  @Test func `the picture is what is drawn by then, and says when it changes next`() throws {
    let session = session()
    let live = try live(session)
    var picture = I420Picture(width: 640, height: 360)
    #expect(live.deadline == .zero && live.end == milliseconds(3_000))
    let first = try #require(try live.draw(at: .zero, into: &picture))
    #expect(first.blocks.count == 40 * 23 && first.time == .zero)
    #expect(shown(picture, .luma) == shown(drawn(session, until: 0), .luma))
    #expect(live.deadline == MediaTime(count: 15, rate: 30))
    #expect(try live.draw(at: milliseconds(400), into: &picture) == nil)

    let half = try #require(try live.draw(at: milliseconds(1_500), into: &picture))
    #expect(half.blocks.count < 200 && half.time <= milliseconds(1_500))
    #expect(shown(picture, .luma) == shown(drawn(session, until: 1_500), .luma))
    #expect(live.deadline == milliseconds(2_000))

    // However it is asked, it ends the same.
    for time in stride(from: 1_500, through: 3_000, by: 5) {
      _ = try live.draw(at: milliseconds(Int64(time)), into: &picture)
    }
    #expect(shown(picture, .luma) == shown(drawn(session, until: 3_000), .luma))
    #expect(live.deadline == nil)
  }

  @Test func `one that is looped begins again as a blank board, and never ends`() throws {
    let session = session()
    let live = try live(session) { $0.isLooped = true }
    var picture = I420Picture(width: 640, height: 360)
    _ = try live.draw(at: milliseconds(2_990), into: &picture)
    #expect(live.end == nil && live.deadline == milliseconds(3_000))
    let again = try #require(try live.draw(at: milliseconds(3_100), into: &picture))
    #expect(again.time == milliseconds(3_000) && again.blocks.count == 40 * 23)
    #expect(shown(picture, .luma) == shown(drawn(session, until: 0), .luma))
    // A stall of several rounds ends where it has come to.
    _ = try live.draw(at: milliseconds(12_000 + 1_500), into: &picture)
    #expect(shown(picture, .luma) == shown(drawn(session, until: 1_500), .luma))
    #expect(live.deadline == milliseconds(14_000))
  }

  @Test func `a part, faster, is played as it would be recorded`() throws {
    let session = session()
    let live = try live(session) {
      ($0.from, $0.to, $0.speed) = (milliseconds(1_000), milliseconds(3_000), 2)
    }
    var picture = I420Picture(width: 640, height: 360)
    #expect(live.end == milliseconds(1_000))
    _ = try live.draw(at: .zero, into: &picture)
    #expect(shown(picture, .luma) == shown(drawn(session, until: 1_000), .luma))
    #expect(live.deadline == milliseconds(500))
  }

  @Test func `what cannot be played is said`() throws {
    #expect(throws: MediaError.self) { try live(session()) { $0.speed = 0 } }
    #expect(throws: MediaError.self) { try live(session()) { $0.from = milliseconds(4_000) } }
  }

  @Test func `its sound goes on until its end and begins again with it`() throws {
    let sound = LiveDocument.Sound(channels: 1) {
      PulseSound(count: 3, distance: milliseconds(1_000))
    }
    let live = try live(session(), sound: sound) { $0.isLooped = true }
    #expect(live.channels == 1)
    var times: [MediaTime] = []
    while let piece = try live.nextSound(before: milliseconds(7_000)) { times.append(piece.time) }
    #expect(times == (0..<7).map { milliseconds($0 * 1_000) })
    #expect(try live.nextSound(before: milliseconds(7_000)) == nil)
    #expect(try live.nextSound(before: milliseconds(7_001))?.time == milliseconds(7_000))
  }
}

/// So many short pieces, so far apart.
final class PulseSound: SoundPieces {
  private let count: Int
  private let distance: MediaTime
  private var given = 0

  init(count: Int, distance: MediaTime) {
    self.count = count
    self.distance = distance
  }

  func next() -> PCMChunk? {
    guard given < count else { return nil }
    defer { given += 1 }
    return PCMChunk(
      samples: [Float](repeating: 0.5, count: 480), channels: 1, rate: 48_000,
      time: MediaTime(nanoseconds: distance.nanoseconds * Int64(given)))
  }
}
