extension BoardEvent {
  /// Throws the first limit that the event breaks.
  package func check() throws(BoardSchemaError) {
    guard sequence <= BoardLimits.largestSequence else { throw .sequence }
    guard time.ticks >= 0, time.ticks <= BoardLimits.largestTime else { throw .time }
    try action.check()
  }
}

extension BoardHeader {
  /// Throws the first limit that the header breaks.
  package func check() throws(BoardSchemaError) {
    guard (canvasWidth == nil) == (canvasHeight == nil) else { throw .canvas }
    if let canvasWidth, let canvasHeight {
      guard canvasWidth > 0, canvasWidth <= BoardLimits.largestCanvas, canvasHeight > 0,
        canvasHeight <= BoardLimits.largestCanvas
      else { throw .canvas }
    }
    guard scale >= 1 / 64, scale <= 64 else { throw .scale }
    if let wallClockOrigin {
      guard wallClockOrigin.magnitude <= 8_640_000_000_000_000 else { throw .wallClock }
    }
    try checkText(title, BoardLimits.nameBytes)
  }
}

extension BoardAction {
  fileprivate func check() throws(BoardSchemaError) {
    switch self {
    case .strokeBegan(_, _, _, let order):
      try checkOrder(order)
    case .strokePoints(_, let points):
      guard points.count <= BoardLimits.pointsPerEvent else { throw .tooManyPoints }
      for point in points {
        try checkCoordinate(point.x, point.y)
        guard point.force <= StrokePoint.largestForce, point.azimuth < 2_048,
          point.altitude <= StrokePoint.upright
        else { throw .pointValue }
      }
    case .outlinePlaced(_, let placement):
      try placement.check()
    case .picturePlaced(_, let placement):
      try placement.check()
    case .erased(_, let erasure):
      try erasure.check()
    case .transformed(_, let items, let transform):
      guard items.count <= BoardLimits.itemsPerEvent else { throw .tooManyItems }
      guard transform.isUsable else { throw .transform }
    case .duplicated(_, let copies, let transform):
      guard copies.count <= BoardLimits.itemsPerEvent else { throw .tooManyItems }
      guard transform.isUsable else { throw .transform }
    case .restyled(_, let items, _), .deleted(_, let items):
      guard items.count <= BoardLimits.itemsPerEvent else { throw .tooManyItems }
    case .resource(_, let resource):
      guard resource.bytes.count <= BoardLimits.resourceBytes else { throw .resourceTooLarge }
      try checkText(resource.mediaType, BoardLimits.nameBytes)
    case .viewMoved(let view):
      let limit = BoardLimits.largestViewOffset
      guard view.scale > 0, view.scale <= BoardLimits.largestViewScale,
        view.offsetX.magnitude <= limit, view.offsetY.magnitude <= limit
      else { throw .view }
    case .pointer(let x, let y, _):
      try checkCoordinate(x, y)
    case .ruler(let ruler):
      guard let ruler else { return }
      try checkCoordinate(ruler.x, ruler.y)
      guard ruler.direction < 2_048 else { throw .direction }
    case .chat(let text):
      try checkText(text, BoardLimits.textBytes)
    case .reaction(let text), .chapter(let text), .joined(let text):
      try checkText(text, BoardLimits.nameBytes)
    case .trackStarted(let start):
      try checkText(start.name, BoardLimits.nameBytes)
    case .audioFile(let path, let offset):
      try checkText(path, BoardLimits.nameBytes)
      guard offset.ticks.magnitude <= UInt64(BoardLimits.largestTime) else { throw .time }
    case .unknown(let kind, let payload):
      try checkText(kind, BoardLimits.kindBytes)
      guard payload.count <= BoardLimits.unknownBytes else { throw .unknownTooLarge }
    case .recordingAnnounced(let authors):
      guard authors.count <= BoardLimits.itemsPerEvent else { throw .tooManyItems }
    case .strokeEnded, .cleared, .background, .undone, .redone, .left, .attached, .trackStopped,
      .recordingStarted, .recordingPaused, .recordingResumed, .recordingStopped:
      return
    }
  }
}

extension OutlinePlacement {
  fileprivate func check() throws(BoardSchemaError) {
    guard outline.segments.count <= BoardLimits.segmentsPerOutline else { throw .tooManySegments }
    for segment in outline.segments {
      switch segment {
      case .move(let x, let y), .line(let x, let y):
        try checkCoordinate(x, y)
      case .quadratic(let controlX, let controlY, let x, let y):
        try checkCoordinate(controlX, controlY)
        try checkCoordinate(x, y)
      case .cubic(let x1, let y1, let x2, let y2, let x, let y):
        try checkCoordinate(x1, y1)
        try checkCoordinate(x2, y2)
        try checkCoordinate(x, y)
      case .close:
        continue
      }
    }
    guard transform.isUsable else { throw .transform }
    try checkOrder(order)
    try checkText(text, BoardLimits.textBytes)
  }
}

extension PicturePlacement {
  fileprivate func check() throws(BoardSchemaError) {
    guard width >= 0, width <= BoardUnit.largestCoordinate, height >= 0,
      height <= BoardUnit.largestCoordinate
    else { throw .size }
    guard transform.isUsable else { throw .transform }
    try checkOrder(order)
    try checkText(text, BoardLimits.textBytes)
  }
}

extension Erasure {
  fileprivate func check() throws(BoardSchemaError) {
    guard hits.count <= BoardLimits.itemsPerEvent else { throw .tooManyItems }
    for hit in hits {
      if let toItem = hit.toItem, !toItem.isUsable { throw .transform }
    }
    guard case .bitmap(let path, _) = shape else { return }
    guard path.count <= BoardLimits.pointsPerEvent else { throw .tooManyPoints }
    for point in path {
      try checkCoordinate(point.x, point.y)
    }
  }
}

private func checkCoordinate(_ x: Int32, _ y: Int32) throws(BoardSchemaError) {
  let limit = BoardLimits.largestCoordinate.magnitude
  guard x.magnitude <= limit, y.magnitude <= limit else { throw .coordinate }
}

private func checkOrder(_ order: OrderKey?) throws(BoardSchemaError) {
  guard let order else { return }
  guard order.major.magnitude <= BoardLimits.largestSequence else { throw .order }
}

private func checkText(_ text: String?, _ limit: Int) throws(BoardSchemaError) {
  guard let text else { return }
  guard text.utf8.count <= limit else { throw .textTooLong }
}
