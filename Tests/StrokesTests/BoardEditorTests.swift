import Strokes
import TestSupport
import Testing

/// The editor act by act.
@Suite struct BoardEditorTests {
  @Test func aStrokeIsDrawnLoggedAndUndoneAsOneStep() throws {
    let desk = try Desk()
    let before = desk.pixels
    desk.stroke([(20, 20), (60, 60), (100, 20)])
    let drawn = desk.pixels
    #expect(drawn != before)
    #expect(desk.editor.canUndo && !desk.editor.canRedo)
    #expect(desk.editor.undo(at: .zero))
    #expect(desk.pixels == before)
    #expect(!desk.editor.canUndo && desk.editor.canRedo)
    #expect(desk.editor.redo(at: .zero))
    #expect(desk.pixels == drawn)
    #expect(!desk.editor.redo(at: .zero))
  }

  @Test func aNewActEndsTheRedoOfItsAuthorAlone() throws {
    let desk = try Desk()
    desk.stroke([(20, 20), (60, 60)])
    desk.editor.undo(at: .zero)
    desk.editor.author = AuthorID(2)
    desk.stroke([(60, 20), (20, 60)])
    desk.editor.author = AuthorID(1)
    #expect(desk.editor.canRedo)
    desk.stroke([(80, 20), (90, 60)])
    #expect(!desk.editor.canRedo)
    desk.editor.author = AuthorID(2)
    #expect(desk.editor.canUndo && !desk.editor.canRedo)
  }

  @Test func manyStrokesMayBeOpenAtOnceAndUndoSparesThem() throws {
    let desk = try Desk()
    desk.stroke([(10, 100), (150, 100)])
    let left = try #require(desk.begin())
    let right = try #require(desk.begin())
    for step in 0..<10 {
      desk.editor.extend(left, samples: [desk.sample(20, 10 + Double(step) * 5)], at: desk.tick())
      desk.editor.extend(right, samples: [desk.sample(90, 10 + Double(step) * 5)], at: desk.tick())
    }
    #expect(desk.pixel(20, 30) == 0xFF00_0000 && desk.pixel(90, 30) == 0xFF00_0000)
    desk.editor.undo(at: desk.tick())
    #expect(desk.pixel(60, 100) == 0xFFFF_FFFF && desk.pixel(20, 30) == 0xFF00_0000)
    desk.editor.endStroke(right, at: desk.tick())
    desk.editor.endStroke(left, at: desk.tick())
    desk.editor.undo(at: desk.tick())
    #expect(desk.pixel(20, 30) == 0xFFFF_FFFF && desk.pixel(90, 30) == 0xFF00_0000)
  }

  @Test func aCancelledStrokeLeavesNothingToUndo() throws {
    let desk = try Desk()
    let before = desk.pixels
    let id = try #require(desk.begin())
    desk.editor.extend(id, samples: [desk.sample(20, 20), desk.sample(40, 60)], at: desk.tick())
    #expect(desk.pixels != before)
    desk.editor.cancelStroke(id, at: desk.tick())
    #expect(desk.pixels == before)
    #expect(!desk.editor.canUndo && desk.editor.openStrokes.isEmpty)
  }

  @Test func aStrokeWithoutAPointNeverWas() throws {
    let desk = try Desk()
    let id = try #require(desk.begin())
    desk.editor.extend(id, samples: [desk.sample(.nan, 3), desk.sample(1, .infinity)], at: .zero)
    #expect(!desk.editor.endStroke(id, at: .zero))
    #expect(desk.editor.log.eventCount == 0 && !desk.editor.canUndo)
  }

  @Test func anEraserTakesOnlyWhatItTouchesAndAPassIsOneStep() throws {
    let desk = try Desk()
    desk.stroke([(20, 20), (140, 20)])
    desk.stroke([(20, 60), (140, 60)])
    let both = desk.pixels
    let events = desk.editor.log.eventCount
    desk.editor.beginErasing(.bitmap, width: 10)
    #expect(desk.editor.erase(along: [SIMD2(80, 40), SIMD2(82, 40)], at: desk.tick()) == 0)
    #expect(desk.editor.log.eventCount == events)
    #expect(desk.editor.erase(along: [SIMD2(82, 30), SIMD2(82, 20)], at: desk.tick()) == 1)
    #expect(desk.editor.erase(along: [SIMD2(60, 20)], at: desk.tick()) == 1)
    #expect(desk.editor.erase(along: [SIMD2(60, 60)], at: desk.tick()) == 2)
    desk.editor.endErasing()
    #expect(desk.pixel(70, 20) == 0xFFFF_FFFF && desk.pixel(60, 60) == 0xFFFF_FFFF)
    #expect(desk.pixel(100, 20) == 0xFF00_0000)
    let erased = desk.pixels
    desk.editor.undo(at: desk.tick())
    #expect(desk.pixels == both)
    desk.editor.redo(at: desk.tick())
    #expect(desk.pixels == erased)
  }

  @Test func theVectorEraserTakesWholeItemsOfEveryKind() throws {
    let desk = try Desk()
    desk.stroke([(20, 20), (140, 20)])
    _ = desk.square(40, 50, size: 30)
    desk.editor.beginErasing(.vector, width: 4)
    #expect(desk.editor.erase(along: [SIMD2(30, 10), SIMD2(30, 30)], at: desk.tick()) == 1)
    #expect(desk.pixel(130, 20) == 0xFFFF_FFFF && desk.pixel(60, 60) == 0xFF00_0000)
    #expect(desk.editor.erase(along: [SIMD2(60, 60)], at: desk.tick()) == 1)
    #expect(desk.pixel(60, 60) == 0xFFFF_FFFF)
    #expect(desk.editor.erase(along: [SIMD2(61, 61)], at: desk.tick()) == 0)
    desk.editor.undo(at: desk.tick())
    #expect(desk.pixel(60, 60) == 0xFF00_0000 && desk.pixel(130, 20) == 0xFF00_0000)
  }

  @Test func aLoadedSessionGoesOnWithItsNumbers() throws {
    let first = try Desk()
    first.stroke([(20, 20), (140, 20)])
    first.stroke([(20, 60), (140, 60)])
    let second = try Desk()
    var decoder = BinaryCodecDecoder(first.editor.log.bytes)
    _ = try decoder.header()
    while let event = try decoder.next() { try second.editor.apply(event) }
    #expect(second.editor.log.bytes == first.editor.log.bytes)
    let id = try #require(second.begin())
    #expect(id.number == 3)
    second.editor.extend(id, samples: [second.sample(5, 5)], at: .zero)
    #expect(second.editor.lastSequence == first.editor.lastSequence + 2)
    #expect(second.editor.lastTime == first.editor.lastTime)
    second.editor.endStroke(id, at: .zero)
    for _ in 0..<3 { second.editor.undo(at: .zero) }
    #expect(second.pixels == (try Desk()).pixels)
  }

  @Test func aBoardWhoseNumbersAreUsedUpTakesNothingMoreAndDoesNotTrap() throws {
    let desk = try Desk()
    let last = BoardID(author: AuthorID(1), number: .max)
    try desk.editor.apply(
      BoardEvent(
        sequence: BoardLimits.largestSequence, time: BoardTime(ticks: BoardLimits.largestTime),
        author: AuthorID(1), action: .cleared(last)))
    let before = desk.pixels
    desk.stroke([(20, 20), (140, 20)])
    desk.editor.undo(at: BoardTime(ticks: .max))
    #expect(!desk.editor.setBackground(.transparent, at: BoardTime(ticks: .min)))
    #expect(desk.pixels == before && desk.editor.log.eventCount == 1)
  }

  @Test func lettingGoOfADragIsOneStep() throws {
    let desk = try Desk()
    let id = desk.stroke([(20, 20), (60, 20)])
    let before = desk.pixels
    let selection = Selection([id])
    desk.editor.beginGroup()
    for _ in 0..<5 {
      #expect(desk.editor.move(selection, by: .translation(x: 4, y: 6), at: desk.tick()))
    }
    desk.editor.endGroup()
    #expect(desk.pixel(60, 50) == 0xFF00_0000)
    desk.editor.undo(at: desk.tick())
    #expect(desk.pixels == before)
  }

  @Test func aPreviewShowsTheMoveBeforeItIsMade() throws {
    let desk = try Desk()
    let id = desk.stroke([(20, 20), (60, 20)])
    let events = desk.editor.log.eventCount
    let before = desk.pixels
    let map = AffineTransform.translation(x: 20.5, y: 30.25)
    desk.editor.preview(Selection([id]), by: map)
    let shown = desk.pixels
    #expect(shown != before && desk.editor.log.eventCount == events)
    desk.editor.preview(Selection([id]), by: nil)
    #expect(desk.pixels == before)
    desk.editor.move(Selection([id]), by: map, at: desk.tick())
    #expect(desk.pixels == shown)
  }

  @Test func selectionsAreCopiedRestyledAndDeleted() throws {
    let desk = try Desk()
    let id = desk.stroke([(20, 20), (60, 20)])
    let copies = desk.editor.duplicate(
      Selection([id]), by: .translation(x: 0, y: 40), at: desk.tick())
    #expect(copies.items.count == 1 && desk.pixel(40, 60) == 0xFF00_0000)
    desk.editor.restyle(
      copies, Restyle(colour: Colour(red: 255, green: 0, blue: 0)), at: desk.tick())
    #expect(desk.pixel(40, 60) == 0xFFFF_0000 && desk.pixel(40, 20) == 0xFF00_0000)
    #expect(desk.editor.delete(Selection([id]), at: desk.tick()))
    #expect(!desk.editor.delete(Selection([id]), at: desk.tick()))
    #expect(desk.pixel(40, 20) == 0xFFFF_FFFF && desk.pixel(40, 60) == 0xFFFF_0000)
    #expect(!desk.editor.move(Selection(), by: .scale(2), at: desk.tick()))
    #expect(!desk.editor.move(copies, by: .scale(.nan), at: desk.tick()))
    #expect(desk.editor.clear(at: desk.tick()) && !desk.editor.clear(at: desk.tick()))
  }
}
