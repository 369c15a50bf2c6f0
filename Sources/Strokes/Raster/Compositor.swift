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
  fileprivate static func paint(_ below: UInt32, _ colour: UInt32, alpha: UInt32) -> UInt32 {
    let keep = 255 &- alpha
    @inline(__always)
    func channel(_ shift: UInt32) -> UInt32 {
      dividedBy255((colour >> shift & 255) &* alpha &+ (below >> shift & 255) &* keep) << shift
    }
    return channel(24) | channel(16) | channel(8) | channel(0)
  }

  /// Separable multiply (W3C Compositing, 9.1.1 and 10.2) of a straight colour.
  @inline(__always)
  fileprivate static func multiply(_ below: UInt32, _ colour: UInt32, alpha: UInt32) -> UInt32 {
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
    private let colour: UInt32
    /// 0…255, of the whole item.
    private let alpha: UInt32
    private let blend: InkTraits.Blend
    private let tone: InkTraits.Tone
    private let grain: GrainSampler?
    /// A block's coverage after tone and grain.
    private var toned: [UInt8] = []

    /// - Parameter boardStep: 1/64 board pixel per canvas pixel.
    init(ink: Ink, traits: InkTraits, onDark: Bool, boardStep: Double) {
      colour =
        0xFF00_0000 | UInt32(ink.colour.red) << 16 | UInt32(ink.colour.green) << 8
        | UInt32(ink.colour.blue)
      alpha = Compositor.dividedBy255(UInt32(ink.colour.alpha) * UInt32(traits.opacity))
      blend = onDark ? .sourceOver : traits.blend
      tone = traits.tone
      grain = traits.grain.map { GrainSampler($0, boardStep: boardStep) }
    }

    /// Lays one block of coverage (256 bytes from `tile`) over one block of pixels (256 from
    /// `start`), whose corner lies at `x`, `y` of the board (1/64 pixel).
    mutating func lay(
      _ coverage: [UInt8], at tile: Int, over pixels: inout [UInt32], at start: Int, x: Double,
      y: Double
    ) {
      precondition(tile >= 0 && tile + 256 <= coverage.count, "no such tile")
      if grain == nil, tone == .even {
        blend(coverage, at: tile, over: &pixels, at: start)
        return
      }
      toned.removeAll(keepingCapacity: true)
      toned.append(contentsOf: coverage[tile..<tile + 256])
      if tone == .wash {
        let pigment = Wash.pigment
        for index in 0..<256 { toned[index] = pigment[Int(toned[index])] }
      }
      grain?.apply(to: &toned, x: x, y: y)
      blend(toned, at: 0, over: &pixels, at: start)
    }

    private func blend(
      _ cover: [UInt8], at tile: Int, over pixels: inout [UInt32], at start: Int
    ) {
      precondition(start >= 0 && start + 256 <= pixels.count, "no such block")
      switch blend {
      case .sourceOver:
        for index in 0..<256 {
          let cover = UInt32(cover[tile &+ index])
          if cover == 0 { continue }
          pixels[start &+ index] = Compositor.paint(
            pixels[start &+ index], colour, alpha: Compositor.dividedBy255(cover &* alpha))
        }
      case .multiply:
        for index in 0..<256 {
          let cover = UInt32(cover[tile &+ index])
          if cover == 0 { continue }
          pixels[start &+ index] = Compositor.multiply(
            pixels[start &+ index], colour, alpha: Compositor.dividedBy255(cover &* alpha))
        }
      }
    }
  }
}
