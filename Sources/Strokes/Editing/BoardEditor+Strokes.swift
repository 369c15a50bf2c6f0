extension BoardEditor {
  /// The strokes that are being drawn, oldest first.
  package var openStrokes: [BoardID] { captures.map { $0.id } }

  /// Puts a pen down. The board has the stroke from its first point on; any number may be open.
  ///
  /// - Parameter channels: what the samples carry; time, force, azimuth and altitude are captured.
  package func beginStroke(
    ink: Ink, channels: PointChannels, at time: BoardTime
  ) -> BoardID? {
    guard let id = newID() else { return nil }
    captures.append(StrokeCapture(id: id, ink: ink, channels: channels, began: moment(time)))
    return id
  }

  /// Draws on. `predicted` is where the pen is expected next: it is shown until the stroke's next
  /// samples or its end, and is never part of the board.
  package func extend(
    _ id: BoardID, samples: [PenSample], predicted: [PenSample] = [], at time: BoardTime
  ) {
    guard let place = captures.firstIndex(where: { $0.id == id }) else { return }
    if captures[place].isOnBoard, !isOpen(id) {
      // The board closed it, as it does when its author leaves.
      captures.remove(at: place)
      return
    }
    let points = captures[place].take(samples, ruler: ruler)
    if !points.isEmpty, begin(place, at: time) {
      var start = 0
      while start < points.count {
        let end = min(start + BoardLimits.pointsPerEvent, points.count)
        perform(.strokePoints(id, Array(points[start..<end])), by: id.author, at: time)
        start = end
      }
    }
    guard captures[place].isOnBoard else { return }
    var ahead = captures[place]
    renderer.predict(id, ahead.take(predicted, ruler: ruler))
  }

  /// Lifts the pen. False when the stroke had no point and so never was.
  @discardableResult
  package func endStroke(_ id: BoardID, at time: BoardTime) -> Bool {
    guard close(id, at: time) else { return false }
    history.note(id)
    return true
  }

  /// Takes a stroke back that never should have been, as of a palm: nothing of it stays to undo.
  package func cancelStroke(_ id: BoardID, at time: BoardTime) {
    guard close(id, at: time) else { return }
    perform(.undone(id), by: id.author, at: time)
  }

  private func close(_ id: BoardID, at time: BoardTime) -> Bool {
    guard let place = captures.firstIndex(where: { $0.id == id }) else { return false }
    guard captures.remove(at: place).isOnBoard else { return false }
    if isOpen(id) { perform(.strokeEnded(id), by: id.author, at: time) }
    return true
  }

  /// Brings a stroke on the board with its first point.
  private func begin(_ place: Int, at time: BoardTime) -> Bool {
    if captures[place].isOnBoard { return true }
    let capture = captures[place]
    let id = capture.id
    let began = BoardAction.strokeBegan(
      id, ink: capture.ink, channels: capture.channels, order: nil)
    guard perform(began, by: id.author, at: time), isOpen(id) else { return false }
    history.forgetUndone(of: id.author)
    captures[place].isOnBoard = true
    return true
  }

  private func isOpen(_ id: BoardID) -> Bool {
    guard let number = item(id) else { return false }
    return renderer.state.items[Int(number)].isOpen
  }
}
