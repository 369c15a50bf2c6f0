package import MediaCore

/// Remembers what was sent on a transport, and says what became of it when feedback comes.
package struct TransportSendHistory: Sendable {
  /// What feedback tells of a packet that it did not tell before.
  package struct Result: Equatable, Sendable {
    package var sequence: Int64
    /// Bytes on the wire.
    package var size: Int
    package var sent: MediaTime
    /// On the receiver's clock; nil when it is missing.
    package var arrival: MediaTime?
    /// Told as missing before.
    package var wasMissing: Bool
    package var probe: Int?
  }

  private enum State {
    case flying
    /// Its feedback was lost.
    case untold
    case missing
    case arrived
  }

  private struct Entry {
    let size: Int
    let sent: MediaTime
    let probe: Int?
    var state = State.flying
  }

  /// Of packets `first` and following.
  private var entries: [Entry] = []
  private var start = 0
  private var first: Int64 = 0
  /// Nothing before it is flying.
  private var settled: Int64 = 0
  /// Bytes that nothing is known of.
  package private(set) var inFlight = 0
  /// The last feedback's reference, in its unit, without wraps.
  private var reference: Int64?
  private var feedbackNumber: UInt8?

  private static let age = MediaTime(milliseconds: 10_000)
  private static let most = 16_384

  package init() {}

  /// Of the next packet.
  package var next: Int64 { first + Int64(entries.count - start) }

  package mutating func note(size: Int, probe: Int?, at now: MediaTime) -> SequenceNumber {
    let number = SequenceNumber(truncating: next)
    entries.append(Entry(size: size, sent: now, probe: probe))
    inFlight += size
    while start < entries.count - 1,
      now - entries[start].sent > Self.age || entries.count - start > Self.most
    {
      if first >= settled { settle(through: first) }
      start += 1
      first += 1
    }
    if start > 1_024, start * 2 > entries.count {
      entries.removeFirst(start)
      start = 0
    }
    return number
  }

  /// When the oldest packet that is under way was sent.
  package var oldestFlying: MediaTime? {
    var sequence = max(settled, first)
    while sequence < next {
      let entry = entries[index(sequence)]
      if entry.state == .flying { return entry.sent }
      sequence += 1
    }
    return nil
  }

  /// Feedback that does not come for so long never will.
  package mutating func forget(sentBefore time: MediaTime) {
    while settled < next, entries[index(max(settled, first))].sent < time {
      settle(through: max(settled, first))
    }
  }

  package func hasArrived(_ sequence: Int64) -> Bool {
    sequence >= first && sequence < next && entries[index(sequence)].state == .arrived
  }

  /// Whether feedback told of later packets, and not of this one.
  package func isUntold(_ sequence: Int64) -> Bool {
    sequence >= first && sequence < next && entries[index(sequence)].state == .untold
  }

  private func index(_ sequence: Int64) -> Int { start + Int(sequence - first) }

  private mutating func settle(through sequence: Int64) {
    settled = max(settled, first)
    while settled <= sequence, settled < next {
      let place = index(settled)
      if entries[place].state == .flying {
        entries[place].state = .untold
        inFlight -= entries[place].size
      }
      settled += 1
    }
  }

  /// What is new in a feedback, by sequence number.
  ///
  /// - Parameter isContinuous: no other feedback is missing before this.
  package mutating func results(
    of feedback: TransportFeedback, isContinuous: inout Bool
  ) -> [Result] {
    guard feedback.count > 0, next > first else { return [] }
    let last = next - 1
    let base =
      last + Int64(SequenceNumber(truncating: last).distance(to: feedback.base))
    let end = base + Int64(feedback.count)
    // Of packets that were never sent nothing can be told.
    guard base >= first, end <= next else { return [] }
    isContinuous = feedbackNumber.map { feedback.number == $0 &+ 1 } ?? true
    feedbackNumber = feedback.number
    var arrival = unwrap(feedback.referenceTime) * TransportFeedback.referenceUnit
    var results: [Result] = []
    results.reserveCapacity(Int(feedback.count))
    var told = feedback.arrivals.startIndex
    for sequence in base..<end {
      var time: MediaTime?
      if told < feedback.arrivals.endIndex,
        Int64(feedback.arrivals[told].offset) == sequence - base
      {
        arrival += Int64(feedback.arrivals[told].delta) * TransportFeedback.deltaUnit
        time = MediaTime(nanoseconds: arrival * 1_000)
        told += 1
      }
      if let result = note(sequence, arrival: time) { results.append(result) }
    }
    settle(through: end - 1)
    return results
  }

  private mutating func note(_ sequence: Int64, arrival: MediaTime?) -> Result? {
    let place = index(sequence)
    let before = entries[place].state
    if before == .arrived || (before == .missing && arrival == nil) { return nil }
    if before == .flying { inFlight -= entries[place].size }
    entries[place].state = arrival == nil ? .missing : .arrived
    let entry = entries[place]
    return Result(
      sequence: sequence, size: entry.size, sent: entry.sent, arrival: arrival,
      wasMissing: before == .missing, probe: entry.probe)
  }

  /// 24 bits without wraps, next to the last ones.
  private mutating func unwrap(_ time: Int32) -> Int64 {
    guard let reference else {
      self.reference = Int64(time)
      return Int64(time)
    }
    let difference = ((time &- Int32(truncatingIfNeeded: reference)) << 8) >> 8
    self.reference = reference + Int64(difference)
    return reference + Int64(difference)
  }
}
