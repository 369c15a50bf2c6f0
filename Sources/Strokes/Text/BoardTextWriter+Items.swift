extension BoardTextWriter {
  mutating func strokeBegan(_ id: BoardID, _ ink: Ink, _ mask: PointChannels, _ order: OrderKey?) {
    // Beyond what a reader remembers, points declare their channels themselves.
    if channels.count < BoardTextParser.mostOpenStrokes || channels[id] != nil {
      channels[id] = mask
    }
    key(.ink)
    string(BoardTextParser.inkNames[Int(ink.kind.rawValue)])
    key(.colour)
    colour(ink.colour)
    key(.w)
    integer(Int64(ink.width))
    key(.m)
    integer(Int64(mask.rawValue))
    self.order(order)
  }

  /// Differences from point to point; channels of their own when the stroke declared too few.
  mutating func points(_ points: [StrokePoint], of id: BoardID) {
    let used = PointChannels(used: points)
    let declared = channels[id]
    let mask = declared.map { $0.union(used) } ?? used
    if mask != declared {
      key(.m)
      integer(Int64(mask.rawValue))
    }
    key(.d)
    raw("[")
    var last = StrokePoint(x: 0, y: 0)
    for (index, point) in points.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      integer(Int64(point.x) - Int64(last.x))
      next(Int64(point.y) - Int64(last.y))
      if mask.contains(.time) { next(Int64(point.timeOffset) - Int64(last.timeOffset)) }
      if mask.contains(.force) { next(Int64(point.force) - Int64(last.force)) }
      if mask.contains(.azimuth) { next(Int64(point.azimuth) - Int64(last.azimuth)) }
      if mask.contains(.altitude) { next(Int64(point.altitude) - Int64(last.altitude)) }
      if mask.contains(.width) { next(Int64(point.width) - Int64(last.width)) }
      if mask.contains(.aspect) { next(Int64(point.aspect) - Int64(last.aspect)) }
      if mask.contains(.opacity) { next(Int64(point.opacity) - Int64(last.opacity)) }
      last = point
    }
    raw("]")
  }

  private mutating func next(_ number: Int64) {
    bytes.append(UInt8(ascii: ","))
    integer(number)
  }

  mutating func outline(_ placement: OutlinePlacement) {
    key(.colour)
    colour(placement.colour)
    if placement.outline.fillRule == .evenOdd { raw(",\"rule\":\"evenodd\"") }
    key(.path)
    raw("[")
    var last = SIMD2<Int32>.zero
    for (index, segment) in placement.outline.segments.enumerated() {
      if index > 0 { raw(",") }
      switch segment {
      case .move(let x, let y):
        raw("0")
        place(x, y, &last)
      case .line(let x, let y):
        raw("1")
        place(x, y, &last)
      case .quadratic(let controlX, let controlY, let x, let y):
        raw("2")
        place(controlX, controlY, &last)
        place(x, y, &last)
      case .cubic(let x1, let y1, let x2, let y2, let x, let y):
        raw("3")
        place(x1, y1, &last)
        place(x2, y2, &last)
        place(x, y, &last)
      case .close:
        raw("4")
      }
    }
    raw("]")
    optionals(placement.transform, placement.order, placement.text)
  }

  private mutating func place(_ x: Int32, _ y: Int32, _ last: inout SIMD2<Int32>) {
    next(Int64(x) - Int64(last.x))
    next(Int64(y) - Int64(last.y))
    last = SIMD2(x, y)
  }

  mutating func picture(_ placement: PicturePlacement) {
    key(.h)
    hash(placement.hash)
    key(.size)
    doubles([placement.width, placement.height])
    if placement.opacity != 255 {
      key(.alpha)
      integer(Int64(placement.opacity))
    }
    optionals(placement.transform, placement.order, placement.text)
  }

  private mutating func optionals(_ map: AffineTransform, _ order: OrderKey?, _ text: String?) {
    if map != .identity {
      key(.x)
      transform(map)
    }
    self.order(order)
    if let text {
      key(.text)
      string(text)
    }
  }

  mutating func erase(_ erasure: Erasure, _ author: AuthorID) {
    if case .bitmap(let path, let width) = erasure.shape {
      key(.w)
      integer(Int64(width))
      key(.d)
      raw("[")
      var last = SIMD2<Int32>.zero
      for (index, place) in path.enumerated() {
        if index > 0 { raw(",") }
        integer(Int64(place.x) - Int64(last.x))
        next(Int64(place.y) - Int64(last.y))
        last = place
      }
      raw("]")
    }
    key(.hits)
    raw("[")
    for (index, hit) in erasure.hits.enumerated() {
      raw(index > 0 ? ",[" : "[")
      identifier(hit.item, of: author)
      next(Int64(hit.pointCount))
      if let toItem = hit.toItem {
        raw(",")
        transform(toItem)
      }
      raw("]")
    }
    raw("]")
  }

  mutating func copies(_ copies: [Duplicate], _ author: AuthorID) {
    key(.copies)
    raw("[")
    for (index, pair) in copies.enumerated() {
      raw(index > 0 ? ",[" : "[")
      identifier(pair.source, of: author)
      raw(",")
      identifier(pair.copy, of: author)
      raw("]")
    }
    raw("]")
  }

  mutating func restyle(_ style: Restyle) {
    if let value = style.colour {
      key(.colour)
      colour(value)
    }
    if let width = style.width {
      key(.w)
      integer(Int64(width))
    }
    if let kind = style.kind {
      key(.ink)
      string(BoardTextParser.inkNames[Int(kind.rawValue)])
    }
  }
}
