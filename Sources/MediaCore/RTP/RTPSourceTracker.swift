/// Follows one source's packets as they come in: gives numbers and timestamps their order, tells
/// what comes twice, survives a source that begins again, and counts for reception reports.
///
/// RFC 3550, A.1, with three differences. A source is valid from its first packet. After a far jump
/// of the numbers packets are held until a few follow each other, and none of them is lost. A small
/// jump back is told from a late packet by its timestamp.
package struct RTPSourceTracker: Sendable {
  package struct Place: Equatable, Sendable {
    /// Grows in the order of sending, also where the source has begun to count anew.
    package var sequence: Int64
    package var timestamp: RTPTimestamp
    /// Whether the source has begun to count anew here: hand in again what was held.
    package var isRestart: Bool
  }

  package enum Outcome: Equatable, Sendable {
    case accepted(Place)
    /// Was here before, or is older than can be told.
    case duplicate
    /// Does not fit to what came before. To be kept, and handed in again after the next restart, or
    /// dropped with the next packet that is accepted without one.
    case held
  }

  /// How far ahead and behind a number may be (A.1 has 3 000 and 100 packets).
  private static let largestGap: Int64 = 3_000
  private static let largestDelay: Int64 = 1_000
  /// Seconds that a late packet's timestamp may be behind.
  private static let largestAge: Int64 = 10
  /// Packets that must follow each other for a restart.
  private static let restartLength = 3
  private static let capacity = 1_024

  package let clockRate: Int64
  package var statistics: RTPReception

  private var sequence = SequenceExtender()
  private var highestTimestamp = RTPTimestamp(0)
  private var lastArrival = MediaTime.zero
  /// For each number modulo the capacity the extended one that came.
  private var seen = [Int64](repeating: .min, count: capacity)

  /// The number that would follow those held, and how many there are.
  private var expected: SequenceNumber?
  private var heldCount = 0

  /// - Parameter clockRate: ticks a second.
  package init(clockRate: Int64) {
    precondition(clockRate > 0, "a clock that runs")
    self.clockRate = clockRate
    statistics = RTPReception(clockRate: clockRate)
  }

  /// The highest number so far; nil before the first packet.
  package var highestSequence: Int64? { sequence.highest }

  /// - Parameter isRetransmission: whether the packet was sent again, so that when it comes says
  ///   nothing of the network's delay.
  package mutating func receive(
    _ header: RTPHeader, isRetransmission: Bool = false, at now: MediaTime
  ) -> Outcome {
    let number = header.sequenceNumber
    guard let highest = sequence.highest else {
      highestTimestamp = RTPTimestamp(Int64(header.timestamp))
      return accept(sequence.extend(number), highestTimestamp, isRetransmission, at: now)
    }
    let timestamp = extended(header.timestamp, at: now)
    let extended = sequence.peek(number)
    let ahead = extended - highest
    // What is late is a little older than the newest, never newer.
    let age = timestamp.distance(to: highestTimestamp)
    if ahead > Self.largestGap || ahead < -Self.largestDelay
      || ahead <= 0 && !(0...Self.largestAge * clockRate).contains(age)
    {
      return hold(number, timestamp, isRetransmission, at: now)
    }
    guard seen[Self.slot(extended)] != extended else {
      statistics.countDuplicate(isRetransmission: isRetransmission)
      return .duplicate
    }
    (expected, heldCount) = (nil, 0)
    return accept(sequence.extend(number), timestamp, isRetransmission, at: now)
  }

  /// The lap is the one that time has come to: after a pause of hours the nearest one to the last
  /// packet's would be wrong.
  private func extended(_ ticks: UInt32, at now: MediaTime) -> RTPTimestamp {
    let passed = MediaTime(nanoseconds: max(now.nanoseconds &- lastArrival.nanoseconds, 0))
    return RTPTimestamp(
      ticks, nearest: highestTimestamp.advanced(by: passed.ticks(of: clockRate)))
  }

  private mutating func hold(
    _ number: SequenceNumber, _ timestamp: RTPTimestamp, _ isRetransmission: Bool,
    at now: MediaTime
  ) -> Outcome {
    heldCount = number == expected ? heldCount + 1 : 1
    expected = number.advanced(by: 1)
    guard heldCount >= Self.restartLength, let highest = sequence.highest else { return .held }
    // The next lap's number with the same low bits.
    let least = highest + 1
    let next = least + Int64(SequenceNumber(truncating: least).distance(to: number) & 0xFFFF)
    sequence = SequenceExtender(highest: next)
    statistics.restart(before: next - Int64(heldCount) + 1)
    (expected, heldCount) = (nil, 0)
    highestTimestamp = timestamp
    return accept(next, timestamp, isRetransmission, at: now, isRestart: true)
  }

  private mutating func accept(
    _ extended: Int64, _ timestamp: RTPTimestamp, _ isRetransmission: Bool, at now: MediaTime,
    isRestart: Bool = false
  ) -> Outcome {
    seen[Self.slot(extended)] = extended
    if extended == sequence.highest {
      highestTimestamp = timestamp
      lastArrival = now
    }
    statistics.count(extended, timestamp, isRetransmission: isRetransmission, at: now)
    return .accepted(Place(sequence: extended, timestamp: timestamp, isRestart: isRestart))
  }

  private static func slot(_ sequence: Int64) -> Int {
    Int(truncatingIfNeeded: sequence) & (capacity - 1)
  }
}

extension MediaTime {
  /// The nearest count of `rate` a second, clamped to a thousand years.
  package func ticks(of rate: Int64) -> Int64 {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let half: Int64 = rest < 0 ? -500_000_000 : 500_000_000
    return seconds * rate + (rest * rate + half) / 1_000_000_000
  }
}
