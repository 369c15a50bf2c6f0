@testable import MediaCore

/// libvpx's decoder and FFmpeg's own, which share no code: both have to show the same.
struct TwoDecoders: ~Copyable {
  private var first: VPXDecoder
  private var second: FFmpegVideoDecoder
  /// What both show.
  private(set) var picture: I420Picture
  private var other: I420Picture

  enum Disagreement: Error {
    /// One of them shows the frame and the other does not.
    case shown
    case size
    /// Who shows `shown` instead of `expected`.
    case sample(String, I420Picture.Plane, x: Int, y: Int, shown: UInt8, expected: UInt8)
  }

  init() throws {
    let vpx = try VPXDecoder()
    let ffmpeg = try FFmpegVideoDecoder()
    first = vpx
    second = ffmpeg
    picture = I420Picture(width: 1, height: 1)
    other = I420Picture(width: 1, height: 1)
  }

  /// Decodes one frame; false when it shows nothing.
  mutating func decode(_ bytes: [UInt8]) throws -> Bool {
    let isShown = try first.decode(bytes, into: &picture)
    guard try second.decode(bytes, into: &other) == isShown else { throw Disagreement.shown }
    guard isShown else { return false }
    guard picture.width == other.width, picture.height == other.height else {
      throw Disagreement.size
    }
    for plane in I420Picture.Plane.allCases {
      try other.withPlane(plane) { samples, stride in
        try compare(plane, with: samples, origin: 0, stride: stride, who: "libvpx, not FFmpeg")
      }
    }
    return true
  }

  /// Compares one plane of what both show with samples of at least its size.
  func compare(
    _ plane: I420Picture.Plane, with samples: Span<UInt8>, origin: Int, stride: Int,
    who: String = "both"
  ) throws {
    let size = picture.size(of: plane)
    try picture.withPlane(plane) { own, ownStride in
      for y in 0..<size.height {
        let (left, right) = (y * ownStride, origin + y * stride)
        for x in 0..<size.width where own[left + x] != samples[right + x] {
          throw Disagreement.sample(
            who, plane, x: x, y: y, shown: own[left + x], expected: samples[right + x])
        }
      }
    }
  }
}
