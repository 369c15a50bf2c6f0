/// Which source stands where in a composite picture. A pure function of who is there, so that the
/// same room always looks the same, whatever came before.
package struct CompositePlan: Equatable, Sendable {
  package struct Tile: Equatable, Sendable {
    package var source: CompositeSource
    /// Sides and corners are even: chroma has half the resolution.
    package var frame: PixelRectangle
    /// Written into the lower left corner, or in the middle where there is no camera.
    package var name: String?
    /// Nothing to show but the name.
    package var isPlaceholder: Bool
    /// Whether the whole picture is shown, with bars beside it; else it fills the tile and is cut.
    package var isWhole: Bool
  }

  package struct Room: Equatable, Sendable {
    /// In the order in which they came.
    package var members: [CompositeMember]
    /// Those to be shown where not all are, see `SpeakerSlots`.
    package var speakers: [Int32]
    package var hasBoard: Bool
    package var hasShare: Bool

    package init(
      members: [CompositeMember], speakers: [Int32] = [], hasBoard: Bool = true,
      hasShare: Bool = false
    ) {
      self.members = members
      self.speakers = speakers
      self.hasBoard = hasBoard
      self.hasShare = hasShare
    }
  }

  package let width: Int
  package let height: Int
  /// Not overlapping; in the order of the room.
  package private(set) var tiles: [Tile] = []
  /// Whether the board's ink lies over the share's tile.
  package private(set) var hasInkOverShare = false

  /// Between tiles.
  private let gap: Int

  package init(_ layout: CompositeLayout, of room: Room, width: Int, height: Int) {
    precondition(
      width >= Self.smallestSide && height >= Self.smallestSide, "a picture with room for tiles")
    self.width = width
    self.height = height
    gap = max(width / 320, 1) * 2
    let all = PixelRectangle(x: 0, y: 0, width: width & ~1, height: height & ~1)
    // What a layout is made for may be missing for a while.
    switch layout {
    case .inkOverShare where room.hasShare:
      add(.share, all)
      hasInkOverShare = room.hasBoard
    case .board where room.hasBoard, .inkOverShare where room.hasBoard:
      add(.board, all)
    case .boardWithSpeakers where room.hasBoard || room.hasShare:
      layBoardAndSpeakers(room, all)
    case .speaker where !room.members.isEmpty:
      laySpeaker(room, all)
    default:
      layGrid(Self.everything(in: room), all)
    }
  }

  package static let smallestSide = 90
  /// In a grid; of more, those are shown who speak, and of the others those who came first.
  package static let mostMembers = 49

  /// How many speakers stand beside a board of this size.
  package static func speakersBesideBoard(width: Int, height: Int) -> Int {
    let (tile, gap) = sideTile(width: width, height: height)
    return max((height + gap) / (tile.height + gap), 1)
  }

  private static func sideTile(
    width: Int, height: Int
  ) -> (tile: (width: Int, height: Int), gap: Int) {
    let side = max(width / 5 & ~1, 2)
    return ((side, min(max(side * 9 / 16 & ~1, 2), height & ~1)), max(width / 320, 1) * 2)
  }

  private enum Content {
    case source(CompositeSource)
    case member(CompositeMember)
  }

  private static func everything(in room: Room) -> [Content] {
    var contents: [Content] = []
    if room.hasShare { contents.append(.source(.share)) }
    if room.hasBoard { contents.append(.source(.board)) }
    var left = mostMembers
    for member in room.members where room.speakers.contains(member.number) { left -= 1 }
    for member in room.members {
      if room.speakers.contains(member.number) {
        contents.append(.member(member))
      } else if left > 0 {
        left -= 1
        contents.append(.member(member))
      }
    }
    return contents
  }

  private mutating func add(_ source: CompositeSource, _ frame: PixelRectangle) {
    tiles.append(
      Tile(source: source, frame: frame, name: nil, isPlaceholder: false, isWhole: true))
  }

  private mutating func add(_ content: Content, _ frame: PixelRectangle) {
    switch content {
    case .source(let source): add(source, frame)
    case .member(let member):
      tiles.append(
        Tile(
          source: .camera(member.number), frame: frame, name: member.name,
          isPlaceholder: !member.hasCamera, isWhole: false))
    }
  }

  private mutating func layBoardAndSpeakers(_ room: Room, _ all: PixelRectangle) {
    let main: CompositeSource = room.hasShare ? .share : .board
    var shown: [CompositeMember] = []
    let most = Self.speakersBesideBoard(width: all.width, height: all.height)
    for speaker in room.speakers where shown.count < most {
      if let member = room.members.first(where: { $0.number == speaker }) { shown.append(member) }
    }
    guard !shown.isEmpty else { return add(main, all) }
    let side = Self.sideTile(width: all.width, height: all.height).tile
    var frame = all
    frame.width -= side.width + gap
    add(main, frame)
    for (index, member) in shown.enumerated() {
      add(
        .member(member),
        PixelRectangle(
          x: all.width - side.width, y: index * (side.height + gap), width: side.width,
          height: side.height))
    }
  }

  private mutating func laySpeaker(_ room: Room, _ all: PixelRectangle) {
    let first = room.speakers.first ?? room.members[0].number
    let main = room.members.first { $0.number == first } ?? room.members[0]
    var others: [Content] = []
    if room.hasShare { others.append(.source(.share)) }
    if room.hasBoard { others.append(.source(.board)) }
    for member in room.members where member.number != main.number {
      others.append(.member(member))
    }
    let strip = all.height / 5 & ~1
    guard !others.isEmpty, strip > gap else { return add(.member(main), all) }
    var frame = all
    frame.height -= strip + gap
    add(.member(main), frame)
    // As many as there is room for, in the middle.
    let width = strip * 16 / 9 & ~1
    let count = min(others.count, max((all.width + gap) / (width + gap), 1))
    let start = max((all.width - count * width - (count - 1) * gap) / 2, 0) & ~1
    for index in 0..<count {
      add(
        others[index],
        PixelRectangle(
          x: start + index * (width + gap), y: all.height - strip,
          width: min(width, all.width - start), height: strip))
    }
  }

  private mutating func layGrid(_ contents: [Content], _ all: PixelRectangle) {
    guard !contents.isEmpty else { return }
    let (columns, tile) = grid(of: contents.count, in: all)
    let rows = (contents.count + columns - 1) / columns
    let top = (all.height - rows * tile.height - (rows - 1) * gap) / 2 & ~1
    for (index, content) in contents.enumerated() {
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let count = min(columns, contents.count - row * columns)
      let start = (all.width - count * tile.width - (count - 1) * gap) / 2 & ~1
      add(
        content,
        PixelRectangle(
          x: start + column * (tile.width + gap), y: top + row * (tile.height + gap),
          width: tile.width, height: tile.height))
    }
  }

  /// The number of columns in which tiles of 16:9 are largest.
  private func grid(
    of count: Int, in all: PixelRectangle
  ) -> (columns: Int, tile: (width: Int, height: Int)) {
    var best = (columns: 1, tile: (width: 2, height: 2))
    for columns in 1...count {
      let rows = (count + columns - 1) / columns
      let widest = (all.width - (columns - 1) * gap) / columns
      let highest = (all.height - (rows - 1) * gap) / rows
      let width = min(widest, highest * 16 / 9) & ~1
      let height = min(highest, width * 9 / 16) & ~1
      if width >= 2, height >= 2, width * height > best.tile.width * best.tile.height {
        best = (columns, (width, height))
      }
    }
    return best
  }
}
