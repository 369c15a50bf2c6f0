internal import Strokes

/// Frames as they come, and in which blocks each differs from the one before.
struct RawFrames {
  let format: RawFrameRecording.Format
  let width: Int
  let height: Int
  let frameSize: Int
  /// Bytes of a last frame that did not come whole.
  private(set) var leftOver = 0

  private var reader: RawFrameReader
  /// Of BGRA; planes are compared with the picture that is encoded.
  private var comparison: PictureComparison?
  private var damage: BlockMap

  init(_ stream: RawFrameStream) {
    let (columns, rows) = (stream.width, stream.height)
    reader = stream.reader
    format = stream.format
    width = Int(columns)
    height = Int(rows)
    frameSize = stream.shape.frameSize
    comparison = format == .bgra ? PictureComparison(width: columns, height: rows) : nil
    damage = BlockMap(width: columns, height: rows)
  }

  /// Takes the next frame; false when none comes whole.
  mutating func next() throws(MediaError) -> Bool {
    if let kept = comparison.take() { return try nextBands(kept) }
    if format == .y4m {
      let begins = try reader.beginFrame()
      leftOver = reader.line.count
      guard begins else { return false }
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
