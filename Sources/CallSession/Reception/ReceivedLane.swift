import MediaCore

/// One stream that is received: whose it is now, and where it stands in time.
struct ReceivedLane: Sendable {
  /// What becomes of a packet.
  enum Acceptance: Equatable {
    case refused
    case known
    /// Its source is received from now on, in the place of another one.
    case begins(after: SSRC?)
  }

  let lane: MediaLane
  let payloadType: UInt8
  private(set) var source: SSRC?
  private(set) var hasEnded = false
  private var lastArrival = MediaTime.zero
  private(set) var clock: SenderClock
  private var newest: RTPTimestamp?
  /// A report that came before any packet.
  private var earlyReport: SenderReport?
  /// Numbers go on when another source takes over.
  private var highest: Int64?
  private var offset: Int64 = 0

  /// Another source takes over when nothing came of the last one for so long.
  private static let silence = MediaTime(milliseconds: 1_000)
  /// Between the numbers of two sources: what was lost in between nobody knows.
  private static let step: Int64 = 1_000
  /// Nanoseconds. A clock that makes a larger step was set.
  private static let largestStep: UInt64 = 200_000_000

  init(_ lane: MediaLane, payloadType: UInt8) {
    self.lane = lane
    self.payloadType = payloadType
    clock = SenderClock(clockRate: lane.clockRate)
  }

  /// Whether a packet is of this stream; makes its source the one that is received if there is none.
  mutating func accept(_ header: RTPHeader, at now: MediaTime) -> Acceptance {
    guard header.payloadType == payloadType else { return .refused }
    var acceptance = Acceptance.known
    if header.ssrc != source {
      guard source == nil || hasEnded || now - lastArrival >= Self.silence else { return .refused }
      acceptance = .begins(after: source)
      begin(header.ssrc)
    }
    lastArrival = now
    hasEnded = false
    return acceptance
  }

  private mutating func begin(_ source: SSRC) {
    self.source = source
    clock = SenderClock(clockRate: lane.clockRate)
    newest = nil
    offset = highest.map { $0 + Self.step } ?? 0
  }

  mutating func end() { hasEnded = true }

  /// Gives a timestamp its lap.
  mutating func extend(_ timestamp: UInt32) -> RTPTimestamp {
    let extended = RTPTimestamp(timestamp, nearest: newest ?? RTPTimestamp(Int64(timestamp)))
    newest = max(newest ?? extended, extended)
    if let earlyReport, earlyReport.sender == source {
      clock.receive(earlyReport, newest: extended)
      self.earlyReport = nil
    }
    return extended
  }

  /// A number that goes on from source to source.
  mutating func extend(_ sequence: Int64) -> Int64 {
    let extended = sequence &+ offset
    highest = max(highest ?? extended, extended)
    return extended
  }

  /// - Returns: whether the sender's clock was set: what came before says nothing of what comes now.
  mutating func note(_ report: SenderReport) -> Bool {
    guard let newest, report.sender == source else {
      earlyReport = report
      return false
    }
    let before = clock.time(of: newest)
    clock.receive(report, newest: newest)
    guard let before, let after = clock.time(of: newest) else { return false }
    return (after &- before).magnitude > Self.largestStep
  }
}
