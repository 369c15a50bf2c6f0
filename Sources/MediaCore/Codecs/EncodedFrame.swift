package import Strokes

/// One frame as a codec's decoder takes it: what a container or a packetizer carries.
package struct EncodedFrame: Equatable, Sendable {
  package var bytes: [UInt8]
  package var time: MediaTime
  /// Decodable on its own.
  package var isKeyFrame: Bool
  /// False for a frame that only fills a reference buffer (RFC 6386, 9.1, show_frame).
  package var isShown: Bool
  /// Blocks in which a viewer who lost this frame may differ from the others: what `recode` has to
  /// mend. Nil where nothing mends but a key frame.
  package var changes: BlockMap?

  package init(bytes: [UInt8], time: MediaTime, isKeyFrame: Bool, isShown: Bool = true) {
    self.bytes = bytes
    self.time = time
    self.isKeyFrame = isKeyFrame
    self.isShown = isShown
  }
}
