/// Puts VP8 frames together from RTP packets that come late, twice, out of order, or never (RFC 7741).
///
/// Frames leave in order, and only when a decoder has what they depend on: a frame with a hole, or
/// one behind a missing frame, would smear. Whoever owns it decides how long to wait for a
/// retransmission, and when to give up and ask for a key frame.
package struct VP8FrameAssembler: Sendable {
  package struct Frame: Equatable, Sendable {
    package var bytes: [UInt8]
    package var timestamp: UInt32
    package var isKeyFrame: Bool
    /// Of its first and last packet.
    package var sequences: ClosedRange<Int64>
    package var picture: VP8PayloadDescriptor.PictureID?
    package var layer: VP8PayloadDescriptor.TemporalLayer?
    package var baseLayerPicture: UInt8?
    /// Mends what lost frames brought: it can be decoded although they are missing.
    package var isRecovery: Bool
  }

  private struct Piece {
    var sequence: Int64
    var timestamp: UInt32
    var hasMarker: Bool
    var isRecovery: Bool
    var descriptor: VP8PayloadDescriptor
    /// The frame's bytes in the payload begin here.
    var start: Int
    var payload: [UInt8]
  }

  /// By the low bits of the sequence number.
  private var slots: [Piece?]
  private var highest: Int64?
  /// Complete and not delivered, by sequence.
  private var complete: [Frame] = []
  /// The last one delivered.
  private var last: Frame?
  /// Between a gap that was given up and the next key frame.
  private var isBroken = false

  /// Bytes of a frame, at most.
  private static let largestFrame = 8 << 20

  /// - Parameter capacity: packets that are kept; those of a frame must fit. A power of two.
  package init(capacity: Int = 2_048) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "a power of two")
    slots = Array(repeating: nil, count: capacity)
  }

  /// Whether frames are here that cannot be shown, because something before them is missing.
  package var isWaiting: Bool {
    guard let highest else { return false }
    return last.map { highest > $0.sequences.upperBound } ?? true
  }

  /// Whether whole frames are here that cannot be decoded.
  package var isBlocked: Bool { !complete.isEmpty }

  /// Takes a packet. Payloads that are no VP8, and packets of frames that have been delivered, are dropped.
  ///
  /// - Parameters:
  ///   - sequence: extended.
  ///   - isRecovery: see `Frame`.
  package mutating func insert(
    sequence: Int64, timestamp: UInt32, hasMarker: Bool, isRecovery: Bool = false, payload: [UInt8]
  ) {
    var size = 0
    guard let descriptor = VP8PayloadDescriptor(parsing: payload.span, size: &size) else { return }
    if let last, sequence <= last.sequences.upperBound { return }
    if let highest, sequence <= highest - Int64(slots.count) { return }
    let slot = self.slot(sequence)
    guard slots[slot]?.sequence != sequence else { return }
    slots[slot] = Piece(
      sequence: sequence, timestamp: timestamp, hasMarker: hasMarker, isRecovery: isRecovery,
      descriptor: descriptor, start: size, payload: payload)
    highest = max(highest ?? sequence, sequence)
    // Without a marker the frame before ends here.
    if descriptor.beginsFrame { complete(around: sequence - 1) }
    complete(around: sequence)
  }

  /// The next frame that can be decoded; nil when there is none yet.
  package mutating func next() -> Frame? {
    var index = 0
    while index < complete.count {
      let frame = complete[index]
      if isContinuous(frame) {
        complete.removeSubrange(...index)
        last = frame
        isBroken = false
        return frame
      }
      // What stands before a key frame or a recovery is not worth waiting for.
      index += 1
    }
    return nil
  }

  /// Nothing before the next key frame or recovery is wanted any more.
  package mutating func giveUp() { isBroken = true }

  /// The stream begins anew: after a jump of its numbers.
  package mutating func restart() {
    for slot in slots.indices { slots[slot] = nil }
    complete.removeAll()
    highest = nil
    last = nil
    isBroken = false
  }

  /// Whether a decoder has all that the frame depends on.
  private func isContinuous(_ frame: Frame) -> Bool {
    guard let last else { return frame.isKeyFrame }
    if frame.isKeyFrame || frame.isRecovery { return true }
    if isBroken { return false }
    if frame.sequences.lowerBound == last.sequences.upperBound + 1 { return true }
    if let layer = frame.layer, let base = frame.baseLayerPicture,
      let before = last.baseLayerPicture
    {
      // The base layer depends on itself alone, and what synchronises on the base layer alone.
      if layer.index == 0 && base == before &+ 1 { return true }
      if layer.isSync && base == before { return true }
    }
    guard let picture = frame.picture, let before = last.picture else { return false }
    return before.distance(to: picture) == 1
  }

  private func slot(_ sequence: Int64) -> Int { Int(sequence & Int64(slots.count - 1)) }

  private func piece(_ sequence: Int64) -> Piece? {
    guard let piece = slots[slot(sequence)], piece.sequence == sequence else { return nil }
    return piece
  }

  /// Delivers the frame around a packet if this was its last missing one.
  private mutating func complete(around sequence: Int64) {
    guard let middle = piece(sequence) else { return }
    var first = sequence
    while piece(first)?.descriptor.beginsFrame == false {
      guard let before = piece(first - 1), before.timestamp == middle.timestamp else { return }
      first -= 1
    }
    var end = sequence
    while piece(end)?.hasMarker == false {
      guard let next = piece(end + 1) else { return }
      // A sender without markers: the next frame begins.
      if next.timestamp != middle.timestamp { break }
      end += 1
    }
    guard let frame = frame(first...end) else { return }
    var index = complete.count
    while index > 0, complete[index - 1].sequences.lowerBound > first { index -= 1 }
    complete.insert(frame, at: index)
  }

  private mutating func frame(_ sequences: ClosedRange<Int64>) -> Frame? {
    guard let first = piece(sequences.lowerBound) else { return nil }
    var frame = Frame(
      bytes: [], timestamp: first.timestamp, isKeyFrame: false, sequences: sequences,
      picture: first.descriptor.picture, layer: first.descriptor.layer,
      baseLayerPicture: first.descriptor.baseLayerPicture, isRecovery: first.isRecovery)
    for sequence in sequences {
      guard let piece = piece(sequence),
        frame.bytes.count + piece.payload.count <= Self.largestFrame
      else { return nil }
      frame.bytes += piece.payload[piece.start...]
      slots[slot(sequence)] = nil
    }
    guard let start = VP8FrameStart(frame.bytes.span) else { return nil }
    frame.isKeyFrame = start.isKeyFrame
    return frame
  }
}
