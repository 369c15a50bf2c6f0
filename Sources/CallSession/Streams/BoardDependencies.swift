import MediaCore

/// Which frame each frame of a board depends on, for one receiver that goes by dependency descriptors.
///
/// A frame depends on the one before. A frame that mends losses has all that changed since a frame that the
/// receiver surely has, and depends on that one alone: whatever was sent in between, the receiver need not wait
/// for. Surely had is what feedback told of as whole, with all that it depends on, unless a later frame goes
/// around it: a receiver that decodes that one first drops it. Browsers tell of each packet once, and what they
/// tell may be lost: what nobody asks for again is taken for had after a while, until it is asked for.
package struct BoardDependencies: Sendable {
  enum Kind: Equatable {
    case key
    case next
    case mending
  }

  /// What feedback says of a packet.
  enum Fate {
    case arrived
    /// The feedback on it was lost.
    case untold
    case open
  }

  private struct Departure {
    var sequence: Int64
    /// On the transport.
    var number: Int64
    var time: MediaTime
    /// The packet was asked for since.
    var isDenied = false
  }

  private struct Frame {
    var number: Int64
    /// Of its packets.
    var sequences: ClosedRange<Int64>
    /// Of its packets, and of those that sent them again.
    var departures: [Departure] = []
  }

  /// Frames count from 0, of which 16 bits are sent.
  private var next: Int64 = 0
  private var structure: DependencyStructure
  /// The last frame that the receiver surely has; nil before its first key frame arrived.
  private var base: (number: Int64, last: Int64)?
  /// What was sent after `base`, each depending on the one before and the first one on `base`. The key
  /// frame is the first when there is no base.
  private var pending: [Frame] = []

  /// Packets that are taken for had although nobody said so.
  private var assumed: [Int64] = []

  /// Of a packet: who asks for it for ever does not fill our memory.
  private static let mostDepartures = 8
  private static let mostPending = 256
  private static let mostAssumed = 256
  /// That a descriptor can say.
  private static let longestDifference: Int64 = 4_096

  /// - Parameter firstFrame: the first frame's number.
  package init(firstFrame: UInt16 = 0) {
    next = Int64(firstFrame)
    structure = Self.structure(offset: 0)
  }

  private static func structure(offset: UInt8) -> DependencyStructure {
    DependencyStructure(
      offset: offset,
      templates: [
        .init(indications: [.switching], differences: []),
        .init(indications: [.switching], differences: [1]),
      ])
  }

  /// The last packet of the last frame that the receiver surely has; nil when there is none to depend on.
  var lastHad: Int64? {
    guard let base, next - base.number < Self.longestDifference else { return nil }
    return base.last
  }

  /// Whether a packet belongs to what the receiver surely has.
  func hasSurely(_ sequence: Int64) -> Bool {
    base.map { sequence <= $0.last } ?? false && !assumed.contains(sequence)
  }

  /// Whether it only seemed to: all that followed builds on it.
  func isAssumed(_ sequence: Int64) -> Bool { assumed.contains(sequence) }

  /// What the packets of the next frame say.
  mutating func descriptors(of kind: Kind, packets sequences: ClosedRange<Int64>) -> [[UInt8]] {
    var descriptor = DependencyDescriptor(
      startsFrame: false, endsFrame: false, template: (structure.offset + 1) & 63,
      frame: UInt16(truncatingIfNeeded: next))
    switch kind {
    case .key:
      // Numbers of its own, so that nothing that comes late is read by it.
      if next > 0 { structure = Self.structure(offset: (structure.offset + 2) & 63) }
      descriptor.template = structure.offset
      base = nil
      pending.removeAll()
      assumed.removeAll()
    case .mending:
      guard let base else { break }
      descriptor.differences = [Int(next - base.number)]
      pending.removeAll()
    case .next: break
    }
    var values: [[UInt8]] = []
    for sequence in sequences {
      descriptor.startsFrame = sequence == sequences.lowerBound
      descriptor.endsFrame = sequence == sequences.upperBound
      // Only the first packet may carry it.
      descriptor.structure = kind == .key && descriptor.startsFrame ? structure : nil
      values.append(descriptor.bytes(by: structure))
    }
    note(Frame(number: next, sequences: sequences), isKeyFrame: kind == .key)
    next += 1
    return values
  }

  private mutating func note(_ frame: Frame, isKeyFrame: Bool) {
    // Without a key frame that is had or on its way there is nothing to build on.
    guard base != nil || !pending.isEmpty || isKeyFrame else { return }
    pending.append(frame)
    guard pending.count > Self.mostPending else { return }
    // Of a receiver that does not tell what came nothing is known, until its next key frame.
    base = nil
    pending.removeAll()
  }

  private func index(of sequence: Int64) -> Int? {
    var (low, high) = (0, pending.count)
    while low < high {
      let middle = (low + high) / 2
      if pending[middle].sequences.upperBound < sequence { low = middle + 1 } else { high = middle }
    }
    return low < pending.count && pending[low].sequences.contains(sequence) ? low : nil
  }

  /// A packet leaves, for the first time or again.
  ///
  /// - Parameter number: on the transport.
  mutating func noteDeparture(of sequence: Int64, number: Int64, at now: MediaTime) {
    guard let index = index(of: sequence) else { return }
    let known = pending[index].departures
    if known.count >= pending[index].sequences.count {
      let same = known.indices.filter { known[$0].sequence == sequence }
      if same.count >= Self.mostDepartures { pending[index].departures.remove(at: same[0]) }
    }
    pending[index].departures.append(Departure(sequence: sequence, number: number, time: now))
  }

  /// How many times that packets left are remembered.
  var departureCount: Int { pending.reduce(0) { $0 + $1.departures.count } }

  /// The receiver asks for a packet.
  mutating func deny(_ sequence: Int64) {
    guard let index = index(of: sequence) else { return }
    for place in pending[index].departures.indices
    where pending[index].departures[place].sequence == sequence {
      pending[index].departures[place].isDenied = true
    }
  }

  /// Feedback came.
  ///
  /// - Parameters:
  ///   - patience: after which who misses a packet has asked for it.
  ///   - fate: of a number on the transport.
  mutating func confirm(at now: MediaTime, patience: MediaTime, _ fate: (Int64) -> Fate) {
    var count = 0
    while count < pending.count {
      let frame = pending[count]
      var silent: [Int64] = []
      let isWhole = frame.sequences.allSatisfy { sequence in
        let sendings = frame.departures.filter { $0.sequence == sequence }
        if sendings.contains(where: { fate($0.number) == .arrived }) { return true }
        silent.append(sequence)
        return sendings.contains { sending in
          !sending.isDenied && now - sending.time >= patience && fate(sending.number) == .untold
        }
      }
      guard isWhole else { break }
      base = (frame.number, frame.sequences.upperBound)
      assumed += silent
      count += 1
    }
    pending.removeFirst(count)
    if assumed.count > Self.mostAssumed { assumed.removeFirst(assumed.count - Self.mostAssumed) }
  }
}
