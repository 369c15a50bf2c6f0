import Strokes
import TestSupport
import Testing

@testable import Strokes

@Suite struct ModelTests {
  @Test func orderKeysLeaveRoomBetweenNeighbours() {
    var lower = OrderKey(major: 1)
    let upper = OrderKey(major: 2)
    for _ in 0..<10_000 {
      let middle = OrderKey.between(lower, upper)
      #expect(lower < middle && middle < upper)
      lower = middle
    }
    var top = upper
    for _ in 0..<30 {
      let middle = OrderKey.between(OrderKey(major: 1), top)
      #expect(OrderKey(major: 1) < middle && middle < top)
      top = middle
    }
    let full = OrderKey(major: 1, minor: 5)
    #expect(OrderKey.between(full, OrderKey(major: 1, minor: 6)) == full)
  }

  @Test func blockMapsCountVisitAndClip() {
    var map = BlockMap(width: 100, height: 40)
    #expect(map.columns == 7 && map.rows == 3 && map.isEmpty)
    map.insert(x: -50, y: -50, width: 60, height: 60)
    #expect(map.indices == [0])
    map.insert(x: 95, y: 15, width: 1_000, height: 2)
    #expect(map.indices == [0, 5, 6, 12, 13])
    map.insert(x: .max, y: 0, width: .max, height: 1)
    map.insert(x: 0, y: 0, width: 0, height: 5)
    #expect(map.count == 5)
    map.insertAll()
    #expect(map.count == 21)
    map.removeAll()
    #expect(map.isEmpty)
  }

  @Test func transformsInvertAndCombine() {
    let map = AffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: -7)
    let back = map.followed(by: map.inverse!)
    let place = back.apply(x: 11, y: 13)
    #expect(abs(place.x - 11) < 1e-9 && abs(place.y - 13) < 1e-9)
    #expect(AffineTransform(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0).inverse == nil)
  }

  @Test func fittingShowsEverythingInTheMiddle() {
    let bounds = BoardBounds(minX: -100, minY: 0, maxX: 100, maxY: 50)
    let view = Viewport(fitting: bounds, width: 400, height: 400, margin: 20)
    #expect(view.scale == 1.8)
    let corner = view.transform.apply(x: -100, y: 0)
    #expect(abs(corner.x - 20) < 1e-9)
    let dot = BoardBounds(minX: 5, minY: 5, maxX: 5, maxY: 5)
    #expect(Viewport(fitting: dot, width: 10, height: 10).scale == 1)
    #expect(Viewport(fitting: dot, width: 10, height: 10, largest: 3).scale == 3)
  }

  @Test func contentBoundsHoldEveryPixelThatIsEverDrawn() {
    for seed in 0..<UInt64(60) {
      let session = RandomSession(seed: seed)
      var content = ContentBounds()
      for event in session.events { content.include(event) }
      guard let box = content.bounds else { continue }
      var header = session.header
      header.background = .colour(.white)
      // Far more of the board than the session's canvas, at half the scale.
      let view = Viewport(scale: 0.5, offsetX: 200, offsetY: 200)
      let renderer = BoardRenderer(header: header, width: 600, height: 600, viewport: view)
      renderer.provide(session.picture, for: session.pictureHash)
      for event in session.events {
        if case .background = event.action { continue }
        renderer.apply(event)
      }
      _ = renderer.render()
      let (left, top) = (box.minX * 0.5 + 200 - 2, box.minY * 0.5 + 200 - 2)
      let (right, bottom) = (box.maxX * 0.5 + 200 + 2, box.maxY * 0.5 + 200 + 2)
      for y in 0..<600 {
        for x in 0..<600 where renderer.canvas.pixels[y * 600 + x] != 0xFFFF_FFFF {
          let inside =
            Double(x) >= left && Double(x) <= right && Double(y) >= top && Double(y) <= bottom
          guard inside else {
            Issue.record("seed \(seed): \(x), \(y) is outside \(box)")
            return
          }
        }
      }
    }
  }

  @Test func compositingIsExactAtItsEnds() {
    for value in UInt32(0)...255 {
      #expect(Compositor.dividedBy255(value * 255) == value)
      let pixel = 0xFF00_0000 | value << 16 | value << 8 | value
      #expect(Compositor.over(0xFF12_3456, pixel, opacity: 255) == pixel)
      #expect(Compositor.over(pixel, 0xFF65_4321, opacity: 0) == pixel)
    }
    #expect(
      Compositor.premultiplied(Colour(red: 255, green: 0, blue: 0, alpha: 128)) == 0x8080_0000)
  }
}
