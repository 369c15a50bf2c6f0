/// One thing that happened on a board.
package struct BoardEvent: Equatable, Sendable {
  /// The room's number: decides state. Rises by at least one from event to event.
  package var sequence: UInt64
  /// When it happened. Shown at the running maximum of all times so far.
  package var time: BoardTime
  package var author: AuthorID
  package var action: BoardAction

  package init(sequence: UInt64, time: BoardTime, author: AuthorID, action: BoardAction) {
    self.sequence = sequence
    self.time = time
    self.author = author
    self.action = action
  }
}

/// What happened. Acts that can be undone name their operation; `BoardID` says how.
package enum BoardAction: Equatable, Sendable {
  // Strokes. The item's identifier is also the operation's.
  case strokeBegan(BoardID, ink: Ink, channels: PointChannels, order: OrderKey?)
  case strokePoints(BoardID, [StrokePoint])
  case strokeEnded(BoardID)

  // Other items.
  case outlinePlaced(BoardID, OutlinePlacement)
  case picturePlaced(BoardID, PicturePlacement)

  // Acts on items.
  case erased(BoardID, Erasure)
  case cleared(BoardID)
  case transformed(BoardID, items: [BoardID], AffineTransform)
  case duplicated(BoardID, copies: [Duplicate], AffineTransform)
  case restyled(BoardID, items: [BoardID], Restyle)
  case deleted(BoardID, items: [BoardID])
  case background(BoardID, Background)

  // Acts on operations.
  case undone(BoardID)
  case redone(BoardID)

  // Resources: the encoded bytes that items refer to by hash, in the log before their first use.
  case resource(ContentHash, Resource)

  // What does not draw.
  case viewMoved(Viewport)
  case pointer(x: Int32, y: Int32, isVisible: Bool)
  case ruler(Ruler?)
  case chat(String)
  /// A picture or a drawing, among the resources, that belongs to the author's last chat message.
  case attached(ContentHash)
  case reaction(String)
  case chapter(String)
  case joined(name: String)
  case left
  case trackStarted(TrackStart)
  case trackStopped(track: UInt32)
  /// A sound file of the session's folder that starts at this event's time plus `offset`.
  case audioFile(path: String, offset: BoardTime)
  case recordingStarted
  case recordingPaused
  case recordingResumed
  case recordingStopped
  /// These participants have been told that a recording runs.
  case recordingAnnounced(to: [AuthorID])

  /// An event of a later version: kept as it was written, and skipped.
  case unknown(kind: String, payload: [UInt8])
}

package struct OutlinePlacement: Equatable, Sendable {
  package var outline: Outline
  package var colour: Colour
  package var transform: AffineTransform
  package var order: OrderKey?
  /// The text that the outline shows, for search and for readers that set type themselves.
  package var text: String?

  package init(
    outline: Outline, colour: Colour, transform: AffineTransform = .identity,
    order: OrderKey? = nil, text: String? = nil
  ) {
    self.outline = outline
    self.colour = colour
    self.transform = transform
    self.order = order
    self.text = text
  }
}

package struct PicturePlacement: Equatable, Sendable {
  package var hash: ContentHash
  /// Size at which the picture stands on the board before `transform`, in board pixels.
  package var width: Double
  package var height: Double
  package var transform: AffineTransform
  /// 0…255.
  package var opacity: UInt8
  package var order: OrderKey?
  package var text: String?

  package init(
    hash: ContentHash, width: Double, height: Double, transform: AffineTransform = .identity,
    opacity: UInt8 = 255, order: OrderKey? = nil, text: String? = nil
  ) {
    self.hash = hash
    self.width = width
    self.height = height
    self.transform = transform
    self.opacity = opacity
    self.order = order
    self.text = text
  }
}

/// An eraser's pass, resolved by its author: which items it hit, and how far they were drawn.
package struct Erasure: Equatable, Sendable {
  package struct Hit: Equatable, Sendable {
    package var item: BoardID
    /// Points of the item that existed; later points of an open stroke stay.
    package var pointCount: UInt32
    /// From the board to the item's own space; nil when they are the same.
    package var toItem: AffineTransform?

    package init(item: BoardID, pointCount: UInt32, toItem: AffineTransform? = nil) {
      self.item = item
      self.pointCount = pointCount
      self.toItem = toItem
    }
  }

  package enum Shape: Equatable, Sendable {
    /// Whole strokes, as far as they were drawn.
    case vector
    /// A swept disc that leaves a mask: its path in 1/64 board pixel, and its diameter.
    case bitmap(path: [SIMD2<Int32>], width: UInt16)
  }

  package var shape: Shape
  package var hits: [Hit]

  package init(shape: Shape, hits: [Hit]) {
    self.shape = shape
    self.hits = hits
  }
}

package struct Duplicate: Equatable, Sendable {
  package var source: BoardID
  package var copy: BoardID

  package init(source: BoardID, copy: BoardID) {
    self.source = source
    self.copy = copy
  }
}

/// What a restyle changes; nil leaves it.
package struct Restyle: Equatable, Sendable {
  package var colour: Colour?
  /// 1/64 board pixel.
  package var width: UInt16?
  package var kind: InkKind?

  package init(colour: Colour? = nil, width: UInt16? = nil, kind: InkKind? = nil) {
    self.colour = colour
    self.width = width
    self.kind = kind
  }
}

package struct Resource: Equatable, Sendable {
  package var mediaType: String
  package var bytes: [UInt8]

  package init(mediaType: String, bytes: [UInt8]) {
    self.mediaType = mediaType
    self.bytes = bytes
  }
}

/// A ruler on the board: a point of its middle line (1/64 board pixel) and its direction (2π/2 048).
package struct Ruler: Equatable, Sendable {
  package var x: Int32
  package var y: Int32
  package var direction: UInt16

  package init(x: Int32, y: Int32, direction: UInt16) {
    self.x = x
    self.y = y
    self.direction = direction
  }
}

package struct TrackStart: Equatable, Sendable {
  package enum Kind: UInt8, Sendable {
    case audio = 0
    case camera = 1
    case screen = 2
  }

  package var track: UInt32
  package var kind: Kind
  package var name: String

  package init(track: UInt32, kind: Kind, name: String) {
    self.track = track
    self.kind = kind
    self.name = name
  }
}
