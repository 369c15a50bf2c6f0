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

  /// 16 × 8 pixels, red on the left and blue on the right, in each format; written by FFmpeg.
  static let encoded: [(name: String, base64: String)] = [
    (
      "png",
      """
      iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAIAAAB/FOjAAAAACXBIWXMAAAABAAAAAQBPJcTWAAAAF0lEQVR4\
      nGP4x8CAFTEw/MeORjXQQgMAcPd/QdasL68AAAAASUVORK5CYII=
      """
    ),
    (
      "jpg",
      """
      /9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAgEBAQEBAUFBQUFBQYGBgYGBgYG\
      BgYGBgYHBwcICAgHBwcGBgcHCAgICAkJCQgICAgJCQoKCgwMCwsODg4RERT/xABOAAEBAAAAAAAAAAAAAAAA\
      AAAABgEBAQEBAAAAAAAAAAAAAAAAAAgHBhABAAAAAAAAAAAAAAAAAAAAABEBAAAAAAAAAAAAAAAAAAAAAP/A\
      ABEIAAgAEAMBEgACEgADEgD/2gAMAwEAAhEDEQA/AIscoN/EgKqE1j//2Q==
      """
    ),
    (
      "webp",
      """
      UklGRiYAAABXRUJQVlA4TBkAAAAvD8ABAA8Q47//8x8OxILJ/KU7U4jof+QAAA==
      """
    ),
    (
      "gif",
      """
      R0lGODlhEAAIAPcfMQAAACQAAEgAAGwAAJAAALQAANgAAPwAAAAkACQkAEgkAGwkAJAkALQkANgkAPwkAABI\
      ACRIAEhIAGxIAJBIALRIANhIAPxIAABsACRsAEhsAGxsAJBsALRsANhsAPxsAACQACSQAEiQAGyQAJCQALSQ\
      ANiQAPyQAAC0ACS0AEi0AGy0AJC0ALS0ANi0APy0AADYACTYAEjYAGzYAJDYALTYANjYAPzYAAD8ACT8AEj8\
      AGz8AJD8ALT8ANj8APz8AAAAVSQAVUgAVWwAVZAAVbQAVdgAVfwAVQAkVSQkVUgkVWwkVZAkVbQkVdgkVfwk\
      VQBIVSRIVUhIVWxIVZBIVbRIVdhIVfxIVQBsVSRsVUhsVWxsVZBsVbRsVdhsVfxsVQCQVSSQVUiQVWyQVZCQ\
      VbSQVdiQVfyQVQC0VSS0VUi0VWy0VZC0VbS0Vdi0Vfy0VQDYVSTYVUjYVWzYVZDYVbTYVdjYVfzYVQD8VST8\
      VUj8VWz8VZD8VbT8Vdj8Vfz8VQAAqiQAqkgAqmwAqpAAqrQAqtgAqvwAqgAkqiQkqkgkqmwkqpAkqrQkqtgk\
      qvwkqgBIqiRIqkhIqmxIqpBIqrRIqthIqvxIqgBsqiRsqkhsqmxsqpBsqrRsqthsqvxsqgCQqiSQqkiQqmyQ\
      qpCQqrSQqtiQqvyQqgC0qiS0qki0qmy0qpC0qrS0qti0qvy0qgDYqiTYqkjYqmzYqpDYqrTYqtjYqvzYqgD8\
      qiT8qkj8qmz8qpD8qrT8qtj8qvz8qgAA/yQA/0gA/2wA/5AA/7QA/9gA//wA/wAk/yQk/0gk/2wk/5Ak/7Qk\
      /9gk//wk/wBI/yRI/0hI/2xI/5BI/7RI/9hI//xI/wBs/yRs/0hs/2xs/5Bs/7Rs/9hs//xs/wCQ/ySQ/0iQ\
      /2yQ/5CQ/7SQ/9iQ//yQ/wC0/yS0/0i0/2y0/5C0/7S0/9i0//y0/wDY/yTY/0jY/2zY/5DY/7TY/9jY//zY\
      /wD8/yT8/0j8/2z8/5D8/7T8/9j8//z8/yH/C05FVFNDQVBFMi4wAwEAAAAh+QQEAAAfACwAAAAAEAAIAAAI\
      JQAPCBwoEJjBgwYJEkSIUOFAhgcdFoQITOIBihUlYrS4USPFgAAAOw==
      """
    ),
  ]

  static var striped: String { "data:image/png;base64," + encoded[0].base64 }

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
