/// The compact form of the board's schema: what pages, snapshots and the wire carry.
///
/// A stream is the magic and then frames; a frame is its body's length as a varint, then the body.
/// The first frame's body is the header, every further one an event. Documentation/board-format.md
/// has the layout of every kind. Nothing depends on an earlier event, so any frame can be lost,
/// skipped or sent alone.
package enum BinaryCodec {
  /// The first bytes of a stream: no text begins like this.
  package static let magic: [UInt8] = [0xFB, 0x42, 0x52, 0x44]

  /// A longer frame is refused before its bytes are looked at: a resource and its wrapping.
  package static let largestFrame = BoardLimits.resourceBytes + 65_536

  /// Kinds of this prefix are numbers that a reader of the binary form did not know.
  package static let unknownKindPrefix = "binary:"

  /// The first byte of an event's body. Numbers are never given twice.
  enum Code: UInt8 {
    /// An event that only the text form has: its kind and its line.
    case foreign = 0
    case strokeBegan = 1
    case strokePoints = 2
    case strokeEnded = 3
    case outlinePlaced = 4
    case picturePlaced = 5
    case erased = 6
    case cleared = 7
    case transformed = 8
    case duplicated = 9
    case restyled = 10
    case deleted = 11
    case background = 12
    case undone = 13
    case redone = 14
    case resource = 15
    case viewMoved = 16
    case pointer = 17
    case ruler = 18
    case chat = 19
    case reaction = 20
    case chapter = 21
    case joined = 22
    case left = 23
    case trackStarted = 24
    case trackStopped = 25
    case audioFile = 26
    case recordingPaused = 27
    case recordingResumed = 28
    case attached = 29
    case recordingStarted = 30
    case recordingStopped = 31
    case recordingAnnounced = 32
  }

  /// Which optional parts a placement's body holds.
  struct Parts {
    static let transform: UInt8 = 1
    static let order: UInt8 = 2
    static let text: UInt8 = 4
    static let evenOdd: UInt8 = 8
  }
}
