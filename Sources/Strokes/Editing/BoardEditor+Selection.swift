extension BoardEditor {
  /// The items of which at least half of the ink that is shown lies inside a closed path (board
  /// pixels; where the path winds around at all is inside, whichever way and how often).
  package func lasso(_ path: [SIMD2<Double>]) -> Selection {
    guard let lasso = Lasso(path) else { return Selection() }
    return Selection(renderer.items(in: lasso).map { renderer.state.items[Int($0)].id })
  }

  /// The topmost item whose shown ink a disc of `width` board pixels around a place touches.
  package func item(at place: SIMD2<Double>, width: Double) -> BoardID? {
    guard let x = BoardUnit.quantise(place.x), let y = BoardUnit.quantise(place.y),
      let width = BoardUnit.quantiseWidth(width)
    else { return nil }
    let disc = SweptDisc(path: [SIMD2(x, y)], width: width)
    return renderer.hits(of: disc, wholeItems: true).last?.item
  }

  /// The box around the ink that is shown of a selection, in board pixels; nil when there is none.
  package func bounds(of selection: Selection) -> BoardBounds? {
    var bounds: BoardBounds?
    for id in selection.items {
      guard let number = item(id), let box = renderer.inkBounds(of: number) else { continue }
      bounds = bounds?.union(box) ?? box
    }
    return bounds
  }

  /// Shows a selection moved without moving it; nil shows it where it is. Costs no event, so a page
  /// may call it at every step of a drag and `move` once at its end.
  package func preview(_ selection: Selection, by map: AffineTransform?) {
    renderer.preview(map == nil ? [] : selection.items, by: map ?? .identity)
  }

  /// Moves, scales and turns items.
  @discardableResult
  package func move(_ selection: Selection, by map: AffineTransform, at time: BoardTime) -> Bool {
    renderer.preview([], by: .identity)
    guard map != .identity else { return false }
    return onParts(shown(selection), at: time) { .transformed($0, items: $1, map) }
  }

  /// Copies items on top of everything; returns the copies.
  package func duplicate(
    _ selection: Selection, by map: AffineTransform, at time: BoardTime
  ) -> Selection {
    var copies = Selection()
    _ = onParts(shown(selection), at: time) { id, items in
      var pairs: [Duplicate] = []
      for item in items {
        guard let copy = newID() else { continue }
        pairs.append(Duplicate(source: item, copy: copy))
        copies.items.append(copy)
      }
      return .duplicated(id, copies: pairs, map)
    }
    copies.items.removeAll { item($0) == nil }
    return copies
  }

  /// Changes colour, width or ink. A width does not bear on points that carry their own.
  @discardableResult
  package func restyle(_ selection: Selection, _ style: Restyle, at time: BoardTime) -> Bool {
    guard style != Restyle() else { return false }
    return onParts(shown(selection), at: time) { .restyled($0, items: $1, style) }
  }

  @discardableResult
  package func delete(_ selection: Selection, at time: BoardTime) -> Bool {
    onParts(shown(selection), at: time) { .deleted($0, items: $1) }
  }

  /// What is there of a selection.
  private func shown(_ selection: Selection) -> [BoardID] {
    selection.items.filter { id in
      guard let number = item(id) else { return false }
      return renderer.state.attributes(of: number).isVisible
    }
  }

  /// One act, or more where there are more items than an event may name; one step either way.
  private func onParts(
    _ items: [BoardID], at time: BoardTime, _ make: (BoardID, [BoardID]) -> BoardAction
  ) -> Bool {
    let isAlone = group == nil && items.count > BoardLimits.itemsPerEvent
    if isAlone { beginGroup() }
    defer { if isAlone { endGroup() } }
    var hasActed = false
    var start = 0
    while start < items.count {
      let end = min(start + BoardLimits.itemsPerEvent, items.count)
      let part = Array(items[start..<end])
      if grouped(at: time, { make($0, part) }) != nil { hasActed = true }
      start = end
    }
    return hasActed
  }
}
