import MediaCore
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

  struct Piece {
    /// Of the shared frame that touched them, or the last of several.
    var index: Int64
    var blocks: BlockMap
  }

  struct Sent {
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
  var wantsBootstrap = true
  private var asked: Asked?
  /// What missing packets touched, until it is coded again.
  var lost: BlockMap?
  var sent: [Sent] = []
  /// Packets of the key frame that all depends on.
  var keyFrame: ClosedRange<Int64>?
  /// What was lost up to here has been coded again.
  var mended: Int64?
  /// Shared frames count from 0; the next one's.
  var nextIndex: Int64 = 0
  /// Of a block, in the frames of late.
  var bytesPerBlock = 24.0

  /// Nil when the receiver does not go by them.
  var dependencies: BoardDependencies?
  /// Of the last frame.
  private(set) var isMendable = true

  private static let longestMemory = 512
  private static let mostPieces = 64
  /// Of header and probabilities, about.
  static let frameOverhead = 40

  package init(stream: RTPSendStream, dependencies: BoardDependencies? = nil) {
    self.stream = stream
    self.dependencies = dependencies
  }

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
    send(frame, piece, isRecovery: false, isKeyFrame: frame.isKeyFrame, into: &packets)
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
    let isRecovery = lost != nil && canMend
    if isRecovery { mended = stream.next - 1 }
    let isBootstrap = asked == .bootstrap
    (asked, lost) = (nil, nil)
    for (index, frame) in frames.enumerated() {
      let piece = Piece(index: shared - 1, blocks: blocks)
      send(
        frame, piece, isRecovery: isRecovery,
        isKeyFrame: index == 0 && isBootstrap || frame.isKeyFrame, into: &packets)
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

  mutating func owe(_ piece: Piece) {
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
    isMendable = frame.isMendable
    let first = stream.next
    let kind: BoardDependencies.Kind = isKeyFrame ? .key : isRecovery ? .mending : .next
    let dependencies = dependencies?.descriptors(
      of: kind, packets: first...first + Int64(frame.payloads.count) - 1)
    for (index, shared) in frame.payloads.enumerated() {
      var payload = shared
      VP8Packetizer.renumber(&payload, picture)
      let header = stream.header(
        ticks: ticks, capturedAt: frame.time, hasMarker: index == frame.payloads.count - 1,
        octets: payload.count)
      packets.append(
        OutgoingPacket(
          header: header, payload: payload, isRecovery: isRecovery, isShownAtOnce: true,
          dependencies: dependencies?[index] ?? []))
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
