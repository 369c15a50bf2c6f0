internal import MediaCore

/// Decodes what a viewer gets until the whole board is there.
struct FirstPicture: ~Copyable {
  private(set) var isComplete = false
  private let viewer: LoadViewer
  private var decoder: VPXDecoder

  /// Of 16×16 pixels whose mean is so far off, something is missing.
  private static let tolerance = 12

  init(_ viewer: LoadViewer) throws(MediaError) {
    self.viewer = viewer
    do throws(VideoDecoderError) {
      decoder = try VPXDecoder()
    } catch {
      throw MediaError(.codecFailed, "libvpx's decoder does not start")
    }
  }

  /// Looks at what has come.
  mutating func take(_ wanted: borrowing I420Picture) throws(MediaError) {
    for frame in viewer.takeFrames() where !isComplete {
      do throws(VideoDecoderError) {
        if let shown = try decoder.decode(frame) { isComplete = Self.isEqual(shown, wanted) }
      } catch {
        throw MediaError(.codecFailed, "a viewer cannot decode what it got")
      }
    }
  }

  private static func isEqual(
    _ shown: borrowing I420Picture, _ wanted: borrowing I420Picture
  )
    -> Bool
  {
    let (width, height) = (Int(wanted.width), Int(wanted.height))
    guard Int(shown.width) == width, Int(shown.height) == height else { return false }
    return shown.withPlane(.luma) { left, leftStride in
      wanted.withPlane(.luma) { right, rightStride in
        for top in stride(from: 0, to: height - 15, by: 16) {
          for start in stride(from: 0, to: width - 15, by: 16) {
            var off = 0
            for row in top..<top + 16 {
              for column in start..<start + 16 {
                off += abs(
                  Int(left[row * leftStride + column]) - Int(right[row * rightStride + column]))
              }
            }
            if off > tolerance * 256 { return false }
          }
        }
        return true
      }
    }
  }
}
