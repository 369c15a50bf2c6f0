/// Lays coverage over pixels, one block at a time, in whole numbers.
enum Compositor {
  /// x / 255, rounded, for 0 ≤ x ≤ 65 025.
  @inline(__always)
  static func dividedBy255(_ x: UInt32) -> UInt32 {
    let rounded = x &+ 128
    return (rounded &+ (rounded >> 8)) >> 8
  }

  static func premultiplied(_ colour: Colour) -> UInt32 {
    let alpha = UInt32(colour.alpha)
    return alpha << 24 | dividedBy255(UInt32(colour.red) * alpha) << 16
      | dividedBy255(UInt32(colour.green) * alpha) << 8 | dividedBy255(UInt32(colour.blue) * alpha)
  }

  /// Source-over of one premultiplied pixel, all of whose channels are scaled by `opacity`.
  @inline(__always)
  static func over(_ below: UInt32, _ source: UInt32, opacity: UInt32) -> UInt32 {
    let keep = 255 &- dividedBy255((source >> 24) &* opacity)
    @inline(__always)
    func channel(_ shift: UInt32) -> UInt32 {
      let sum = (source >> shift & 255) &* opacity &+ (below >> shift & 255) &* keep
      let value = dividedBy255(sum)
      return (value > 255 ? 255 : value) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  /// Source-over of a straight colour whose alpha is `alpha`.
  @inline(__always)
  private static func paint(_ below: UInt32, _ colour: UInt32, alpha: UInt32) -> UInt32 {
    let keep = 255 &- alpha
    @inline(__always)
    func channel(_ shift: UInt32) -> UInt32 {
      dividedBy255((colour >> shift & 255) &* alpha &+ (below >> shift & 255) &* keep) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  /// Separable multiply (W3C Compositing, 9.1.1 and 10.2) of a straight colour.
  @inline(__always)
  private static func multiply(_ below: UInt32, _ colour: UInt32, alpha: UInt32) -> UInt32 {
    let keep = 255 &- alpha
    let belowAlpha = below >> 24
    @inline(__always)
    func channel(_ shift: UInt32) -> UInt32 {
      let (source, old) = (colour >> shift & 255, below >> shift & 255)
      let mixed = dividedBy255(source &* (255 &- belowAlpha) &+ source &* old)
      return dividedBy255(old &* keep &+ mixed &* alpha) << shift
    }
    let newAlpha = dividedBy255(255 &* alpha &+ belowAlpha &* keep)
    return newAlpha << 24 | channel(16) | channel(8) | channel(0)
  }

  /// How an item's coverage becomes colour.
  struct Style {
    /// 0x00RRGGBB with 255 in the alpha byte.
    var colour: UInt32
    /// 0…255, of the whole item.
    var alpha: UInt32
    var blend: InkTraits.Blend
    var grain: Grain?

    init(ink: Ink, traits: InkTraits, onDark: Bool) {
      colour =
        0xFF00_0000 | UInt32(ink.colour.red) << 16 | UInt32(ink.colour.green) << 8
        | UInt32(ink.colour.blue)
      alpha = Compositor.dividedBy255(UInt32(ink.colour.alpha) * UInt32(traits.opacity))
      blend = onDark ? .sourceOver : traits.blend
      grain = traits.grain
    }
  }

  /// Where the pixels of a block lie on the board, for grain: 1/64 board pixel.
  struct BoardPlace {
    var x: Double
    var y: Double
    /// Steps of 1/64 board pixel per canvas pixel.
    var step: Double
  }

  /// Lays one block of coverage (256 bytes) over one block of pixels (256 from `start`).
  static func lay(
    _ coverage: [UInt8], at tile: Int, over pixels: inout [UInt32], at start: Int, _ style: Style,
    place: BoardPlace
  ) {
    precondition(tile >= 0 && tile + 256 <= coverage.count, "no such tile")
    precondition(start >= 0 && start + 256 <= pixels.count, "no such block")
    for index in 0..<256 {
      var cover = UInt32(coverage[tile &+ index])
      if cover == 0 { continue }
      if let grain = style.grain {
        let x = place.x + (Double(index & 15) + 0.5) * place.step
        let y = place.y + (Double(index >> 4) + 0.5) * place.step
        cover = dividedBy255(
          cover &* grain.share(x: wrapped(x), y: wrapped(y)))
      }
      let alpha = dividedBy255(cover &* style.alpha)
      let below = pixels[start &+ index]
      switch style.blend {
      case .sourceOver: pixels[start &+ index] = paint(below, style.colour, alpha: alpha)
      case .multiply: pixels[start &+ index] = multiply(below, style.colour, alpha: alpha)
      }
    }
  }

  /// A board coordinate for grain. Far outside the board the pattern repeats.
  private static func wrapped(_ value: Double) -> Int32 {
    let floor = value.rounded(.down)
    guard floor.magnitude < 9e15 else { return 0 }
    return Int32(truncatingIfNeeded: Int64(floor))
  }
}
