internal import Strokes

/// A picture that is as hard to code as a photograph: soft shapes at all scales, edges between
/// regions of light and shade, colours that change slowly, and a sensor's noise.
struct GeneratedPhoto {
  let width: Int32
  let height: Int32
  let seed: UInt64

  var hash: ContentHash { ContentHash(words: SIMD4(seed, 0x50_48_4F_54_4F, 0, 0)) }

  var picture: Picture? {
    var pixels: [UInt32] = []
    pixels.reserveCapacity(Int(width) * Int(height))
    for y in 0..<Int(height) {
      for x in 0..<Int(width) {
        // A shore: where a broad noise crosses a level, the light changes within two pixels.
        let shape = noise(x, y, scale: 256, salt: 1) + 0.4 * noise(x, y, scale: 96, salt: 2)
        let shade = min(max((shape - 0.62) * 60, 0), 1)
        var light = 70 + 70 * shade
        var (scale, weight, salt) = (128, 36.0, UInt64(3))
        while scale >= 2 {
          light += weight * (noise(x, y, scale: scale, salt: salt) - 0.5)
          (scale, weight, salt) = (scale / 2, weight * (shade > 0.5 ? 0.66 : 0.84), salt + 1)
        }
        light += 9 * (noise(x, y, scale: 1, salt: 20) - 0.5)
        let warm = 50 * (noise(x, y, scale: 200, salt: 21) - 0.5) + 18 * shade
        let green = 36 * (noise(x, y, scale: 64, salt: 22) - 0.5)
        pixels.append(
          0xFF00_0000 | channel(light + warm) << 16 | channel(light + green) << 8
            | channel(light - warm))
      }
    }
    return Picture(width: width, height: height, pixels: pixels)
  }

  private func channel(_ value: Double) -> UInt32 { UInt32(min(max(value, 0), 255)) }

  /// 0…1: random values on a grid of `scale` pixels, with a smooth course between them.
  private func noise(_ x: Int, _ y: Int, scale: Int, salt: UInt64) -> Double {
    let (column, row) = (x / scale, y / scale)
    let (u, v) = (Double(x % scale) / Double(scale), Double(y % scale) / Double(scale))
    let (across, down) = (u * u * (3 - 2 * u), v * v * (3 - 2 * v))
    let top = value(column, row, salt) * (1 - across) + value(column + 1, row, salt) * across
    let bottom =
      value(column, row + 1, salt) * (1 - across) + value(column + 1, row + 1, salt) * across
    return top * (1 - down) + bottom * down
  }

  private func value(_ column: Int, _ row: Int, _ salt: UInt64) -> Double {
    var bits = seed &* 0x9E37_79B9_7F4A_7C15 ^ salt << 48 ^ UInt64(column) << 24 ^ UInt64(row)
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ bits >> 31) >> 11) * 0x1p-53
  }
}
