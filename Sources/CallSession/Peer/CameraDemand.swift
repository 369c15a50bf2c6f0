import MediaCore

/// What one's own camera is to send: at which rate, and whether the next picture has to stand by itself.
struct CameraDemand: Sendable {
  var wantsKeyFrame = true
  /// What the slowest who watch receive of it, bits a second.
  var limit = Int64.max
  private var shares = CameraShares()

  /// In which a rate is told to the encoder.
  static let step: Int64 = 10_000

  /// How the next picture is to be coded; nil when there is no room for it.
  ///
  /// - Parameters:
  ///   - available: what the way has for the camera, bits a second.
  ///   - isOpen: whether what is coded now would leave soon.
  mutating func next(
    of available: Int64, _ bitrates: ClosedRange<Int64>, isOpen: Bool, at now: MediaTime
  ) -> CallClient.CameraRequest? {
    let least = bitrates.lowerBound
    let most = max(min(bitrates.upperBound, limit), least)
    let bitrate = shares.update(
      available: available, wanted: 1, bitrates: least...most, at: now)
    guard shares.count == 1, isOpen else { return nil }
    defer { wantsKeyFrame = false }
    return CallClient.CameraRequest(
      bitrate: max(bitrate / Self.step * Self.step, least), wantsKeyFrame: wantsKeyFrame)
  }
}
