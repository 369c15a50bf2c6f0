package import MediaCore
package import Strokes

/// Sends a board's picture to one receiver: the frames that everybody gets, and what this receiver alone
/// needs.
///
/// A board is coded so that every block depends on what it shows now and on nothing else. So whoever joins
/// gets a bootstrap and then the shared frames; and when frames were lost, or left out because the link
/// was slow, the blocks that they touched are coded once more, as they are now. Numbers of packets
/// and pictures stay without a gap for each receiver. The frame rate gives way, never the picture.
package struct BoardSendStream: Sendable {
  package enum Need: Equatable, Sendable {
    /// All that makes the picture from nothing.
    case bootstrap
    /// An ordinary frame of these blocks.
    case blocks(BlockMap)
  }

  private struct Piece {
    /// Of the shared frame that touched them, or the last of several.
    var index: Int64
    var blocks: BlockMap
  }

  private struct Sent {
    var piece: Piece
    var sequences: ClosedRange<Int64>
  }

  private enum Asked {
    case bootstrap
    case blocks
  }

  package private(set) var stream: RTPSendStream
  private var picture = VP8PayloadDescriptor.PictureID(number: 0)
  private var lastTicks: Int64?
  /// What this receiver has not got, in order.
  private var owed: [Piece] = []
  private var wantsBootstrap = true
  private var asked: Asked?
  /// What missing packets touched, until it is coded again.
  private var lost: BlockMap?
  private var sent: [Sent] = []
  /// Packets of the key frame that all depends on.
  private var keyFrame: ClosedRange<Int64>?
  /// What was lost up to here has been coded again.
  private var mended: Int64?
  /// Shared frames count from 0; the next one's.
  private var nextIndex: Int64 = 0
  /// Of a block, in the frames of late.
  private var bytesPerBlock = 24.0

  private static let longestMemory = 512
  private static let mostPieces = 64
  /// Of header and probabilities, about.
  private static let frameOverhead = 40

  package init(stream: RTPSendStream) { self.stream = stream }

  /// What the receiver needs that is not under way; the answer is `answer`.
  package mutating func takeNeed() -> Need? {
    guard asked == nil else { return nil }
    if wantsBootstrap {
      asked = .bootstrap
      return .bootstrap
    }
    guard var union = owed.first?.blocks else { return nil }
    for piece in owed.dropFirst() { union.formUnion(piece.blocks) }
    asked = .blocks
    return .blocks(union)
  }

  package var hasNeed: Bool { asked == nil && (wantsBootstrap || !owed.isEmpty) }

  /// A frame that everybody gets.
  ///
  /// - Parameters:
  ///   - blocks: that it touches.
  ///   - isCongested: too much waits for this receiver already.
  package mutating func share(
    _ frame: SharedFrame, blocks: BlockMap, isCongested: Bool, into packets: inout [OutgoingPacket]
  ) {
    let piece = Piece(index: nextIndex, blocks: blocks)
    nextIndex += 1
    learn(frame.bytes, blocks.count)
    guard !wantsBootstrap, asked == nil, owed.isEmpty, !isCongested else {
      owe(piece)
      return
    }
    send(frame, piece, isRecovery: false, isKeyFrame: false, into: &packets)
  }

  /// What was needed: frames that show `blocks` as everybody had them after `shared` frames. A bootstrap
  /// begins with its key frame, and has all blocks. What else was owed meanwhile is owed still.
  package mutating func answer(
    _ frames: [SharedFrame], blocks: BlockMap, shared: Int64, into packets: inout [OutgoingPacket]
  ) {
    if asked == .bootstrap {
      owed.removeAll { $0.index < shared }
      wantsBootstrap = false
    } else {
      // What was lost meanwhile is not mended by less than it takes: the receiver could not use it.
      guard !lacks(blocks) else {
        asked = nil
        return
      }
      for index in owed.indices where owed[index].index < shared {
        owed[index].blocks.subtract(blocks)
      }
      owed.removeAll { $0.index < shared && $0.blocks.isEmpty }
    }
    let isRecovery = lost != nil
    if isRecovery { mended = stream.next - 1 }
    let isBootstrap = asked == .bootstrap
    (asked, lost) = (nil, nil)
    for (index, frame) in frames.enumerated() {
      let piece = Piece(index: shared - 1, blocks: blocks)
      send(
        frame, piece, isRecovery: isRecovery, isKeyFrame: index == 0 && isBootstrap,
        into: &packets)
    }
  }

  /// Whether more was lost than that.
  private func lacks(_ blocks: BlockMap) -> Bool {
    guard var more = lost else { return false }
    more.subtract(blocks)
    return !more.isEmpty
  }

  /// Shared frames so far: what an answer made now covers.
  package var shared: Int64 { nextIndex }

  /// The receiver cannot go on with what it has.
  package mutating func wantBootstrap() { wantsBootstrap = true }

  /// Packets are missing at the receiver. Coding what they touched again may take fewer bytes than
  /// sending them again, after a long loss above all.
  ///
  /// - Returns: whether they are coded again; if not they are to be sent again.
  package mutating func recodes(
    _ missing: [SequenceNumber], history: RetransmissionHistory
  ) -> Bool {
    let last = stream.next - 1
    var open: [Int64] = []
    for number in missing {
      let sequence = last + Int64(SequenceNumber(truncating: last).distance(to: number))
      guard sequence <= last, let oldest = sent.first, sequence >= oldest.sequences.lowerBound
      else {
        continue
      }
      // Without its key frame a receiver can make nothing of anything.
      if keyFrame?.contains(sequence) == true { return false }
      if mended.map({ sequence > $0 }) ?? true { open.append(sequence) }
    }
    if lost != nil || wantsBootstrap { return true }
    guard let lowest = open.min() else { return true }
    guard let first = sent.firstIndex(where: { $0.sequences.upperBound >= lowest }) else {
      return false
    }
    // Later frames wait at the receiver for the one that is missing, and go with it.
    var union = sent[first].piece.blocks
    for index in first..<sent.count { union.formUnion(sent[index].piece.blocks) }
    let recoded = Double(Self.frameOverhead) + Double(union.count) * bytesPerBlock
    if let size = history.size(of: open), recoded * 5 > Double(size) * 4 { return false }
    owe(Piece(index: nextIndex - 1, blocks: union))
    lost = union
    return true
  }

  private mutating func owe(_ piece: Piece) {
    owed.append(piece)
    guard owed.count > Self.mostPieces else { return }
    let first = owed.removeFirst()
    owed[0].blocks.formUnion(first.blocks)
  }

  private mutating func learn(_ bytes: Int, _ blocks: Int) {
    guard blocks > 0 else { return }
    bytesPerBlock += (Double(bytes) / Double(blocks) - bytesPerBlock) / 16
  }

  private mutating func send(
    _ frame: SharedFrame, _ piece: Piece, isRecovery: Bool, isKeyFrame: Bool,
    into packets: inout [OutgoingPacket]
  ) {
    // Two frames never share a timestamp.
    var ticks = Self.ticks(frame.time, rate: stream.clockRate)
    if let lastTicks { ticks = max(ticks, lastTicks + 1) }
    lastTicks = ticks
    let first = stream.next
    for (index, shared) in frame.payloads.enumerated() {
      var payload = shared
      VP8Packetizer.renumber(&payload, picture)
      let header = stream.header(
        ticks: ticks, capturedAt: frame.time, hasMarker: index == frame.payloads.count - 1,
        octets: payload.count)
      packets.append(
        OutgoingPacket(
          header: header, payload: payload, isRecovery: isRecovery, isShownAtOnce: true))
    }
    picture = picture.next
    sent.append(Sent(piece: piece, sequences: first...stream.next - 1))
    if isKeyFrame { keyFrame = first...stream.next - 1 }
    if sent.count > Self.longestMemory { sent.removeFirst(Self.longestMemory / 2) }
  }

  static func ticks(_ time: MediaTime, rate: Int64) -> Int64 {
    let (seconds, rest) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return seconds * rate + rest * rate / 1_000_000_000
  }
}
