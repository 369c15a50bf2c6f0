/// How good the picture of a recording is, and so how large the file.
public enum RecordingQuality: Equatable, Sendable {
  /// A constant quantiser, 0 (best, largest) to 63. 10 shows handwriting at about 48 dB; libvpx shows
  /// it at about 44 dB while it moves, and improves it to 48 once it stands still.
  case quantiser(Int)
  /// So many bits a second on average; the quantiser follows.
  case bitrate(Int)

  public static let standard = RecordingQuality.quantiser(10)
}

extension VPXSettings {
  init(_ quality: RecordingQuality) {
    switch quality {
    case .quantiser(let value): self.init(rate: .quantiser(min(max(value, 0), 63)))
    case .bitrate(let bits): self.init(rate: .bitrate(bits))
    }
  }
}
