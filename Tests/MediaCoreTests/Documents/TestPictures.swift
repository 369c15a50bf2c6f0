import Strokes

@testable import MediaCore

/// Small pictures made by hand or by FFmpeg, as text.
enum TestPictures {
  /// 2 × 1 pixels: red, and blue at half alpha.
  static let png: [UInt8] = {
    guard let picture = Picture(width: 2, height: 1, pixels: [0xFFFF_0000, 0x8000_0080]),
      let bytes = try? PNGEncoder.encode(picture)
    else { return [] }
    return bytes
  }()

  static var dataURL: String { "data:image/png;base64," + base64(png) }

  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    var index = 0
    while index < bytes.count {
      var bits = 0
      for part in 0..<3 {
        bits = bits << 8 | (index + part < bytes.count ? Int(bytes[index + part]) : 0)
      }
      for part in 0..<4 {
        let isPadding = index + part > bytes.count
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * part) & 63])
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
