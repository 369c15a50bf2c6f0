package import Strokes

/// What a recording is compared with, and how it was made from it.
package struct CheckReference {
  package var view = BoardView.recorded
  /// Session times between which was recorded.
  package var from: MediaTime?
  package var to: MediaTime?
  package var speed = 1.0
  /// Makes pixels of a resource; nil for what is no picture.
  package var decode: (Resource) -> Picture?

  package init(decode: @escaping (Resource) -> Picture? = { PictureDecoder.picture(of: $0) }) {
    self.decode = decode
  }
}
