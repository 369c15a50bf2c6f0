extension BoardEditor {
  /// Takes everything off the board; false when nothing is on it.
  @discardableResult
  package func clear(at time: BoardTime) -> Bool {
    var isEmpty = true
    for number in renderer.state.items.indices where isEmpty {
      let attributes = renderer.state.attributes(of: Int32(number))
      let item = renderer.state.items[number]
      isEmpty =
        !attributes.isVisible
        || item.isStroke && attributes.hiddenPoints >= Int64(item.path.count)
    }
    guard !isEmpty else { return false }
    return grouped(at: time) { .cleared($0) } != nil
  }

  /// Changes what lies below all items.
  @discardableResult
  package func setBackground(_ background: Background, at time: BoardTime) -> Bool {
    guard background != renderer.state.background else { return false }
    return grouped(at: time) { .background($0, background) } != nil
  }

  /// Lays the ruler on the board or takes it away. Strokes that are open keep to the edge that they
  /// began on.
  ///
  /// - Parameters:
  ///   - breadth: from edge to edge, in board pixels.
  ///   - reach: how far outside an edge a stroke may begin and still follow it, in board pixels.
  package func setRuler(
    _ ruler: Ruler?, breadth: Double = RulerBand.ordinaryBreadth,
    reach: Double = RulerBand.ordinaryReach, at time: BoardTime
  ) {
    let band = ruler.map { RulerBand($0, breadth: breadth, reach: reach) }
    guard band != self.ruler else { return }
    let isMoved = ruler != self.ruler?.ruler
    if !isMoved || perform(.ruler(ruler), at: time) { self.ruler = band }
  }

  /// Places a filled shape on top of everything.
  package func place(_ outline: OutlinePlacement, at time: BoardTime) -> BoardID? {
    grouped(at: time) { .outlinePlaced($0, outline) }
  }

  /// Places a picture on top of everything. Its resource is to be added before.
  package func place(_ picture: PicturePlacement, at time: BoardTime) -> BoardID? {
    grouped(at: time) { .picturePlaced($0, picture) }
  }

  /// Adds the encoded bytes to which pictures and backgrounds refer; `provide` shows their pixels.
  @discardableResult
  package func add(_ resource: Resource, named hash: ContentHash, at time: BoardTime) -> Bool {
    perform(.resource(hash, resource), at: time)
  }

  /// Supplies the decoded pixels of a resource.
  package func provide(_ picture: Picture, for hash: ContentHash) {
    renderer.provide(picture, for: hash)
  }

  /// Shows another part of the board and tells everybody who follows.
  package func moveView(_ viewport: Viewport, at time: BoardTime) {
    if perform(.viewMoved(viewport), at: time) { renderer.show(viewport) }
  }

  /// Logs what does not draw: words, a chapter, a pointer.
  @discardableResult
  package func note(_ action: BoardAction, at time: BoardTime) -> Bool {
    switch action {
    case .pointer, .chat, .attached, .reaction, .chapter, .joined, .trackStarted, .trackStopped,
      .audioFile, .recordingStarted, .recordingPaused, .recordingResumed, .recordingStopped,
      .recordingAnnounced:
      perform(action, at: time)
    case .strokeBegan, .strokePoints, .strokeEnded, .outlinePlaced, .picturePlaced, .erased,
      .cleared, .transformed, .duplicated, .restyled, .deleted, .background, .undone, .redone,
      .resource, .viewMoved, .ruler, .left, .unknown:
      false
    }
  }
}
