/// Format and size of an encoded picture, read from its first bytes before anything is decoded.
package struct PictureHeader: Equatable {
  package enum Format: String {
    case png
    case jpeg
    case gif
    case webp

    package var mediaType: String { "image/\(rawValue)" }
  }

  package let format: Format
  let width: Int64
  let height: Int64

  package var pixelCount: Int64 { width * height }

  /// - Throws: `tooLarge` too, so that a size never has to be checked again.
  package init(_ bytes: [UInt8]) throws(PictureError) {
    guard !bytes.isEmpty else { throw .empty }
    let size: (width: Int64, height: Int64)?
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      format = .png
      size = Self.pngSize(bytes)
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      format = .jpeg
      size = Self.jpegSize(bytes)
    } else if bytes.starts(with: "GIF8".utf8) {
      format = .gif
      size = bytes.count < 10 ? nil : (Self.low16(bytes, 6), Self.low16(bytes, 8))
    } else if bytes.count >= 12, bytes.starts(with: "RIFF".utf8),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    {
      format = .webp
      size = Self.webpSize(bytes)
    } else {
      throw .unsupported(Self.guess(bytes))
    }
    guard let size, size.width > 0, size.height > 0 else { throw .damaged }
    (width, height) = size
    guard width <= PictureDecoder.largestSide, height <= PictureDecoder.largestSide,
      width * height <= PictureDecoder.largestPixelCount
    else { throw .tooLarge(width: width, height: height) }
  }

  /// IHDR is the first chunk (PNG, clause 11.2.2).
  private static func pngSize(_ bytes: [UInt8]) -> (Int64, Int64)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (high32(bytes, 16), high32(bytes, 20))
  }

  /// The first start-of-frame segment (ITU-T T.81, B.2.2).
  private static func jpegSize(_ bytes: [UInt8]) -> (Int64, Int64)? {
    var offset = 2
    while offset + 9 < bytes.count {
      guard bytes[offset] == 0xFF else { return nil }
      let marker = bytes[offset + 1]
      switch marker {
      case 0xFF:
        offset += 1
      case 0x01, 0xD0...0xD8:
        offset += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return (high16(bytes, offset + 7), high16(bytes, offset + 5))
      default:
        offset += 2 + Int(high16(bytes, offset + 2))
      }
    }
    return nil
  }

  /// The first chunk of RIFF (RFC 9649, section 2): lossy, lossless or extended.
  private static func webpSize(_ bytes: [UInt8]) -> (Int64, Int64)? {
    guard bytes.count >= 30 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ":
      return (low16(bytes, 26) & 0x3FFF, low16(bytes, 28) & 0x3FFF)
    case "VP8L":
      let bits = low16(bytes, 21) | low16(bytes, 23) << 16
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      let width = low16(bytes, 24) | Int64(bytes[26]) << 16
      let height = low16(bytes, 27) | Int64(bytes[29]) << 16
      return (width + 1, height + 1)
    default:
      return nil
    }
  }

  private static func guess(_ bytes: [UInt8]) -> String {
    let start = bytes.prefix(256)
    if start.starts(with: "BM".utf8) { return "a BMP" }
    if start.count > 12, start[4..<8].elementsEqual("ftyp".utf8) { return "an AVIF or HEIF" }
    let text = String(decoding: start, as: UTF8.self)
    if text.contains("<svg") || text.contains("<?xml") { return "an SVG" }
    return "of an unknown format"
  }

  private static func high16(_ bytes: [UInt8], _ offset: Int) -> Int64 {
    Int64(bytes[offset]) << 8 | Int64(bytes[offset + 1])
  }

  private static func high32(_ bytes: [UInt8], _ offset: Int) -> Int64 {
    high16(bytes, offset) << 16 | high16(bytes, offset + 2)
  }

  private static func low16(_ bytes: [UInt8], _ offset: Int) -> Int64 {
    Int64(bytes[offset]) | Int64(bytes[offset + 1]) << 8
  }
}
