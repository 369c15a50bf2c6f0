package import Strokes

/// The picture of a recorded call: the board, and beside it those who speak or spoke last. While somebody
/// shares a screen it is that, and the board's ink over it.
///
/// It follows the room from its beginning, whether or not it is recorded. Nothing is drawn until it is
/// asked for, and then what changed. A class: it holds decoders.
package final class MixPicture {
  private let header: BoardHeader
  private let width: Int32
  private let height: Int32
  private var compositor: VideoCompositor
  private let renderer: BoardRenderer
  private var board: I420Picture
  private var view: Viewport?
  /// Whose moves of the view are followed: who moved it first.
  private var leader: AuthorID?
  private var members: [CompositeMember] = []
  private var slots: SpeakerSlots
  private var cameras: [(owner: Int32, picture: CameraPicture, isStale: Bool)] = []
  /// What somebody shares, and all that it may have to be drawn with.
  private var share: SharedScreen?
  private var log: [BoardEvent] = []
  private var isBoardStale = true
  private var isPlanStale = true

  /// - Parameters: pixels, even, 90 at least.
  package init(header: BoardHeader, width: Int32, height: Int32) {
    self.header = header
    self.width = width
    self.height = height
    compositor = VideoCompositor(width: width, height: height)
    board = I420Picture(width: width, height: height)
    slots = SpeakerSlots(
      most: CompositePlan.speakersBesideBoard(width: Int(width), height: Int(height)))
    renderer = BoardRenderer(
      header: header, width: width, height: height,
      viewport: BoardView.recorded.start(
        header: header, bounds: nil, width: width, height: height), backdrop: .white)
  }

  /// Whether it would look different if it were drawn now.
  var isStale: Bool {
    if isPlanStale { return true }
    if let share, share.isShown { return share.isStale }
    if isBoardStale { return true }
    for camera in cameras where camera.isStale { return true }
    return false
  }

  /// Takes an event of the session log: what is drawn, who comes and goes.
  package func apply(_ event: BoardEvent) {
    log.append(event)
    renderer.apply(event)
    share?.apply(event)
    isBoardStale = true
    switch event.action {
    case .resource(let hash, let resource):
      if let picture = PictureDecoder.picture(of: resource) {
        renderer.provide(picture, for: hash)
      }
    case .viewMoved(let viewport):
      leader = leader ?? event.author
      if leader == event.author { view = viewport }
    case .joined(let name): join(Int32(truncatingIfNeeded: event.author.rawValue), name)
    case .left: leave(Int32(truncatingIfNeeded: event.author.rawValue))
    default: break
    }
  }

  package func speak(_ participant: UInt32) {
    let before = slots.participants
    slots.speak(Int32(truncatingIfNeeded: participant))
    isPlanStale = isPlanStale || slots.participants != before
  }

  /// A camera is not to be shown until its next frame.
  package func muteCamera(of participant: UInt32) {
    setHasCamera(false, Int32(truncatingIfNeeded: participant))
  }

  /// What a camera sends next has nothing to do with what it sent before.
  package func removeCamera(of participant: UInt32) {
    muteCamera(of: participant)
    cameras.removeAll { $0.owner == Int32(truncatingIfNeeded: participant) }
  }

  /// Takes a frame of a camera that is on.
  package func take(_ frame: [UInt8], of participant: UInt32) throws(MediaError) {
    let owner = Int32(truncatingIfNeeded: participant)
    if !cameras.contains(where: { $0.owner == owner }) {
      cameras.append((owner, try CameraPicture(), false))
    }
    for index in cameras.indices where cameras[index].owner == owner {
      guard cameras[index].picture.take(frame) else { continue }
      cameras[index].isStale = true
      setHasCamera(true, owner)
    }
  }

  /// Takes a frame of a screen that is shared. Of several, the first is shown.
  package func takeShare(_ frame: [UInt8], of participant: UInt32) throws(MediaError) {
    let owner = Int32(truncatingIfNeeded: participant)
    if share == nil {
      share = try SharedScreen(of: owner, header: header, width: width, height: height, log: log)
    }
    guard let share, share.owner == owner else { return }
    let wasShown = share.isShown
    share.take(frame)
    if share.isShown != wasShown { isPlanStale = true }
  }

  /// Their screen is shared no more, or hidden.
  package func removeShare(of participant: UInt32) {
    guard share?.owner == Int32(truncatingIfNeeded: participant) else { return }
    share = nil
    isPlanStale = true
  }

  private func join(_ number: Int32, _ name: String) {
    members.removeAll { $0.number == number }
    let hasCamera = cameras.contains { $0.owner == number && $0.picture.isShown }
    members.append(CompositeMember(number: number, name: name, hasCamera: hasCamera))
    slots.join(number)
    isPlanStale = true
  }

  private func leave(_ number: Int32) {
    members.removeAll { $0.number == number }
    cameras.removeAll { $0.owner == number }
    slots.leave(number)
    // Somebody else may have their place.
    for member in members { slots.join(member.number) }
    isPlanStale = true
  }

  private func setHasCamera(_ hasCamera: Bool, _ owner: Int32) {
    for index in members.indices
    where members[index].number == owner && members[index].hasCamera != hasCamera {
      members[index].hasCamera = hasCamera
      isPlanStale = true
    }
  }
}

extension MixPicture {
  /// Draws what changed.
  ///
  /// - Returns: the blocks that differ.
  func draw() throws(MediaError) -> BlockMap {
    var changed = BlockMap(width: width, height: height)
    if isPlanStale { changed.formUnion(try lay()) }
    if let share, share.isShown {
      if share.isStale { changed.formUnion(share.draw(view, into: &compositor)) }
      return changed
    }
    if isBoardStale { changed.formUnion(drawBoard()) }
    for index in cameras.indices where cameras[index].isStale {
      cameras[index].isStale = false
      let source = CompositeSource.camera(cameras[index].owner)
      changed.formUnion(compositor.draw(source, cameras[index].picture.picture))
    }
    return changed
  }

  /// Hands the picture to an encoder.
  func withPicture(_ body: (borrowing I420Picture) -> Void) { body(compositor.picture) }

  private func lay() throws(MediaError) -> BlockMap {
    isPlanStale = false
    let isShared = share?.isShown ?? false
    let room = CompositePlan.Room(
      members: members, speakers: slots.participants, hasShare: isShared)
    let plan = CompositePlan(
      isShared ? .inkOverShare : .boardWithSpeakers, of: room, width: Int(width),
      height: Int(height))
    let changed = try compositor.lay(plan)
    guard !changed.isEmpty else { return changed }
    isBoardStale = true
    share?.invalidate()
    for tile in plan.tiles where tile.source == .board {
      let size = (width: Int32(tile.frame.width), height: Int32(tile.frame.height))
      renderer.resize(width: size.width, height: size.height)
      if board.width != size.width || board.height != size.height {
        board = I420Picture(width: size.width, height: size.height)
        renderer.show(
          BoardView.recorded.start(
            header: header, bounds: nil, width: size.width, height: size.height))
      }
    }
    for index in cameras.indices {
      let owner = cameras[index].owner
      cameras[index].isStale = members.contains { $0.number == owner && $0.hasCamera }
    }
    return changed
  }

  private func drawBoard() -> BlockMap {
    isBoardStale = false
    if let view,
      let shown = BoardView.followed(
        view, header: header, width: board.width, height: board.height)
    {
      renderer.show(shown)
    }
    let isPlaced = !compositor.waiting.contains(.board)
    let damage = renderer.render().blocks
    let pixels = renderer.canvas.pixels
    ColourConverter.convert(
      damage, of: pixels.span, stride: Int(board.width) * 4, into: &board)
    return compositor.draw(.board, board, damage: isPlaced ? damage : nil)
  }
}
