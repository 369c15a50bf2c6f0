// The page's numbers as the board's values.

extension BoardTime {
  /// Milliseconds; what is no time counts as 0, which an editor takes for its last.
  init(page milliseconds: Double) {
    self = BoardTime(milliseconds: milliseconds) ?? .zero
  }
}

extension Background {
  /// 0xRRGGBBAA; transparent when the alpha is 0.
  init(page colour: UInt32) {
    let colour = Colour(rgba: colour)
    self = colour.alpha == 0 ? .transparent : .colour(colour)
  }
}

extension BoardEditor {
  /// A stroke that this page began.
  func own(_ stroke: UInt32) -> BoardID {
    BoardID(author: author, number: stroke)
  }
}

/// Items: author and number each.
func selection(at address: Int32, count: Int32) -> Selection {
  let values = words(at: address, count: count * 2)
  var items: [BoardID] = []
  for index in 0..<Int(count) {
    items.append(BoardID(author: AuthorID(values[index * 2]), number: values[index * 2 + 1]))
  }
  return Selection(items)
}

/// Places in pixels of the picture, x and y each, as places on the board.
func places(at address: Int32, count: Int32, _ editor: BoardEditor) -> [SIMD2<Double>] {
  let values = numbers(at: address, count: count * 2)
  var places: [SIMD2<Double>] = []
  for index in 0..<Int(count) {
    places.append(editor.boardPlace(canvasX: values[index * 2], y: values[index * 2 + 1]))
  }
  return places
}

/// Samples of a pen, six numbers each, their place in pixels of the picture.
func penSamples(at address: Int32, count: Int32, _ editor: BoardEditor) -> [PenSample] {
  let values = numbers(at: address, count: count * 6)
  var samples: [PenSample] = []
  samples.reserveCapacity(Int(count))
  for start in stride(from: 0, to: Int(count) * 6, by: 6) {
    let place = editor.boardPlace(canvasX: values[start], y: values[start + 1])
    samples.append(
      PenSample(
        x: place.x, y: place.y, milliseconds: values[start + 2], force: values[start + 3],
        azimuth: values[start + 4], altitude: values[start + 5]))
  }
  return samples
}
