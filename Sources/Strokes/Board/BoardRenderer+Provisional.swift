/// What is shown for a moment and is no part of the board: it is in no event, and no later picture
/// depends on it.
extension BoardRenderer {
  /// Draws an open stroke as if these points had come, until its next points or its end.
  package func predict(_ id: BoardID, _ points: [StrokePoint]) {
    takeChanges()
    guard let number = state.itemNumbers[id], state.items[Int(number)].isOpen else { return }
    let place = predictions.firstIndex { $0.item == number }
    if let place { predictions.remove(at: place) }
    if !points.isEmpty { predictions.append((number, points)) }
    if place != nil || !points.isEmpty, extended.last != number { extended.append(number) }
  }

  func prediction(of number: Int32) -> [StrokePoint] {
    for prediction in predictions where prediction.item == number { return prediction.points }
    return []
  }

  /// Shows these items moved by a map; no items end the preview.
  package func preview(_ items: [BoardID], by map: AffineTransform) {
    takeChanges()
    for number in previewed {
      records[Int(number)].isPreviewed = false
      noteChange(of: number)
    }
    previewed.removeAll(keepingCapacity: true)
    guard map.isUsable else { return }
    previewMap = map
    for id in items {
      guard let number = state.itemNumbers[id] else { continue }
      noteChange(of: number)
      records[Int(number)].isPreviewed = true
      previewed.append(number)
    }
  }
}
