import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct SynthesisedTimelineTests {
  private func timeline(strokes: Int, length: Int32) -> SynthesisedTimeline {
    var timeline = SynthesisedTimeline()
    for _ in 0..<strokes {
      let points = [SIMD2<Int32>(0, 0), SIMD2(length * 32, 0), SIMD2(length * 64, 0)]
      timeline.draw(
        SynthesisedTimeline.Stroke(
          ink: Ink(kind: .monoline, colour: .black, width: 64), points: points),
        at: timeline.takePlace())
    }
    return timeline
  }

  @Test func `a stroke takes a tenth of a second and its way at 700 pixels a second`() {
    let events = timeline(strokes: 1, length: 700).events(pace: 1)
    #expect(events.first?.time == BoardTime(ticks: 3_000))
    #expect(events.last?.time == BoardTime(ticks: 14_000))
    #expect(
      events.count == 5, "one event a sixtieth of a second in which points fall, and the ends")
  }

  @Test func `points carry their time and lie in the event that shows them`() {
    var last = BoardTime.zero
    for event in timeline(strokes: 2, length: 500).events(pace: 1) {
      #expect(event.time >= last)
      last = event.time
    }
  }

  @Test func `a long drawing is shown faster as a whole, and never for more than ten minutes`() {
    let short = timeline(strokes: 40, length: 700)
    #expect(short.length == short.naturalLength)
    let long = timeline(strokes: 192, length: 700)  // 4 minutes
    #expect((long.naturalLength - 240).magnitude < 1)
    #expect((long.length - 120).magnitude < 1)
    let endless = timeline(strokes: 20_000, length: 700)
    #expect(endless.length == 600)
    #expect(endless.events(pace: 1).last.map { $0.time.ticks <= 6_000_000 } ?? false)
  }

  @Test func `items keep the place that was taken for them`() {
    var timeline = SynthesisedTimeline()
    let (below, above) = (timeline.takePlace(), timeline.takePlace())
    #expect(below < above)
  }
}
