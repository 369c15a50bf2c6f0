/// Why an encoded picture cannot be shown.
package enum PictureError: Error, Equatable {
  case empty
  /// Not one of the formats that are read; the name is what it seems to be.
  case unsupported(String)
  /// Larger than `PictureDecoder.largestPixelCount`.
  case tooLarge(width: Int64, height: Int64)
  case damaged
  /// The library refused to work: out of memory, or built without the decoder.
  case decoderFailed

  package var explanation: String {
    switch self {
    case .empty: "its image is empty"
    case .unsupported(let name): "its image is \(name), which is not read (PNG, JPEG, WebP, GIF)"
    case .tooLarge(let width, let height): "its image of \(width)×\(height) pixels is too large"
    case .damaged: "its image is damaged"
    case .decoderFailed: "its image could not be decoded here"
    }
  }
}
