import Strokes
import TestSupport
import Testing

@testable import MediaCore

@Suite struct VideoCompositorTests {
  static func plain(_ width: Int32, _ height: Int32, _ colour: VP8Colour) -> I420Picture {
    var picture = I420Picture(width: width, height: height)
    for (plane, value) in [
      (I420Picture.Plane.luma, colour.luma), (.blue, colour.blue), (.red, colour.red),
    ] {
      picture.withMutablePlane(plane) { bytes, _ in
        for index in bytes.indices { bytes[index] = value }
      }
    }
    return picture
  }

  static func noise(_ width: Int32, _ height: Int32, seed: UInt64) -> I420Picture {
    var random = SeededGenerator(seed: seed)
    var picture = I420Picture(width: width, height: height)
    for plane in I420Picture.Plane.allCases {
      picture.withMutablePlane(plane) { bytes, _ in
        for index in bytes.indices { bytes[index] = .random(in: 16...235, using: &random) }
      }
    }
    return picture
  }

  static func luma(_ picture: borrowing I420Picture, _ x: Int, _ y: Int) -> UInt8 {
    picture.withPlane(.luma) { bytes, stride in bytes[y * stride + x] }
  }

  /// All samples as shown.
  static func samples(_ picture: borrowing I420Picture) -> [UInt8] {
    var samples: [UInt8] = []
    for plane in I420Picture.Plane.allCases {
      let size = picture.size(of: plane)
      picture.withPlane(plane) { bytes, stride in
        for y in 0..<size.height {
          for x in 0..<size.width { samples.append(bytes[y * stride + x]) }
        }
      }
    }
    return samples
  }

  static func room(_ count: Int, hasShare: Bool = false) -> CompositePlan.Room {
    .init(
      members: (0..<count).map { .init(number: Int32($0), name: "P\($0)", hasCamera: true) },
      speakers: [0, 1], hasShare: hasShare)
  }

  @Test func `every source is seen in its tile, and waits until it is drawn`() throws {
    var compositor = VideoCompositor(width: 640, height: 360)
    let plan = CompositePlan(.grid, of: Self.room(3), width: 640, height: 360)
    #expect(try compositor.lay(plan).count == 40 * 23)
    #expect(compositor.waiting == plan.tiles.map(\.source))
    for (index, tile) in plan.tiles.enumerated() {
      let colour = VP8Colour(luma: UInt8(60 + index * 40), blue: 100, red: 160)
      let changed = compositor.draw(
        tile.source, Self.plain(320, 180, colour))
      var expected = BlockMap(width: 640, height: 360)
      expected.insert(tile.frame)
      #expect(changed == expected)
    }
    #expect(compositor.waiting.isEmpty)
    for (index, tile) in plan.tiles.enumerated() {
      let (x, y) = (tile.frame.x + tile.frame.width / 2, tile.frame.y + tile.frame.height / 2)
      #expect(Self.luma(compositor.picture, x, y) == UInt8(60 + index * 40))
    }
    // The same plan again changes nothing.
    #expect(try compositor.lay(plan).isEmpty)
    #expect(compositor.draw(.camera(9), Self.plain(16, 16, .white)).isEmpty)
  }

  @Test func `a board of the composite's size is copied by its damage alone`() throws {
    var compositor = VideoCompositor(width: 333, height: 211)
    _ = try compositor.lay(
      CompositePlan(.board, of: Self.room(0), width: 333, height: 211))
    // Tiles have even sides: the last column and row of an odd picture are scaled into them.
    var even = VideoCompositor(width: 320, height: 208)
    _ = try even.lay(CompositePlan(.board, of: Self.room(0), width: 320, height: 208))
    let first = Self.noise(320, 208, seed: 1)
    #expect(even.draw(.board, first).count == 20 * 13)
    #expect(Self.samples(even.picture) == Self.samples(first))
    let second = Self.noise(320, 208, seed: 2)
    var damage = BlockMap(width: 320, height: 208)
    damage.insert(column: 3, row: 2)
    damage.insert(column: 4, row: 2)
    damage.insert(column: 19, row: 12)
    #expect(even.draw(.board, second, damage: damage) == damage)
    for (x, y) in [(48, 32), (79, 47), (319, 207)] {
      #expect(Self.luma(even.picture, x, y) == Self.luma(second, x, y))
    }
    for (x, y) in [(47, 32), (80, 47), (303, 207)] {
      #expect(Self.luma(even.picture, x, y) == Self.luma(first, x, y))
    }
    #expect(compositor.draw(.board, Self.noise(333, 211, seed: 3)).count == 21 * 14)
  }

  @Test func `another size in mid-stream leaves nothing of the old one`() throws {
    var compositor = VideoCompositor(width: 640, height: 360)
    _ = try compositor.lay(CompositePlan(.board, of: Self.room(0), width: 640, height: 360))
    _ = compositor.draw(.board, Self.plain(1_920, 1_080, .white))
    let tall = Self.plain(360, 640, VP8Colour(luma: 100, blue: 128, red: 128))
    #expect(compositor.draw(.board, tall).count == 40 * 23)
    var fresh = VideoCompositor(width: 640, height: 360)
    _ = try fresh.lay(CompositePlan(.board, of: Self.room(0), width: 640, height: 360))
    _ = fresh.draw(.board, tall)
    #expect(Self.samples(compositor.picture) == Self.samples(fresh.picture))
    #expect(Self.luma(compositor.picture, 0, 0) == 24)
    #expect(Self.luma(compositor.picture, 320, 180) == 100)
  }

  @Test func `names are written, and those without a camera are seen by theirs`() throws {
    var compositor = VideoCompositor(width: 640, height: 360)
    var room = Self.room(2)
    room.members[1].hasCamera = false
    room.members[1].name = "Žofia 한국어 🙂\u{202E}\n"
    room.hasBoard = false
    let plan = CompositePlan(.grid, of: room, width: 640, height: 360)
    _ = try compositor.lay(plan)
    #expect(compositor.waiting == [.camera(0)])
    let middle = plan.tiles[1].frame
    var brightest: UInt8 = 0
    for y in middle.y..<middle.y + middle.height {
      for x in middle.x..<middle.x + middle.width {
        brightest = max(brightest, Self.luma(compositor.picture, x, y))
      }
    }
    #expect(brightest > 200)
    // Drawn twice, a name is as dark as drawn once.
    let camera = Self.noise(320, 180, seed: 4)
    _ = compositor.draw(.camera(0), camera)
    let once = Self.samples(compositor.picture)
    _ = compositor.draw(.camera(0), camera)
    #expect(Self.samples(compositor.picture) == once)
  }

  @Test func `ink over a share is the same however it came there`() throws {
    var random = SeededGenerator(seed: 5)
    let (width, height): (Int32, Int32) = (162, 98)
    let plan = CompositePlan(
      .inkOverShare, of: Self.room(0, hasShare: true), width: Int(width), height: Int(height))
    #expect(plan.hasInkOverShare)
    var compositor = VideoCompositor(width: width, height: height)
    _ = try compositor.lay(plan)
    var ink = [UInt32](repeating: 0, count: Int(width * height))
    var share = Self.noise(320, 200, seed: 6)
    _ = compositor.drawShare(share, under: ink.span)
    for step in 0..<40 {
      if random.chance(0.2) {
        share = Self.noise(
          .random(in: 2...400, using: &random), .random(in: 2...300, using: &random),
          seed: UInt64(step))
        _ = compositor.drawShare(share, under: ink.span)
      } else {
        var damage = BlockMap(width: width, height: height)
        let (x, y) = (
          Int.random(in: 0..<150, using: &random), Int.random(in: 0..<90, using: &random)
        )
        for row in y..<min(y + 12, Int(height)) {
          for column in x..<min(x + 12, Int(width)) {
            let alpha = UInt32.random(in: 0...255, using: &random)
            let channel = { (random: inout SeededGenerator) in
              UInt32.random(in: 0...alpha, using: &random)
            }
            ink[row * Int(width) + column] =
              alpha << 24 | channel(&random) << 16 | channel(&random) << 8 | channel(&random)
          }
        }
        damage.insert(PixelRectangle(x: x, y: y, width: 12, height: 12))
        #expect(compositor.drawInk(ink.span, in: damage) == damage)
      }
      var fresh = VideoCompositor(width: width, height: height)
      _ = try fresh.lay(plan)
      _ = fresh.drawShare(share, under: ink.span)
      #expect(Self.samples(compositor.picture) == Self.samples(fresh.picture), "step \(step)")
    }
  }

  @Test func `ink that covers is the colour that a board's video has`() {
    var random = SeededGenerator(seed: 7)
    let (width, height): (Int32, Int32) = (64, 48)
    var ink: [UInt32] = []
    // Squares of 2 by 2 pixels: chroma has one sample for each.
    var row: [UInt32] = []
    for y in 0..<Int(height) {
      if y & 1 == 0 {
        row = (0..<Int(width) / 2).flatMap { _ in
          let colour = 0xFF00_0000 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
          return [colour, colour]
        }
      }
      ink += row
    }
    var over = Self.noise(width, height, seed: 8)
    PictureOverlay.blend(
      ink.span, stride: Int(width), size: (Int(width), Int(height)),
      part: PixelRectangle(x: 0, y: 0, width: Int(width), height: Int(height)), at: (0, 0),
      over: &over)
    var board = I420Picture(width: width, height: height)
    var all = BlockMap(width: width, height: height)
    all.insertAll()
    ColourConverter.convert(all, of: ink.span, stride: Int(width) * 4, into: &board)
    for (one, other) in zip(Self.samples(over), Self.samples(board)) {
      #expect(abs(Int(one) - Int(other)) <= 1)
    }
  }

  @Test func `ink that is not there changes nothing, and half of it half`() {
    let ground = VP8Colour(luma: 180, blue: 60, red: 200)
    var picture = Self.plain(32, 32, ground)
    let part = PixelRectangle(x: 0, y: 0, width: 32, height: 32)
    let clear = [UInt32](repeating: 0, count: 1_024)
    PictureOverlay.blend(
      clear.span, stride: 32, size: (32, 32), part: part, at: (0, 0), over: &picture)
    #expect(Self.samples(picture) == Self.samples(Self.plain(32, 32, ground)))
    let half = [UInt32](repeating: 0x8000_0000, count: 1_024)
    PictureOverlay.blend(
      half.span, stride: 32, size: (32, 32), part: part, at: (0, 0), over: &picture)
    // Half of black (16, 128, 128).
    #expect(abs(Int(Self.luma(picture, 5, 5)) - 98) <= 1)
    picture.withPlane(.blue) { bytes, _ in #expect(abs(Int(bytes[0]) - 94) <= 1) }
    picture.withPlane(.red) { bytes, _ in #expect(abs(Int(bytes[0]) - 164) <= 1) }
  }
}
