/// What a finished recording holds.
public struct RecordingSummary: Equatable, Sendable {
  /// As the file says.
  public var duration: MediaTime
  public var frames: Int
  public var keyFrames: Int
  public var audioPackets: Int
  public var cues: Int
  public var bytes: Int64
}
