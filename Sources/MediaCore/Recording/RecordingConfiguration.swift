/// What a recording will hold, said before it begins.
public struct RecordingConfiguration: Sendable {
  public struct Video: Sendable {
    /// Pixels, 1 to 16 383. Odd sizes stay odd.
    public var width: Int
    public var height: Int
    /// Frames stand at whole multiples of 1 / rate; there is one only where something changed.
    public var rate = FrameRate.fps30
    public var quality = RecordingQuality.standard
    public var encoder = VideoEncoderChoice.canvas
    /// A frame at every instant, also when nothing changes, for editors that need it.
    public var isConstantRate = false

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// What makes the video.
  public enum VideoEncoderChoice: String, CaseIterable, Sendable {
    /// FaceBoard's own VP8 encoder, which costs next to nothing where nothing changes.
    case canvas
    /// libvpx, for comparison and for pictures that move as a whole.
    case libvpx
  }

  public struct Audio: Sendable {
    /// 1 or 2. What is handed over is mixed to that many.
    public var channels = 1
    /// Bits a second; 32 000 a channel when nil.
    public var bitrate: Int?
    /// ISO 639-2, "eng".
    public var language: String?

    public init(channels: Int = 1) {
      self.channels = channels
    }
  }

  /// Nil for a recording without a picture.
  public var video: Video?
  /// Nil for a recording without sound.
  public var audio: Audio?
  /// Whether text cues (chat, captions) will come.
  public var hasCues = false
  public var title: String?
  /// How long it is going to be, if that is known: the seek index then stands at the front.
  public var expectedDuration: MediaTime?

  public init(video: Video?, audio: Audio? = nil) {
    self.video = video
    self.audio = audio
  }
}
