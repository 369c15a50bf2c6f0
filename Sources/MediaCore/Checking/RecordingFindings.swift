/// What a check found: everything that `recorder check` prints. Times are file times; nil means
/// that it is not known.
package struct RecordingFindings: Sendable {
  package struct Span: Equatable, Sendable {
    package var start: MediaTime
    package var end: MediaTime

    init(_ span: InkTiming.Span) {
      (start, end) = (span.start, span.end)
    }

    init(milliseconds: Range<Int>) {
      start = MediaTime(milliseconds: Int64(milliseconds.lowerBound))
      end = MediaTime(milliseconds: Int64(milliseconds.upperBound))
    }
  }

  package struct Picture: Sendable {
    package var codec: String
    package var width: Int32
    package var height: Int32
    package var frames: Int
    package var keyFrames: Int
    package var decoded: Int
    package var errors: Int
    package var largestGap: Span
    /// The longest time in which nothing changed.
    package var stillest: Span
    package var blackSpans: [Span]
    /// H.273 numbers; nil for what the file does not say.
    package var matrix: Int64?
    package var range: Int64?
    package var primaries: Int64?
  }

  package struct Sound: Sendable {
    package var codec: String
    package var channels: Int32
    package var packets: Int
    /// Packets that cannot be decoded.
    package var errors: Int
    /// What decoding gives.
    package var decoded: MediaTime?
    package var silentSpans: [Span]
  }

  /// Against the board.
  package struct Likeness: Sendable {
    package var samples: Int
    /// dB of luma; nil when equal.
    package var psnr: Double?
    package var inkedPSNR: Double?
    package var ssim: Double
    package var inkedSSIM: Double
    /// The last frame.
    package var lastInkedPSNR: Double?
    package var lastInkedSSIM: Double
    /// Strokes, texts, pictures and changes that could be judged.
    package var actsJudged: Int
    package var actsMissing: Int
    package var frozenSpans: [Span]
  }

  package struct Offsets: Sendable {
    /// Milliseconds from an event to the first frame that shows it, the median.
    package var ink: Double?
    package var inkMeasured = 0
    /// Milliseconds by which the sound is late against its source, the median, then by thirds.
    package var sound: Double?
    package var soundStart: Double?
    package var soundMiddle: Double?
    package var soundEnd: Double?
    package var soundWindows = 0
    /// Sound minus picture: positive when the sound is late. Nil when unknown.
    package var soundToPicture: Double?
    /// Why an offset is unknown.
    package var soundUnknown: String?
    package var inkUnknown: String?
  }

  package var bytes: Int64 = 0
  package var title: String?
  package var duration: MediaTime?
  package var contentEnd = MediaTime.zero
  package var clusters = 0
  package var cues = 0
  package var chapters = 0
  package var texts = 0
  package var picture: Picture?
  package var sound: Sound?
  package var likeness: Likeness?
  package var offsets = Offsets()
  /// Length of the session in file time; nil without one.
  package var session: MediaTime?
  package var faults: [RecordingFault] = []
}
