import TestSupport
import Testing

@testable import Strokes

/// What a page needs of an editor beyond its acts.
@Suite struct PageEditorTests {
  @Test func aCanvasOfAnotherSizeEqualsOneThatBeganSo() {
    for seed in UInt64(0)..<120 {
      let session = RandomSession(seed: seed)
      var random = SeededGenerator(seed: seed)
      let resized = BoardRenderer(
        header: session.header, width: session.width, height: session.height,
        viewport: session.viewport)
      resized.provide(session.picture, for: session.pictureHash)
      var size = (session.width, session.height)
      for event in session.events {
        resized.apply(event)
        if random.chance(0.3) { _ = resized.render() }
        guard random.chance(0.1) else { continue }
        size = (.random(in: 1...180, using: &random), .random(in: 1...140, using: &random))
        resized.resize(width: size.0, height: size.1)
        guard random.chance(0.7) else { continue }
        let isNew = size != (session.width, session.height)
        let damage = resized.render().blocks
        #expect(!isNew || damage.count == Int(damage.columns * damage.rows), "seed \(seed)")
      }
      _ = resized.render()
      let fresh = BoardRenderer(
        header: session.header, width: size.0, height: size.1, viewport: session.viewport)
      fresh.provide(session.picture, for: session.pictureHash)
      for event in session.events { fresh.apply(event) }
      _ = fresh.render()
      #expect(fresh.canvas.pixels == resized.canvas.pixels, "seed \(seed)")
    }
  }

  @Test(arguments: [BoardEditor.Eraser.vector, .bitmap])
  func anEraserThatIsCancelledTakesNothing(_ eraser: BoardEditor.Eraser) throws {
    let desk = try Desk()
    desk.stroke([(10, 20), (150, 20)])
    desk.stroke([(10, 60), (150, 60)])
    let before = desk.pixels
    desk.editor.beginErasing(eraser, width: 8)
    #expect(desk.editor.erase(along: [SIMD2(50, 10), SIMD2(50, 40)], at: desk.tick()) == 1)
    #expect(desk.editor.erase(along: [SIMD2(50, 80)], at: desk.tick()) > 0)
    #expect(desk.pixels != before)
    desk.editor.cancelErasing(at: desk.tick())
    #expect(desk.pixels == before)
    // Nothing of the pass is left to redo, and the strokes are the steps before.
    #expect(!desk.editor.canRedo)
    #expect(desk.editor.undo(at: desk.tick()) && desk.editor.undo(at: desk.tick()))
    #expect(!desk.editor.canUndo)
    desk.editor.cancelErasing(at: desk.tick())
  }

  @Test func shownItemsAreThoseThatStandOnTheBoard() throws {
    let desk = try Desk()
    #expect(!desk.editor.hasShownItems)
    let one = desk.stroke([(10, 20), (150, 20)])
    let two = desk.stroke([(10, 60), (150, 60)])
    #expect(desk.editor.shownItems.items == [one, two])
    desk.editor.delete(Selection([one]), at: desk.tick())
    #expect(desk.editor.shownItems.items == [two])
    desk.editor.beginErasing(.vector, width: 8)
    desk.editor.erase(along: [SIMD2(50, 60)], at: desk.tick())
    #expect(!desk.editor.hasShownItems)
    desk.editor.undo(at: desk.tick())
    #expect(desk.editor.hasShownItems)
    desk.editor.clear(at: desk.tick())
    #expect(desk.editor.shownItems.isEmpty)
  }

  @Test func theLogAsTextIsTheSameSession() throws {
    for seed in UInt64(0)..<20 {
      let editing = try RandomEditing(seed: seed)
      for _ in 0..<60 { editing.step() }
      editing.letGo()
      var decoder = try BoardTextDecoder(editing.editor.log.text)
      let again = try BoardEditor(
        header: decoder.header, width: 20, height: 20, viewport: .identity, author: AuthorID(1))
      while let event = decoder.next() { try again.apply(event) }
      #expect(decoder.faultCount == 0)
      #expect(again.log.bytes == editing.editor.log.bytes, "seed \(seed)")
    }
  }
}
