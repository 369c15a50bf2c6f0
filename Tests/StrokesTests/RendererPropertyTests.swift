import Strokes
import TestSupport
import Testing

/// The promise of the renderer: a picture is a function of the events, not of how they came.
@Suite struct RendererPropertyTests {
  static let sessions: UInt64 = 600

  @Test func everySplitOfASessionEndsInTheSamePicture() {
    for seed in 0..<Self.sessions {
      let session = RandomSession(seed: seed, kinds: InkKind.allCases)
      let whole = renderer(session)
      for event in session.events { whole.apply(event) }
      _ = whole.render()
      var random = SeededGenerator(seed: seed ^ 0xABCD)
      let stepwise = renderer(session)
      for event in session.split(seed: seed) {
        stepwise.apply(event)
        if random.chance(0.5) { _ = stepwise.render() }
      }
      _ = stepwise.render()
      guard stepwise.canvas.pixels == whole.canvas.pixels else {
        Issue.record("seed \(seed): \(differences(stepwise.canvas, whole.canvas))")
        return
      }
    }
  }

  @Test func everyStepEqualsDrawingFromScratchAndReportsExactlyWhatChanged() {
    var (reported, unchanged) = (0, 0)
    for seed in 0..<Self.sessions {
      let session = RandomSession(seed: seed ^ 0x5EED, steps: 40, kinds: InkKind.allCases)
      let stepwise = renderer(session)
      for (number, event) in session.events.enumerated() {
        let before = stepwise.canvas
        stepwise.apply(event)
        let damage = stepwise.render().blocks
        let difference = blocks(before, stepwise.canvas)
        if number > 0 {
          reported += damage.count
          for block in damage.indices where !difference.contains(block) { unchanged += 1 }
        }
        for block in difference.indices where !damage.contains(block) {
          Issue.record("seed \(seed), event \(number): block \(block) changed unreported")
          return
        }
        guard number % 7 == 3 else { continue }
        let scratch = renderer(session)
        for earlier in session.events[...number] { scratch.apply(earlier) }
        _ = scratch.render()
        guard scratch.canvas.pixels == stepwise.canvas.pixels else {
          Issue.record("seed \(seed), event \(number): \(event.action)")
          return
        }
      }
    }
    #expect(reported > 10_000)
    #expect(unchanged * 10 <= reported, "\(unchanged) of \(reported) blocks were unchanged")
  }

  @Test func movingTheViewEqualsStartingThere() {
    for seed in 0..<UInt64(60) {
      let session = RandomSession(seed: seed, kinds: InkKind.allCases)
      var random = SeededGenerator(seed: seed)
      let moved = renderer(session)
      var view = session.viewport
      for event in session.events {
        moved.apply(event)
        guard random.chance(0.15) else { continue }
        view.offsetX += Double(Int32.random(in: -9...9, using: &random))
        if random.chance(0.3) { view.scale *= 1.25 }
        moved.show(view)
        _ = moved.render()
      }
      _ = moved.render()
      let fresh = BoardRenderer(
        header: session.header, width: session.width, height: session.height, viewport: view)
      fresh.provide(session.picture, for: session.pictureHash)
      for event in session.events { fresh.apply(event) }
      _ = fresh.render()
      #expect(fresh.canvas.pixels == moved.canvas.pixels, "seed \(seed)")
    }
  }

  @Test func picturesThatArriveLateLookTheSame() {
    for seed in 0..<UInt64(60) {
      let session = RandomSession(seed: seed, kinds: InkKind.allCases)
      let early = renderer(session)
      let late = BoardRenderer(
        header: session.header, width: session.width, height: session.height,
        viewport: session.viewport)
      for event in session.events {
        early.apply(event)
        late.apply(event)
        _ = late.render()
      }
      _ = early.render()
      late.provide(session.picture, for: session.pictureHash)
      _ = late.render()
      #expect(early.canvas.pixels == late.canvas.pixels, "seed \(seed)")
    }
  }

  private func renderer(_ session: RandomSession) -> BoardRenderer {
    let renderer = BoardRenderer(
      header: session.header, width: session.width, height: session.height,
      viewport: session.viewport)
    renderer.provide(session.picture, for: session.pictureHash)
    return renderer
  }

  private func blocks(_ before: Canvas, _ after: Canvas) -> BlockMap {
    var map = BlockMap(width: after.width, height: after.height)
    for y in 0..<Int(after.height) {
      for x in 0..<Int(after.width) {
        let index = y * Int(after.width) + x
        if before.pixels[index] != after.pixels[index] {
          map.insert(column: Int32(x / 16), row: Int32(y / 16))
        }
      }
    }
    return map
  }

  private func differences(_ one: Canvas, _ other: Canvas) -> String {
    let map = blocks(one, other)
    return "\(map.count) blocks differ, the first is \(map.indices.first ?? -1)"
  }
}
