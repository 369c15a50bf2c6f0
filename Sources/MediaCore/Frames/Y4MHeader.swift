/// The first line of a YUV4MPEG2 stream (`man yuv4mpeg`): size, frame rate, and how chroma is laid out.
package struct Y4MHeader: Equatable, Sendable {
  /// Longer first lines are no headers.
  package static let longestLine = 1_024

  package let width: Int32
  package let height: Int32
  package let rate: FrameRate

  /// - Parameter line: without its line feed.
  package init(parsing line: Span<UInt8>) throws(Y4MError) {
    var words = Words(line)
    guard words.next() == "YUV4MPEG2" else { throw .notY4M }
    var (width, height): (Int32?, Int32?)
    var rate: FrameRate?
    while let word = words.next() {
      let value = word.dropFirst()
      switch word.first {
      case "W": width = Int32(value)
      case "H": height = Int32(value)
      case "F": rate = Self.rate(value)
      case "I":
        guard value == "p" || value == "?" else { throw .unsupported("interlaced frames") }
      case "C":
        guard ["420", "420jpeg", "420mpeg2", "420paldv"].contains(String(value)) else {
          throw .unsupported("chroma C\(value)")
        }
      case "X" where value == "COLORRANGE=FULL": throw .unsupported("full-range colours")
      default: break
      }
    }
    let sides = 1...I420Picture.largestSide
    guard let width, let height, sides.contains(width), sides.contains(height) else {
      throw .damaged("its size is not 1×1 to 16383×16383")
    }
    guard let rate else { throw .damaged("its frame rate is missing or not possible") }
    self.width = width
    self.height = height
    self.rate = rate
  }

  /// Whether a line (without its line feed) announces a frame.
  package static func isFrame(_ line: Span<UInt8>) -> Bool {
    var words = Words(line)
    return words.next() == "FRAME"
  }

  private static func rate(_ text: Substring) -> FrameRate? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let frames = Int64(parts[0]), let seconds = Int64(parts[1]) else {
      return nil
    }
    return FrameRate(frames: frames, seconds: seconds)
  }

  /// The words of a line between single spaces, as ASCII.
  private struct Words {
    private let words: [Substring]
    private var index = 0

    init(_ line: Span<UInt8>) {
      var text = ""
      for place in line.indices {
        let byte = line[place]
        text.unicodeScalars.append(byte < 128 ? Unicode.Scalar(byte) : "?")
      }
      words = text.split(separator: " ")
    }

    mutating func next() -> Substring? {
      guard index < words.count else { return nil }
      defer { index += 1 }
      return words[index]
    }
  }
}

package enum Y4MError: Error, Equatable, Sendable {
  /// The stream does not begin with YUV4MPEG2.
  case notY4M
  /// It is Y4M, of a kind that is not read.
  case unsupported(String)
  case damaged(String)
}

extension MediaError {
  init(_ error: Y4MError) {
    switch error {
    case .notY4M:
      self.init(.inputDamaged, "the frames are no y4m: they do not begin with YUV4MPEG2")
    case .unsupported(let what):
      self.init(
        .formatUnsupported,
        "y4m with \(what) is not read: send progressive 8-bit 4:2:0 of limited range"
          + " (FFmpeg: -pix_fmt yuv420p -color_range tv)")
    case .damaged(let what): self.init(.inputDamaged, "the y4m header is broken: \(what)")
    }
  }
}
