extension BoardDocument {
  /// Opens whatever document the source holds; its first bytes decide what that is.
  ///
  /// - Parameters:
  ///   - name: the file's name, for messages, and for what the bytes leave open.
  ///   - pace: for drawings without times, 1 is natural and 2 twice as fast.
  /// - Throws: `inputDamaged` for what is empty, cut, broken or no document at all;
  ///   `formatUnsupported` for a known kind that is not read; what the source throws.
  package init(
    opening source: any ByteSource, name: String, pace: Double = 1
  ) throws(MediaError) {
    var bytes: [UInt8] = []
    while bytes.count < DocumentFormat.headSize,
      try source.read(into: &bytes, atMost: DocumentFormat.headSize - bytes.count) > 0
    {}
    guard !bytes.isEmpty else {
      throw MediaError(.inputDamaged, "\(name): the file is empty; save or copy it again")
    }
    switch DocumentFormat.detect(bytes, name: name) {
    case .board:
      try source.rewind()
      self.init(session: try BoardTextReader(source, name: name))
    case .excalidraw:
      self = try Self.excalidraw(.excalidraw, source, &bytes, name, pace)
    case .excalidrawLibrary:
      self = try Self.excalidraw(.excalidrawLibrary, source, &bytes, name, pace)
    case .some(let format):
      throw MediaError(
        .formatUnsupported, "\(name): \(format.name), which is not read; \(format.remedy)")
    case nil:
      throw Self.foreign(bytes, name)
    }
  }

  private static func excalidraw(
    _ format: DocumentFormat, _ source: any ByteSource, _ bytes: inout [UInt8], _ name: String,
    _ pace: Double
  ) throws(MediaError) -> BoardDocument {
    // One byte more than is allowed, so that the importer can refuse it.
    let limit = ExcalidrawDocument.largestFile + 1
    while bytes.count < limit,
      try source.read(into: &bytes, atMost: min(limit - bytes.count, 1 << 20)) > 0
    {}
    let drawing = try ExcalidrawDocument(bytes: bytes, name: name, pace: pace)
    return BoardDocument(
      format: format, header: drawing.header, events: drawing.events, warnings: drawing.warnings)
  }

  private static func foreign(_ head: [UInt8], _ name: String) -> MediaError {
    for byte in head where byte != 0 {
      return MediaError(
        .inputDamaged,
        "\(name): none of the known kinds of drawing; \(DocumentFormat.board.remedy)")
    }
    return MediaError(
      .inputDamaged,
      "\(name): the file holds only zeros, as after a power cut; take it from a backup")
  }
}
