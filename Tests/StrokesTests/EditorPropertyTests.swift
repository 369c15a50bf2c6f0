import Strokes
import TestSupport
import Testing

/// What an editor promises whatever its hands do.
@Suite struct EditorPropertyTests {
  static let sessions: UInt64 = 200

  @Test func aReplayedLogGivesThePictureBitForBitAndItsNumbersOnlyRise() throws {
    for seed in 0..<Self.sessions {
      let prefix = seed % 4 == 0 ? RandomSession(seed: seed, steps: 20).events : []
      let editing = try RandomEditing(seed: seed, after: prefix)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<70 {
        editing.step()
        if random.chance(0.5) { _ = editing.editor.render() }
      }
      editing.letGo()
      _ = editing.editor.render()
      let fresh = try editing.replayed()
      _ = fresh.render()
      guard fresh.canvas.pixels == editing.editor.canvas.pixels else {
        Issue.record("seed \(seed)")
        return
      }
      var decoder = BinaryCodecDecoder(editing.editor.log.bytes)
      _ = try decoder.header()
      var (sequence, time, count) = (UInt64(0), BoardTime.zero, 0)
      while let event = try decoder.next() {
        #expect(event.sequence == sequence + 1 && event.time >= time, "seed \(seed)")
        (sequence, time, count) = (event.sequence, event.time, count + 1)
      }
      #expect(count == editing.editor.log.eventCount)
    }
  }

  @Test func everyStepReportsExactlyWhatChanged() throws {
    var (reported, unchanged) = (0, 0)
    for seed in 0..<Self.sessions {
      let editing = try RandomEditing(seed: seed ^ 0xDA3A)
      _ = editing.editor.render()
      for step in 0..<50 {
        let before = editing.editor.canvas
        editing.step()
        let damage = editing.editor.render().blocks
        let difference = before.differingBlocks(editing.editor.canvas)
        reported += damage.count
        for block in damage.indices where !difference.contains(block) { unchanged += 1 }
        for block in difference.indices where !damage.contains(block) {
          Issue.record("seed \(seed), step \(step): block \(block) changed unreported")
          return
        }
      }
    }
    #expect(reported > 10_000)
    #expect(unchanged == 0)
  }

  @Test func undoingEverythingEmptiesTheBoardAndRedoingBringsItBack() throws {
    for seed in 0..<Self.sessions {
      let prefix = seed % 4 == 0 ? RandomSession(seed: seed, steps: 20).events : []
      let editing = try RandomEditing(seed: seed ^ 0x0D0, after: prefix)
      for _ in 0..<70 { editing.step() }
      editing.letGo()
      let editor = editing.editor
      _ = editor.render()
      let whole = editor.canvas.pixels
      var steps: [AuthorID: Int] = [:]
      for author in 1...3 {
        editor.author = AuthorID(UInt32(author))
        while editor.canUndo {
          editor.undo(at: editor.lastTime)
          steps[editor.author, default: 0] += 1
        }
      }
      _ = editor.render()
      let empty = BoardRenderer(
        header: editor.header, width: editor.canvas.width, height: editor.canvas.height,
        viewport: editor.viewport)
      _ = empty.render()
      let isEmpty = editor.canvas.pixels == empty.canvas.pixels
      #expect(isEmpty, "seed \(seed)")
      for author in 1...3 {
        editor.author = AuthorID(UInt32(author))
        for _ in 0..<steps[editor.author, default: 0] { editor.redo(at: editor.lastTime) }
      }
      _ = editor.render()
      let fresh = try editing.replayed()
      _ = fresh.render()
      let isWhole = editor.canvas.pixels == whole && fresh.canvas.pixels == whole
      #expect(isWhole, "seed \(seed)")
    }
  }

  @Test func predictionsAndPreviewsLeaveNoTrace() throws {
    for seed in 0..<Self.sessions {
      // Both see the same acts; only one shows what is not there.
      let (seer, blind) = (try RandomEditing(seed: seed), try RandomEditing(seed: seed))
      var random = SeededGenerator(seed: seed)
      for step in 0..<50 {
        seer.step()
        blind.step()
        for id in blind.editor.openStrokes { blind.editor.extend(id, samples: [], at: .zero) }
        blind.editor.preview(Selection(), by: nil)
        if random.chance(0.4) { _ = seer.editor.render() }
        guard step % 10 == 9 else { continue }
        for id in seer.editor.openStrokes { seer.editor.extend(id, samples: [], at: .zero) }
        seer.editor.preview(Selection(), by: nil)
        _ = seer.editor.render()
        _ = blind.editor.render()
        let isSameLog = seer.editor.log.bytes == blind.editor.log.bytes
        let isSamePicture = seer.editor.canvas.pixels == blind.editor.canvas.pixels
        #expect(isSameLog && isSamePicture, "seed \(seed), step \(step)")
      }
    }
  }
}
