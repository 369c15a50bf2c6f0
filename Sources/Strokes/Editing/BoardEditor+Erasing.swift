extension BoardEditor {
  /// What an eraser takes of the items that it touches.
  package enum Eraser: Hashable, Sendable {
    /// Whole items; of a stroke under somebody's pen, what is drawn of it so far.
    case vector
    /// What the disc sweeps, of strokes and outlines. Pictures stay.
    case bitmap
  }

  /// Puts an eraser down; one that was down is lifted.
  ///
  /// - Parameter width: its diameter in board pixels.
  package func beginErasing(_ kind: Eraser, width: Double) {
    endErasing()
    guard let width = BoardUnit.quantiseWidth(width) else { return }
    pass = EraserPass(kind: kind, width: width)
  }

  /// Moves the eraser along places in board pixels, from where it was: one event for all that the
  /// swept disc touches of what is shown, or none. Returns how many items it touched.
  @discardableResult
  package func erase(along path: [SIMD2<Double>], at time: BoardTime) -> Int {
    guard let pass else { return 0 }
    var places: [SIMD2<Int32>] = []
    if let last = pass.last { places.append(last) }
    for place in path {
      guard let x = BoardUnit.quantise(place.x), let y = BoardUnit.quantise(place.y) else {
        continue
      }
      if places.last != SIMD2(x, y) { places.append(SIMD2(x, y)) }
    }
    guard let last = places.last, places.count > 1 || pass.last == nil else { return 0 }
    self.pass?.last = last
    var touched = 0
    var start = 0
    while start < places.count {
      let end = min(start + Self.placesPerErasure, places.count)
      touched += erase(Array(places[start..<end]), pass, at: time)
      // The next part goes on where this one ends.
      start = end < places.count ? end - 1 : end
    }
    return touched
  }

  /// Lifts the eraser.
  package func endErasing() {
    pass = nil
  }

  /// Lifts an eraser that never should have been put down: what it took comes back, and nothing of
  /// the pass stays to undo.
  package func cancelErasing(at time: BoardTime) {
    guard let acts = pass?.acts else { return }
    pass = nil
    for id in acts.reversed() where isLive(id) {
      history.forget(id)
      perform(.undone(id), by: id.author, at: time)
    }
  }

  /// A longer path becomes several events.
  private static let placesPerErasure = 1_024

  private func erase(_ path: [SIMD2<Int32>], _ pass: EraserPass, at time: BoardTime) -> Int {
    let disc = SweptDisc(path: path, width: pass.width)
    let hits = renderer.hits(of: disc, wholeItems: pass.kind == .vector)
    var start = 0
    while start < hits.count {
      let end = min(start + BoardLimits.itemsPerEvent, hits.count)
      let shape: Erasure.Shape =
        pass.kind == .vector ? .vector : .bitmap(path: path, width: pass.width)
      let erasure = Erasure(shape: shape, hits: Array(hits[start..<end]))
      if let id = act(joining: self.pass?.acts.last, at: time, { .erased($0, erasure) }) {
        self.pass?.acts.append(id)
      }
      start = end
    }
    return hits.count
  }
}
