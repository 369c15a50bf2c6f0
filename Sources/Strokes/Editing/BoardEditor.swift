/// A person's hands on a board: strokes, erasers, ruler, selections, undo.
///
/// Every act becomes an event with an identifier of its own, is applied at once and logged as it
/// will be saved; whoever replays the log sees the same picture, bit for bit. What is rounded is
/// rounded before it is drawn. Time is an argument; one that runs backwards counts as the last.
///
/// An act that changes nothing (an empty selection, an eraser that touches nothing) makes no event.
/// Nor does one that a board cannot hold, such as a transform that is not finite.
package final class BoardEditor {
  package let renderer: BoardRenderer
  /// Whose acts the next ones are.
  package var author: AuthorID
  package private(set) var log: SessionLog
  /// Number and time of the last event.
  package private(set) var lastSequence: UInt64 = 0
  package private(set) var lastTime = BoardTime.zero
  /// The ruler that lies on the board, which new strokes follow.
  package internal(set) var ruler: RulerBand?

  var names = ItemNames()
  var history = UndoHistory()
  var captures: [StrokeCapture] = []
  var pass: EraserPass?
  /// The last act of the step that `beginGroup` began; nil inside when there is none yet.
  var group: BoardID??

  /// An empty board.
  ///
  /// - Throws: when the header is none that a session may have.
  package init(
    header: BoardHeader, width: Int32, height: Int32, viewport: Viewport, author: AuthorID,
    backdrop: Colour? = nil
  ) throws(BoardSchemaError) {
    log = try SessionLog(header)
    renderer = BoardRenderer(
      header: header, width: width, height: height, viewport: viewport, backdrop: backdrop)
    self.author = author
  }

  package var header: BoardHeader { renderer.header }
  package var canvas: Canvas { renderer.canvas }
  package var viewport: Viewport { renderer.viewport }

  /// Takes an event that was read from a file or received, and logs it as it is.
  ///
  /// - Throws: when it breaks a limit; then nothing has changed.
  package func apply(_ event: BoardEvent) throws(BoardSchemaError) {
    try log.append(event)
    lastSequence = max(lastSequence, event.sequence)
    lastTime = max(lastTime, event.time)
    names.note(event.action)
    if case .ruler(let placed) = event.action, event.author == author {
      ruler = placed.map { RulerBand($0) }
    }
    let acts = renderer.state.operations.count
    let wasLive = isLive(event.action)
    renderer.apply(event)
    follow(event, acts: acts, wasLive: wasLive)
  }

  /// Brings the picture up to date; says exactly which blocks changed.
  package func render() -> Damage { renderer.render() }

  /// Shows another part of the board. Nobody else learns of it; see `moveView`.
  package func show(_ viewport: Viewport) { renderer.show(viewport) }

  /// A place of the canvas in board pixels.
  package func boardPlace(canvasX x: Double, y: Double) -> SIMD2<Double> {
    SIMD2(x - viewport.offsetX, y - viewport.offsetY) / viewport.scale
  }
}

// MARK: Events

extension BoardEditor {
  /// Makes, logs and applies the next event of an author (of `author` if not said); false when no
  /// board can hold it.
  @discardableResult
  func perform(_ action: BoardAction, by author: AuthorID? = nil, at time: BoardTime) -> Bool {
    let now = moment(time)
    let event = BoardEvent(
      sequence: lastSequence + 1, time: now, author: author ?? self.author, action: action)
    do throws(BoardSchemaError) {
      try log.append(event)
    } catch {
      return false
    }
    lastSequence = event.sequence
    lastTime = now
    names.note(action)
    renderer.apply(event)
    return true
  }

  /// A time as an event may carry it.
  func moment(_ time: BoardTime) -> BoardTime {
    max(lastTime, BoardTime(ticks: min(time.ticks, BoardLimits.largestTime)))
  }

  /// An act under a new identifier, as a step that can be undone, or in the step of `joined`.
  func act(
    joining joined: BoardID? = nil, at time: BoardTime, _ make: (BoardID) -> BoardAction
  ) -> BoardID? {
    guard let id = newID() else { return nil }
    let acts = renderer.state.operations.count
    guard perform(make(id), at: time), renderer.state.operations.count > acts else { return nil }
    history.forgetUndone(of: author)
    history.note(id, joining: joined)
    return id
  }

  func newID() -> BoardID? { names.next(of: author, renderer.state) }

  func item(_ id: BoardID) -> Int32? { renderer.state.itemNumbers[id] }

  func isLive(_ act: BoardID) -> Bool {
    guard let number = renderer.state.operationNumbers[act] else { return false }
    return renderer.state.operations[Int(number)].isLive
  }

  private func isLive(_ action: BoardAction) -> Bool {
    switch action {
    case .undone(let id), .redone(let id): isLive(id)
    default: false
    }
  }

  /// Keeps the undo steps in line with an event from outside.
  private func follow(_ event: BoardEvent, acts: Int, wasLive: Bool) {
    if case .undone(let id) = event.action, wasLive { history.noteUndone(id, by: event.author) }
    if case .redone(let id) = event.action, !wasLive, isLive(id) { history.noteRedone(id) }
    guard renderer.state.operations.count > acts, let id = event.action.act else { return }
    history.forgetUndone(of: event.author)
    history.note(id)
  }
}
