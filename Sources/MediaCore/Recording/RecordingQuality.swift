/// How good the picture of a recording is, and so how large the file.
public enum RecordingQuality: Equatable, Sendable {
  /// A constant quantiser, 0 (best, largest) to 63. 10 shows handwriting at about 48 dB; libvpx shows
  /// it at about 44 dB while it moves, and improves it to 48 once it stands still.
  case quantiser(Int)
  /// At most so many bits a second on average. What is too much for that is shown coarsely at first,
  /// or in fewer frames, and as well as by the standard quantiser once there is room.
  case bitrate(Int)

  public static let standard = RecordingQuality.quantiser(standardQuantiser)
  static let standardQuantiser = 10
}

extension VPXSettings {
  init(_ quality: RecordingQuality) {
    switch quality {
    case .quantiser(let value): self.init(rate: .quantiser(min(max(value, 0), 63)))
    case .bitrate(let bits): self.init(rate: .bitrate(bits))
    }
  }
}
