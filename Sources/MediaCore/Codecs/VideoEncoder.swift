package import Strokes

/// Turns one persistent picture, and what changes in it, into frames.
///
/// The contract, for conformers and for those who call them:
/// - The first frame is a key frame whether or not one is wanted. It and every later key frame read
///   the whole picture; every other frame reads only the requested blocks.
/// - Outside the requested blocks the picture that a decoder shows stays as it was, within what the
///   codec's loop filter does at block edges.
/// - A request without blocks gives a frame in which nothing changes: the heartbeat of a still board.
/// - Nil means that no frame was made (the budget did not allow one). The caller keeps the blocks
///   as damaged and asks again at a later time.
/// - Equal calls on equal pictures give equal bytes.
/// - After an error the encoder is spent.
package protocol VideoEncoder: ~Copyable {
  var capabilities: VideoEncoderCapabilities { get }
  /// Whether budgets left something over that the next frame would show, or show better, though
  /// nothing changed.
  var isBehind: Bool { get }

  /// Codes what the request names. The picture is borrowed for the call and never copied whole by
  /// the caller.
  mutating func encode(
    _ picture: borrowing I420Picture, _ request: EncodeRequest
  ) throws(VideoEncoderError) -> EncodedFrame?

  /// Frames that bring a new viewer to exactly what all others see after the last `encode`, while
  /// the others receive nothing; afterwards everybody can take the same stream. What a budget still
  /// owes the others, a new viewer sees at once. The picture is the one of the last call. The last
  /// frame may be one that is not shown. Nil where the codec cannot, or cannot now: a key frame for
  /// everybody is then the only way.
  mutating func bootstrap(
    _ picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> [EncodedFrame]?

  /// A frame that repairs `blocks` for viewers who lost frames, and changes nothing for those who did
  /// not. The blocks are the `EncodedFrame.changes` of the first lost frame and of all frames since.
  /// Nil where the codec cannot, or cannot now.
  mutating func recode(
    _ blocks: BlockMap, of picture: borrowing I420Picture, at time: MediaTime
  ) throws(VideoEncoderError) -> EncodedFrame?
}

/// What a `VideoEncoder` can do, so that its caller need not try.
package struct VideoEncoderCapabilities: Equatable, Sendable {
  /// "libvpx VP8 v1.12.0": for reports.
  package var name: String
  /// `bootstrap` works now.
  package var canBootstrap: Bool
  /// `recode` works now.
  package var canRecode: Bool
  /// Bits and time of a budget are kept to, by coding coarser or not at all.
  package var honoursBudget: Bool
  /// Hints are looked at.
  package var usesHints: Bool
  /// Passes of improvement after which a picture is as sharp as it gets.
  package var refinements: Int
}

package enum VideoEncoderError: Error, Equatable, Sendable {
  /// Not 1×1 to 16383×16383 pixels, or not the size that the encoder was made for.
  case size(width: Int32, height: Int32)
  case outOfMemory
  /// A codec library refused; what it said.
  case library(String)
}
