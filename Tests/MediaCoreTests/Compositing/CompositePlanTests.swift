import Testing

@testable import MediaCore

@Suite struct CompositePlanTests {
  static func members(_ count: Int) -> [CompositeMember] {
    (0..<count).map {
      CompositeMember(number: Int32($0), name: "Person \($0)", hasCamera: $0 % 3 != 1)
    }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let layout: CompositeLayout
    let width: Int
    let height: Int

    var testDescription: String { "\(layout.rawValue) in \(width)×\(height)" }
  }

  static let cases: [Case] = CompositeLayout.allCases.flatMap { layout in
    [(1_920, 1_080), (1_280, 720), (640, 360), (720, 1_280), (321, 201), (90, 90)].map {
      Case(layout: layout, width: $0.0, height: $0.1)
    }
  }

  @Test(arguments: cases)
  func `tiles lie within the picture, on even pixels, beside each other`(row: Case) {
    for count in [0, 1, 2, 3, 5, 9, 16, 25, 49, 300] {
      for (hasBoard, hasShare) in [(true, false), (false, true), (true, true), (false, false)] {
        let plan = CompositePlan(
          row.layout,
          of: .init(
            members: Self.members(count), speakers: [4, 0, 2], hasBoard: hasBoard,
            hasShare: hasShare), width: row.width, height: row.height)
        if count > 0 || hasBoard || hasShare { #expect(!plan.tiles.isEmpty) }
        for (index, tile) in plan.tiles.enumerated() {
          let frame = tile.frame
          #expect(frame.x >= 0 && frame.y >= 0 && frame.width > 0 && frame.height > 0)
          #expect(frame.x + frame.width <= row.width && frame.y + frame.height <= row.height)
          #expect((frame.x | frame.y | frame.width | frame.height) & 1 == 0)
          for other in plan.tiles[..<index] where Self.overlap(frame, other.frame) {
            Issue.record("\(tile.source) over \(other.source) of \(count)")
          }
        }
      }
    }
  }

  static func overlap(_ one: PixelRectangle, _ other: PixelRectangle) -> Bool {
    one.x < other.x + other.width && other.x < one.x + one.width
      && one.y < other.y + other.height && other.y < one.y + one.height
  }

  @Test func `the board alone fills the picture`() {
    let plan = CompositePlan(
      .board, of: .init(members: Self.members(3)), width: 1_920, height: 1_080)
    #expect(plan.tiles.map(\.source) == [.board])
    #expect(plan.tiles[0].frame == PixelRectangle(x: 0, y: 0, width: 1_920, height: 1_080))
  }

  @Test func `a grid keeps the order of the room, and all tiles have one size`() {
    let plan = CompositePlan(
      .grid, of: .init(members: Self.members(6), hasShare: true), width: 1_280, height: 720)
    #expect(
      plan.tiles.map(\.source) == [.share, .board] + (0..<6).map { .camera(Int32($0)) })
    for tile in plan.tiles {
      #expect(tile.frame.width == plan.tiles[0].frame.width)
      #expect(tile.frame.height == plan.tiles[0].frame.height)
    }
  }

  @Test func `nobody else moves when somebody comes to a grid that has room for one more`() {
    let before = CompositePlan(
      .grid, of: .init(members: Self.members(4), hasBoard: true), width: 1_280, height: 720)
    let after = CompositePlan(
      .grid, of: .init(members: Self.members(5), hasBoard: true), width: 1_280, height: 720)
    #expect(Array(after.tiles.prefix(3)) == Array(before.tiles.prefix(3)))
  }

  @Test func `a crowd is shown by those who speak and those who came first`() {
    let plan = CompositePlan(
      .grid, of: .init(members: Self.members(300), speakers: [299, 7, 150], hasBoard: false),
      width: 1_920, height: 1_080)
    #expect(
      plan.tiles.map(\.source) == ((0..<47).map { .camera($0) } + [.camera(150), .camera(299)]))
  }

  @Test func `what a layout is made for may be missing`() {
    let room = CompositePlan.Room(members: Self.members(2), hasBoard: false)
    for layout in CompositeLayout.allCases {
      let plan = CompositePlan(layout, of: room, width: 640, height: 360)
      #expect(plan.tiles.count == 2, "\(layout)")
      #expect(!plan.hasInkOverShare)
    }
    let board = CompositePlan(
      .inkOverShare, of: .init(members: []), width: 640, height: 360)
    #expect(board.tiles.map(\.source) == [.board])
  }

  @Test func `speakers keep their places`() {
    var slots = SpeakerSlots(most: 3)
    for participant in [Int32(7), 8, 9, 10] { slots.join(participant) }
    #expect(slots.participants == [7, 8, 9])
    slots.speak(8)
    slots.speak(10)
    // 7 has not spoken and comes before 9 who has not either.
    #expect(slots.participants == [10, 8, 9])
    slots.speak(9)
    slots.speak(8)
    slots.speak(7)
    #expect(slots.participants == [7, 8, 9])
    slots.leave(8)
    slots.speak(11)
    #expect(slots.participants == [7, 9, 11])
  }

  @Test(arguments: [
    (1_920, 1_080), (1_080, 1_920), (320, 240), (1, 1), (16_383, 2), (2, 16_383), (333, 777),
  ])
  func `a picture of any shape fits its tile, cut or with bars`(size: (Int, Int)) {
    for tile in [
      PixelRectangle(x: 10, y: 20, width: 320, height: 180),
      PixelRectangle(x: 0, y: 0, width: 2, height: 2),
      PixelRectangle(x: 2, y: 2, width: 180, height: 320),
    ] {
      let whole = TileFit(width: size.0, height: size.1, in: tile, isWhole: true)
      #expect(whole.part == PixelRectangle(x: 0, y: 0, width: size.0, height: size.1))
      let cut = TileFit(width: size.0, height: size.1, in: tile, isWhole: false)
      #expect(cut.frame == tile)
      for fit in [whole, cut] {
        #expect(fit.part.width > 0 && fit.part.height > 0)
        #expect(fit.part.x >= 0 && fit.part.x + fit.part.width <= size.0)
        #expect(fit.part.y >= 0 && fit.part.y + fit.part.height <= size.1)
        #expect(fit.frame.x >= tile.x && fit.frame.x + fit.frame.width <= tile.x + tile.width)
        #expect(fit.frame.y >= tile.y && fit.frame.y + fit.frame.height <= tile.y + tile.height)
        #expect((fit.frame.x | fit.frame.y | fit.frame.width | fit.frame.height) & 1 == 0)
        #expect((fit.part.x | fit.part.y) & 1 == 0)
      }
    }
  }
}
