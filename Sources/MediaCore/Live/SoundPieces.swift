/// A narration that is being played, whatever it is made of. A class: who plays it holds it for long.
package protocol SoundPieces: AnyObject {
  /// As `NarrationSource.next`.
  func next() throws(MediaError) -> PCMChunk?
}

/// Any narration as `SoundPieces`.
package final class NarrationPieces<Source: NarrationSource & ~Copyable>: SoundPieces {
  private var source: Source

  package init(_ source: consuming Source) {
    self.source = source
  }

  package func next() throws(MediaError) -> PCMChunk? { try source.next() }
}
