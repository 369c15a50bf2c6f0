/// Writes levels into a frame's token partitions, one row of macroblocks after the other
/// (RFC 6386, 9.5).
struct VP8PartitionWriter: VP8CodedBlockSink {
  private var tokens: VP8TokenWriter
  /// All partitions but the current one, whose coder is in `tokens`.
  private var coders: [VP8BoolEncoder]
  private var current = 0

  init(_ partitions: Int, _ probabilities: VP8CoefficientProbabilities) {
    tokens = VP8TokenWriter(probabilities)
    coders = Array(repeating: VP8BoolEncoder(), count: partitions)
  }

  /// Rows go to the partitions in turn.
  mutating func begin(row: Int) {
    let next = row & (coders.count - 1)
    if next == current { return }
    swap(&tokens.coder, &coders[current])
    swap(&tokens.coder, &coders[next])
    current = next
  }

  @inline(__always)
  mutating func take(_ block: VP8CodedBlock, of values: [Int16]) {
    tokens.take(block, of: values)
  }

  /// The whole frame: its tag, the first partition, the sizes of the others, these.
  mutating func frame(
    _ header: VP8FrameHeader, _ first: inout VP8BoolEncoder
  ) throws(VP8FrameError) -> [UInt8] {
    swap(&tokens.coder, &coders[current])
    let size = first.byteCount
    guard size < 1 << 19 else { throw .partitionTooLarge(bytes: size) }
    var frame: [UInt8] = []
    var total = 10 + size + 3 * (coders.count - 1)
    for coder in coders { total += coder.byteCount }
    frame.reserveCapacity(total)

    header.appendTag(firstPartition: size, to: &frame)
    first.finish(to: &frame)
    for coder in coders.dropLast() {
      let size = coder.byteCount
      guard size < 1 << 24 else { throw .partitionTooLarge(bytes: size) }
      for shift in [0, 8, 16] { frame.append(UInt8(truncatingIfNeeded: size >> shift)) }
    }
    for index in 0..<coders.count { coders[index].finish(to: &frame) }
    return frame
  }
}
