internal import Strokes

/// Frames as they come, and in which blocks each differs from the one before.
struct RawFrames {
  let format: RawFrameRecording.Format
  let width: Int
  let height: Int
  /// Bytes of a last frame that did not come whole.
  private(set) var leftOver = 0

  private var reader: RawFrameReader
  /// Of BGRA; planes are compared with the picture that is encoded.
  private var comparison: PictureComparison?
  private var damage: BlockMap

  init(_ reader: RawFrameReader, _ format: RawFrameRecording.Format, width: Int, height: Int) {
    let (columns, rows) = (Int32(width), Int32(height))
    self.reader = reader
    self.format = format
    self.width = width
    self.height = height
    comparison = format == .bgra ? PictureComparison(width: columns, height: rows) : nil
    damage = BlockMap(width: columns, height: rows)
    reader.expectFrames(of: frameSize)
  }

  var frameSize: Int {
    format == .bgra
      ? width * height * 4
      : I420Picture.packedSize(width: Int32(width), height: Int32(height))
  }

  /// Takes the next frame; false when none comes whole.
  mutating func next() throws(MediaError) -> Bool {
    if let kept = comparison.take() { return try nextBands(kept) }
    if format == .y4m {
      let isLine = try reader.fillLine(longest: Y4MHeader.longestLine)
      leftOver = reader.line.count
      // A cut header is the end of the stream, one that does not end is something else.
      guard isLine || reader.line.count > Y4MHeader.longestLine else { return false }
      guard isLine, Y4MHeader.isFrame(reader.line.span) else {
        throw MediaError(
          .inputDamaged, "the y4m stream is broken: a frame does not begin with FRAME")
      }
    }
    let isWhole = try reader.fill(frameSize)
    leftOver = isWhole ? 0 : reader.filled
    return isWhole
  }

  /// A row of blocks is compared as soon as it has come: it is still in the cache, and a whole frame
  /// would not be.
  private mutating func nextBands(_ kept: consuming PictureComparison) throws(MediaError) -> Bool {
    defer { comparison = kept }
    let stride = width * 4
    var map = BlockMap(width: Int32(width), height: Int32(height))
    for row in Swift.stride(from: 0, to: height, by: 16) {
      let rows = min(16, height - row)
      guard try reader.fill(rows * stride) else {
        leftOver = row * stride + reader.filled
        return false
      }
      kept.compare(reader.buffer.span, stride: stride, rows: row..<row + rows, marking: &map)
    }
    damage = map
    leftOver = 0
    return true
  }

  /// Hands over what the last frame changed.
  func show(
    in video: inout VideoTrackEncoder<RecordingEncoder>, at time: MediaTime
  ) {
    if let comparison {
      video.update(
        from: comparison.pixels.span, stride: width * 4, damage: Damage(blocks: damage), at: time)
    } else {
      video.update(packed: reader.buffer.span.extracting(0..<frameSize), at: time)
    }
  }
}
