import Strokes
import TestSupport
import Testing

/// What undo, erasers, selections and order mean, told act by act.
@Suite struct BoardStateTests {
  private let across = line((20, 60), (180, 60))
  private let down = line((100, 10), (100, 110))
  private let red = Colour(red: 255, green: 0, blue: 0)

  @Test func undoAndRedoNameTheirOperation() {
    let board = BoardScript()
    let first = board.stroke(across)
    let one = board.pixels
    let second = board.stroke(down, author: 2)
    let both = board.pixels
    board.send(.undone(first))
    #expect(board.pixel(30, 60) == 0xFFFF_FFFF)
    board.send(.undone(second), author: 2)
    #expect(board.area == 0)
    board.send(.redone(first))
    #expect(board.pixels == one)
    board.send(.redone(second), author: 2)
    #expect(board.pixels == both)
  }

  @Test func aNewActClearsOnlyItsAuthorsRedo() {
    let board = BoardScript()
    let mine = board.stroke(across)
    let theirs = board.stroke(down, author: 2)
    board.send(.undone(mine))
    board.send(.undone(theirs), author: 2)
    board.stroke([(10, 10)], author: 1)
    board.send(.redone(mine))
    #expect(board.pixel(30, 60) == 0xFFFF_FFFF)
    board.send(.redone(theirs), author: 2)
    #expect(board.pixel(100, 20) == 0xFF00_0000)
  }

  @Test func anActThatNamesAnItemTwiceBearsOnItOnce() {
    let (once, twice) = (BoardScript(), BoardScript())
    let stroke = once.stroke(across)
    let same = twice.stroke(across)
    once.act { .transformed($0, items: [stroke], .translation(x: 12, y: 8)) }
    twice.act { .transformed($0, items: [same, same, same], .translation(x: 12, y: 8)) }
    #expect(once.pixels == twice.pixels)
  }

  @Test func anOutlineOfManyEdgesInALineIsDrawnAsOneOfFew() {
    // A comb of 60 teeth is sorted another way than its parts of 10.
    let (whole, parts) = (BoardScript(), BoardScript())
    func teeth(_ range: Range<Int32>) -> Outline {
      var segments: [Outline.Segment] = []
      for tooth in range {
        let x = tooth * 200
        segments += [.move(x: x, y: 640), .line(x: x + 90, y: 5_000), .line(x: x + 130, y: 640)]
      }
      return Outline(segments: segments, fillRule: .nonZero)
    }
    func place(_ outline: Outline, on board: BoardScript) {
      board.send(
        .outlinePlaced(
          board.newID(), OutlinePlacement(outline: outline, colour: .black, transform: .identity)))
    }
    place(teeth(0..<60), on: whole)
    for part in 0..<6 { place(teeth(Int32(part) * 10..<Int32(part) * 10 + 10), on: parts) }
    #expect(whole.area > 100)
    var farthest = 0
    for (left, right) in zip(whole.pixels, parts.pixels) {
      farthest = max(farthest, abs(Int(left & 255) - Int(right & 255)))
    }
    // Where two parts meet in a pixel they cover it one after the other.
    #expect(farthest <= 40)
  }

  @Test func clearIsAnOperationLikeAnyOther() {
    let board = BoardScript()
    board.stroke(across)
    let drawn = board.pixels
    let clear = board.act { .cleared($0) }
    #expect(board.area == 0)
    board.stroke(down)
    #expect(board.area > 0)
    board.send(.undone(clear))
    #expect(board.pixel(30, 60) == 0xFF00_0000)
    #expect(board.pixel(100, 20) == 0xFF00_0000)
    board.send(.redone(clear))
    #expect(board.pixels != drawn)
  }

  @Test func whatAnOpenStrokeDrawsAfterAClearStays() {
    let board = BoardScript()
    let id = board.begin(author: 2)
    board.add(Array(across[..<10]), to: id)
    board.act { .cleared($0) }
    #expect(board.area == 0)
    board.add(Array(across[10...]), to: id)
    #expect(board.pixel(30, 60) == 0xFFFF_FFFF)
    #expect(board.pixel(170, 60) == 0xFF00_0000)
  }

  @Test func aBitmapEraserTakesWhatItCoversAndUndoGivesItBack() {
    let board = BoardScript()
    let id = board.stroke(across)
    let drawn = board.pixels
    let path = [SIMD2<Int32>(100 * 64, 40 * 64), SIMD2<Int32>(100 * 64, 80 * 64)]
    let erase = board.act {
      .erased(
        $0,
        Erasure(
          shape: .bitmap(path: path, width: 20 * 64),
          hits: [Erasure.Hit(item: id, pointCount: 20)]))
    }
    #expect(board.pixel(100, 60) == 0xFFFF_FFFF)
    #expect(board.pixel(85, 60) == 0xFF00_0000)
    board.send(.undone(erase))
    #expect(board.pixels == drawn)
  }

  @Test func aMaskMovesWithItsItem() {
    let board = BoardScript()
    let id = board.stroke(across)
    let path = [SIMD2<Int32>(100 * 64, 60 * 64)]
    board.act {
      .erased(
        $0,
        Erasure(
          shape: .bitmap(path: path, width: 20 * 64),
          hits: [Erasure.Hit(item: id, pointCount: 20)]))
    }
    board.act { .transformed($0, items: [id], .translation(x: 32, y: -16)) }
    #expect(board.pixel(132, 44) == 0xFFFF_FFFF)
    #expect(board.pixel(100, 44) == 0xFF00_0000)
    // Erased again where it stands now: the hole is asked for in the item's own space.
    board.act {
      .erased(
        $0,
        Erasure(
          shape: .bitmap(path: [SIMD2(100 * 64, 44 * 64)], width: 20 * 64),
          hits: [
            Erasure.Hit(item: id, pointCount: 20, toItem: .translation(x: -32, y: 16))
          ]))
    }
    #expect(board.pixel(100, 44) == 0xFFFF_FFFF)
  }

  @Test func theOrderOfUndosDoesNotMatterToMasks() {
    func draw(_ undo: (BoardScript, BoardID, BoardID) -> Void) -> [UInt32] {
      let board = BoardScript()
      let id = board.stroke(across)
      func erase(_ x: Int32) -> BoardID {
        board.act {
          .erased(
            $0,
            Erasure(
              shape: .bitmap(path: [SIMD2(x * 64, 60 * 64)], width: 30 * 64),
              hits: [Erasure.Hit(item: id, pointCount: 20)]))
        }
      }
      let (first, second) = (erase(90), erase(105))
      undo(board, first, second)
      return board.pixels
    }
    let one = draw { board, first, second in
      board.send(.undone(first))
      board.send(.undone(second))
      board.send(.redone(first))
    }
    let other = draw { board, _, second in board.send(.undone(second)) }
    #expect(one == other)
  }

  @Test func aVectorEraserTakesAWholeStrokeAsFarAsItWasDrawn() {
    let board = BoardScript()
    let id = board.begin(author: 2)
    board.add(Array(across[..<10]), to: id)
    board.act {
      .erased($0, Erasure(shape: .vector, hits: [Erasure.Hit(item: id, pointCount: 10)]))
    }
    #expect(board.area == 0)
    board.add(Array(across[10...]), to: id)
    #expect(board.pixel(170, 60) == 0xFF00_0000)
    #expect(board.pixel(60, 60) == 0xFFFF_FFFF)
  }

  @Test func selectionsAreMovedCopiedRestyledAndDeleted() {
    let board = BoardScript()
    let id = board.stroke(line((20, 20), (60, 20)))
    board.act { .transformed($0, items: [id], .translation(x: 0, y: 40)) }
    #expect(board.pixel(40, 20) == 0xFFFF_FFFF)
    #expect(board.pixel(40, 60) == 0xFF00_0000)
    let copy = BoardID(author: AuthorID(1), number: 1_000)
    let copying = board.act {
      .duplicated(
        $0, copies: [Duplicate(source: id, copy: copy)], .translation(x: 100, y: 0))
    }
    #expect(board.pixel(140, 60) == 0xFF00_0000)
    board.act { .restyled($0, items: [copy], Restyle(colour: red)) }
    #expect(board.pixel(140, 60) == 0xFFFF_0000)
    #expect(board.pixel(40, 60) == 0xFF00_0000)
    let deletion = board.act { .deleted($0, items: [id]) }
    #expect(board.pixel(40, 60) == 0xFFFF_FFFF)
    board.send(.undone(deletion))
    #expect(board.pixel(40, 60) == 0xFF00_0000)
    board.send(.undone(copying))
    #expect(board.pixel(140, 60) == 0xFFFF_FFFF)
  }

  @Test func insertingBelowGoesBelow() {
    let board = BoardScript()
    board.stroke(across, order: OrderKey(major: 10))
    board.stroke(down, colour: red, width: 12, order: OrderKey(major: 3))
    #expect(board.pixel(100, 60) == 0xFF00_0000)
    #expect(board.pixel(100, 20) == 0xFFFF_0000)
    board.stroke(down, colour: red, order: nil)
    #expect(board.pixel(100, 60) == 0xFFFF_0000)
  }

  @Test func unknownRepeatedAndHostileEventsChangeNothing() {
    let board = BoardScript()
    let id = board.stroke(across)
    let drawn = board.pixels
    let nobody = BoardID(author: AuthorID(9), number: 9)
    let nan = AffineTransform(a: .nan, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    let huge = AffineTransform(a: 1e300, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    board.send(.strokePoints(nobody, [StrokePoint(x: 0, y: 0)]))
    board.send(.strokeEnded(nobody))
    board.send(.undone(nobody))
    board.send(.redone(nobody))
    board.send(
      .strokeBegan(id, ink: Ink(kind: .pen, colour: red, width: 64), channels: [], order: nil))
    board.send(.strokePoints(id, [StrokePoint(x: 0, y: 0)]))
    board.act { .transformed($0, items: [id, nobody], nan) }
    board.act { .transformed($0, items: [id], huge) }
    board.act { .deleted($0, items: [nobody]) }
    board.send(.unknown(kind: "laser", payload: [1, 2, 3]))
    #expect(board.pixels == drawn)
    let many = BoardScript()
    let item = many.stroke(across)
    for _ in 0..<100 {
      many.act { .transformed($0, items: [item], .scale(60_000)) }
      _ = many.pixels
    }
  }

  @Test func whoLeavesEndsTheirStrokes() {
    let board = BoardScript()
    let id = board.begin(author: 2)
    board.add(across, to: id)
    let drawn = board.pixels
    board.send(.left, author: 2)
    board.add(down, to: id)
    #expect(board.pixels == drawn)
  }

  @Test func backgroundsAreColoursTransparencyAndPictures() {
    let board = BoardScript(background: .transparent)
    #expect(board.pixel(5, 5) == 0)
    let act = board.act { .background($0, .colour(red)) }
    #expect(board.pixel(5, 5) == 0xFFFF_0000)
    board.send(.undone(act))
    #expect(board.pixel(5, 5) == 0)
    let hash = ContentHash(words: SIMD4(7, 7, 7, 7))
    board.act { .background($0, .picture(hash)) }
    #expect(board.pixel(5, 5) == 0)
    board.renderer.provide(
      Picture(width: 2, height: 1, pixels: [0xFF00_00FF, 0xFF00_FF00])!, for: hash)
    #expect(board.pixel(5, 5) == 0xFF00_00FF)
    #expect(board.pixel(195, 115) == 0xFF00_FF00)
    let backed = BoardScript(background: .transparent, backdrop: .white)
    #expect(backed.pixel(5, 5) == 0xFFFF_FFFF)
  }

  @Test func hintsNameAClearItsUndoingAndAScroll() {
    let board = BoardScript()
    board.stroke(across)
    _ = board.renderer.render()
    let before = board.renderer.step
    let clear = board.act { .cleared($0) }
    #expect(board.renderer.render().hint == .cleared)
    board.send(.undone(clear))
    #expect(board.renderer.render().hint == .restored(step: before))
    board.renderer.show(Viewport(scale: 1, offsetX: 7, offsetY: -3))
    #expect(board.renderer.render().hint == .scrolled(dx: 7, dy: -3))
  }
}
