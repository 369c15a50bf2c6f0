package import MediaCore
package import Strokes

/// Work of a `BoardWorker`, which takes longer than a packet may wait. To be done one after the other, in the
/// order in which a `CallRoom` gave them out. Times are session time.
package enum BoardJob: Equatable, Sendable {
  /// Events of the session log.
  case draw([BoardEvent], at: MediaTime)
  /// What has changed, for everybody.
  case frame(at: MediaTime)
  /// The whole picture, for somebody who has nothing.
  case bootstrap(leg: Int, at: MediaTime)
  /// Blocks as they are, for somebody who lost frames or was left out.
  case recode(BlockMap, leg: Int, at: MediaTime)
  /// The whole picture for everybody, where the encoder has no other way.
  case keyFrame(at: MediaTime)
}

/// What came of a `BoardJob`.
package struct BoardJobResult: Sendable {
  /// For one leg alone.
  package struct Answer: Sendable {
    package var leg: Int
    /// Nil when only a key frame for everybody helps.
    package var frames: [EncodedFrame]?
    /// That they bring up to date.
    package var blocks: BlockMap
  }

  package enum Kind: Sendable {
    case draw
    case frame
    case keyFrame
    case answer
  }

  package let kind: Kind
  /// For everybody, in order, each with the blocks that it changed. They come before the answer.
  package var frames: [EncodedFrame] = []
  package var answer: Answer?
  /// When there is something to be shown that no frame has shown yet; zero is now, nil never.
  package var due: MediaTime?
  /// The board has no picture any more.
  package var failure: MediaError?

  package init(_ job: BoardJob) {
    kind =
      switch job {
      case .draw: .draw
      case .frame: .frame
      case .keyFrame: .keyFrame
      case .bootstrap, .recode: .answer
      }
  }
}
