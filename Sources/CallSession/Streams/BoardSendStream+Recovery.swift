package import MediaCore
import Strokes

/// What is done about packets that a board's receiver misses: coded again, or sent again.
extension BoardSendStream {
  /// What is known of the way to the receiver.
  package struct Path: Equatable, Sendable {
    package var roundTrip: MediaTime
    /// Bits a second.
    package var bitrate: Int64

    package init(roundTrip: MediaTime, bitrate: Int64) {
      self.roundTrip = roundTrip
      self.bitrate = bitrate
    }
  }

  /// From here on a second loss costs more than what a frame that mends is longer.
  private static let longRoundTrip = MediaTime(milliseconds: 100)
  /// What a frame that mends may take of the path: seconds, and a part of the round trip.
  private static let longestMending = 0.05
  private static let mendingShare = 0.5

  /// Packets are missing at the receiver. Coding what they touched again may take fewer bytes than
  /// sending them again, after a long loss above all.
  ///
  /// - Returns: whether they are coded again, or need not come any more; if not they are to be sent again.
  package mutating func recodes(
    _ missing: [SequenceNumber], history: RetransmissionHistory, path: Path
  ) -> Bool {
    // Of a film only sending again helps.
    if dependencies != nil, !isMendable { return false }
    let last = stream.next - 1
    var open: [Int64] = []
    for number in missing {
      let sequence = last + Int64(SequenceNumber(truncating: last).distance(to: number))
      guard sequence <= last, let oldest = sent.first, sequence >= oldest.sequences.lowerBound
      else {
        continue
      }
      if dependencies?.hasSurely(sequence) == true { continue }
      if dependencies?.isAssumed(sequence) == true { return false }
      dependencies?.deny(sequence)
      // Without its key frame a receiver can make nothing of anything.
      if keyFrame?.contains(sequence) == true { return false }
      if mended.map({ sequence > $0 }) ?? true { open.append(sequence) }
    }
    if lost != nil || wantsBootstrap { return true }
    guard let lowest = open.min() else { return true }
    guard let first = firstToMend(lowest) else { return false }
    // Later frames wait at the receiver for the one that is missing, and go with it.
    var union = sent[first].piece.blocks
    for index in first..<sent.count { union.formUnion(sent[index].piece.blocks) }
    let recoded = Double(Self.frameOverhead) + Double(union.count) * bytesPerBlock
    if let size = history.size(of: open), recoded * 5 > Double(size) * 4 {
      let seconds = max(
        Self.longestMending, Double(path.roundTrip.nanoseconds) / 1e9 * Self.mendingShare)
      guard dependencies != nil, isSooner(open, history, path),
        recoded * 8 < Double(path.bitrate) * seconds
      else { return false }
    }
    owe(Piece(index: nextIndex - 1, blocks: union))
    lost = union
    return true
  }

  /// Whether a frame that mends is likely to be there before what is sent again, although it is longer: it
  /// mends what was lost meanwhile as well, and of its own loss the next packet tells.
  private func isSooner(
    _ sequences: [Int64], _ history: RetransmissionHistory, _ path: Path
  ) -> Bool {
    path.roundTrip >= Self.longRoundTrip || sequences.contains { history.wasRepeated($0) }
  }

  /// The first frame whose blocks a frame that mends has to have.
  private func firstToMend(_ lowest: Int64) -> Int? {
    guard let dependencies else {
      return sent.firstIndex { $0.sequences.upperBound >= lowest }
    }
    guard let had = dependencies.lastHad, let oldest = sent.first,
      oldest.sequences.lowerBound <= had + 1
    else { return nil }
    return sent.firstIndex { $0.sequences.lowerBound > had }
  }

  /// Whether a frame can go around what was lost.
  var canMend: Bool {
    guard let dependencies else { return true }
    return dependencies.lastHad != nil
  }

  // MARK: What the receiver has

  var hasDependencies: Bool { dependencies != nil }

  /// A packet leaves, or one that sends it again.
  ///
  /// - Parameter transport: its number there.
  mutating func noteDeparture(
    of number: SequenceNumber, number transport: Int64, at now: MediaTime
  ) {
    let last = stream.next - 1
    let sequence = last + Int64(SequenceNumber(truncating: last).distance(to: number))
    dependencies?.noteDeparture(of: sequence, number: transport, at: now)
  }

  /// Feedback came; see `BoardDependencies.confirm`.
  mutating func confirm(
    at now: MediaTime, roundTrip: MediaTime, _ fate: (Int64) -> BoardDependencies.Fate
  ) {
    let patience = MediaTime(nanoseconds: roundTrip.nanoseconds * 3 / 2 + 150_000_000)
    dependencies?.confirm(at: now, patience: patience, fate)
  }
}
