/// What the frames of a pipe, a film or a screen are like.
package struct FrameShape: Equatable, Sendable {
  package enum Pixels: Sendable {
    /// B, G, R, A, four bytes a pixel, rows without padding; alpha is ignored.
    case bgra
    /// Planes Y, U, V of limited-range BT.601 without padding, chroma of odd sizes rounded up.
    case i420
  }

  /// In pixels.
  package var width: Int32
  package var height: Int32
  package var pixels: Pixels
  /// As often as a frame may come.
  package var rate: FrameRate

  package init(width: Int32, height: Int32, pixels: Pixels, rate: FrameRate) {
    self.width = width
    self.height = height
    self.pixels = pixels
    self.rate = rate
  }

  /// Bytes of a frame.
  package var frameSize: Int {
    switch pixels {
    case .bgra: Int(width) * Int(height) * 4
    case .i420: I420Picture.packedSize(width: width, height: height)
    }
  }
}

/// What a maker of frames answers.
package enum MadeFrame: Equatable, Sendable {
  /// One to be shown at a time from the beginning, or as soon as it is there.
  case frame(at: MediaTime?)
  /// There are no more. What was made is over at a time, or when the last frame is.
  case end(at: MediaTime?)
  /// There are no more, and the last one stays for ever.
  case still
  /// Nothing new: it is asked again.
  case nothing
}

/// Makes whole frames, one after the other, and takes its time: it reads a pipe or a screen, or decodes.
package protocol FrameMaker: ~Copyable {
  var shape: FrameShape { get }

  /// Overwrites `bytes`, of whatever size they are, with the next frame. After the end it is not called.
  mutating func next(into bytes: inout [UInt8]) throws(MediaError) -> MadeFrame

  /// What a person should be told since the last call, a line each.
  mutating func takeNotes() -> [String]
}

extension FrameMaker where Self: ~Copyable {
  package mutating func takeNotes() -> [String] { [] }
}

/// Frames that a `FrameMaker` has made and nobody has taken. It is asked and never waited for.
package protocol FrameFeed: AnyObject {
  var shape: FrameShape { get }

  /// The next one; nil when none is there now.
  func take() throws(MediaError) -> FedFrame?

  /// What it calls, on any thread, when a frame is there.
  func callOnNews(_ call: @escaping @Sendable () -> Void)

  /// The bytes of a frame are not needed any more, and can be those of another.
  func giveBack(_ bytes: [UInt8])
}

/// A frame, or the end, with the bytes and with what a person should be told.
package struct FedFrame: Sendable {
  package var made: MadeFrame
  package var bytes: [UInt8]
  package var notes: [String]

  package init(_ made: MadeFrame, bytes: [UInt8] = [], notes: [String] = []) {
    self.made = made
    self.bytes = bytes
    self.notes = notes
  }
}
