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

  /// How an item's coverage becomes colour.
  struct Style {
    /// 0x00RRGGBB with 255 in the alpha byte.
    private let colour: UInt32
    /// 0…255, of the whole item.
    private let alpha: UInt32
    private let blend: InkTraits.Blend
    private let tone: InkTraits.Tone
    let grain: GrainSampler?
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
    /// `start`); `paper` says where the depths of the paper below it lie, if the ink shows them.
    mutating func lay(
      _ coverage: [UInt8], at tile: Int, over pixels: inout [UInt32], at start: Int,
      paper: (depths: [UInt8], start: Int)?
    ) {
      precondition(tile >= 0 && tile + 256 <= coverage.count, "no such tile")
      if grain == nil, tone == .even {
        blend(coverage, at: tile, over: &pixels, at: start)
        return
      }
      toned.removeAll(keepingCapacity: true)
      toned.append(contentsOf: coverage[tile..<tile + 256])
      if tone == .wash {
        BlockMemory.look(up: &toned, in: Wash.pigment)
      }
      if let grain, let paper { grain.apply(to: &toned, depths: paper.depths, at: paper.start) }
      blend(toned, at: 0, over: &pixels, at: start)
    }

    private func blend(
      _ cover: [UInt8], at tile: Int, over pixels: inout [UInt32], at start: Int
    ) {
      let ink = PixelQuad(SIMD4(repeating: colour))
      let opacity = UInt16(truncatingIfNeeded: alpha)
      switch blend {
      case .sourceOver:
        BlockMemory.change(&pixels, at: start, by: cover, at: tile) { below, cover in
          let alpha = PixelQuad.dividedBy255(PixelQuad.spread(cover) &* opacity)
          return ink.laid(over: PixelQuad(below), alpha: alpha).pixels
        }
      case .multiply:
        BlockMemory.change(&pixels, at: start, by: cover, at: tile) { below, cover in
          let alpha = PixelQuad.dividedBy255(PixelQuad.spread(cover) &* opacity)
          let (under, bare) = (PixelQuad(below), PixelQuad.spread(255 &- below &>> 24))
          return ink.multiplied(by: under, bare: bare).laid(over: under, alpha: alpha).pixels
        }
      }
    }
  }
}
