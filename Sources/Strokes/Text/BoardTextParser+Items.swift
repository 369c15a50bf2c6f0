extension BoardTextParser {
  mutating func authors(_ line: BoardLine) throws(BoardTextError) -> [AuthorID] {
    try line.integers(
      .to, atMost: BoardLimits.itemsPerEvent, else: .tooManyItems, into: &numbers)
    var authors: [AuthorID] = []
    authors.reserveCapacity(numbers.count)
    for number in numbers {
      guard let author = UInt32(exactly: number) else { throw .outOfRange(.to) }
      authors.append(AuthorID(author))
    }
    return authors
  }

  mutating func strokeBegan(_ line: BoardLine, _ id: BoardID) throws(BoardTextError) -> BoardAction
  {
    let ink = Ink(
      kind: try line.inkKind(), colour: try line.colour(.colour), width: try line.integer(.w))
    let mask = try line.channels() ?? []
    let order = try line.order()
    // A file that never ends its strokes must not fill the memory.
    if channels.count < Self.mostOpenStrokes || channels[id] != nil { channels[id] = mask }
    return .strokeBegan(id, ink: ink, channels: mask, order: order)
  }

  /// Whole points from differences; the first of a line is written against a neutral point.
  mutating func points(_ line: BoardLine, _ id: BoardID) throws(BoardTextError) -> [StrokePoint] {
    guard let mask = try line.channels() ?? channels[id] else { throw .unknownStroke }
    let width = 2 + mask.rawValue.nonzeroBitCount
    try line.integers(
      .d, atMost: BoardLimits.pointsPerEvent * width, else: .tooManyPoints, into: &numbers)
    guard numbers.count % width == 0 else { throw .countOfNumbers }
    var points: [StrokePoint] = []
    points.reserveCapacity(numbers.count / width)
    var point = StrokePoint(x: 0, y: 0)
    var index = 0
    while index < numbers.count {
      point.x = try next(after: point.x, &index)
      point.y = try next(after: point.y, &index)
      if mask.contains(.time) { point.timeOffset = try next(after: point.timeOffset, &index) }
      if mask.contains(.force) { point.force = try next(after: point.force, &index) }
      if mask.contains(.azimuth) { point.azimuth = try next(after: point.azimuth, &index) }
      if mask.contains(.altitude) { point.altitude = try next(after: point.altitude, &index) }
      if mask.contains(.width) { point.width = try next(after: point.width, &index) }
      if mask.contains(.aspect) { point.aspect = try next(after: point.aspect, &index) }
      if mask.contains(.opacity) { point.opacity = try next(after: point.opacity, &index) }
      points.append(point)
    }
    return points
  }

  /// The value that stands the difference at `index` away from `last`.
  @inline(__always)
  private func next<Number: FixedWidthInteger>(
    after last: Number, _ index: inout Int
  ) throws(BoardTextError) -> Number {
    guard let value = Number(exactly: Int64(last) &+ numbers[index]) else { throw .outOfRange(.d) }
    index += 1
    return value
  }

  mutating func outline(_ line: BoardLine) throws(BoardTextError) -> OutlinePlacement {
    let limit = BoardLimits.segmentsPerOutline
    // A cubic takes seven numbers.
    try line.integers(.path, atMost: limit * 7, else: .tooManySegments, into: &numbers)
    var outline = Outline(segments: try segments())
    if line.start(.rule) != nil, try line.choice(.rule, of: Self.ruleNames) == 1 {
      outline.fillRule = .evenOdd
    }
    return OutlinePlacement(
      outline: outline, colour: try line.colour(.colour), transform: try line.transform(),
      order: try line.order(), text: try line.optionalString(.text, limit: BoardLimits.textBytes))
  }

  /// Segments from their numbers; every place is written against the one before.
  private func segments() throws(BoardTextError) -> [Outline.Segment] {
    var segments: [Outline.Segment] = []
    var index = 0
    var last = SIMD2<Int32>.zero
    while index < numbers.count {
      let code = numbers[index]
      index += 1
      switch code {
      case 0:
        try place(&index, &last)
        segments.append(.move(x: last.x, y: last.y))
      case 1:
        try place(&index, &last)
        segments.append(.line(x: last.x, y: last.y))
      case 2:
        try place(&index, &last)
        let control = last
        try place(&index, &last)
        segments.append(
          .quadratic(controlX: control.x, controlY: control.y, x: last.x, y: last.y))
      case 3:
        try place(&index, &last)
        let first = last
        try place(&index, &last)
        let second = last
        try place(&index, &last)
        segments.append(
          .cubic(
            control1X: first.x, control1Y: first.y, control2X: second.x, control2Y: second.y,
            x: last.x, y: last.y))
      case 4:
        segments.append(.close)
      default:
        throw .unexpected(.path)
      }
    }
    return segments
  }

  private func place(
    _ index: inout Int, _ last: inout SIMD2<Int32>
  ) throws(BoardTextError) {
    guard index + 2 <= numbers.count else { throw .unexpected(.path) }
    guard let x = Int32(exactly: Int64(last.x) &+ numbers[index]),
      let y = Int32(exactly: Int64(last.y) &+ numbers[index + 1])
    else { throw .outOfRange(.path) }
    last = SIMD2(x, y)
    index += 2
  }

  func picture(_ line: BoardLine) throws(BoardTextError) -> PicturePlacement {
    var position = try line.requiredStart(.size)
    let size = try line.doubles(&position, .size, count: 2)
    return PicturePlacement(
      hash: try line.hash(.h), width: size[0], height: size[1], transform: try line.transform(),
      opacity: try line.optionalInteger(.alpha) ?? 255, order: try line.order(),
      text: try line.optionalString(.text, limit: BoardLimits.textBytes))
  }

  mutating func erasure(
    _ line: BoardLine, _ author: AuthorID
  ) throws(BoardTextError) -> Erasure {
    let hits = try line.hits(of: author)
    guard line.start(.d) != nil else { return Erasure(shape: .vector, hits: hits) }
    let width: UInt16 = try line.integer(.w)
    try line.integers(
      .d, atMost: BoardLimits.pointsPerEvent * 2, else: .tooManyPoints, into: &numbers)
    guard numbers.count % 2 == 0 else { throw .countOfNumbers }
    var path: [SIMD2<Int32>] = []
    path.reserveCapacity(numbers.count / 2)
    var place = SIMD2<Int32>.zero
    var index = 0
    while index < numbers.count {
      place.x = try next(after: place.x, &index)
      place.y = try next(after: place.y, &index)
      path.append(place)
    }
    return Erasure(shape: .bitmap(path: path, width: width), hits: hits)
  }
}
