import MediaCore

/// A request of ours that waits for its answer (RFC 8489, 6.2.1).
struct ICETransaction: Sendable {
  enum Purpose: Equatable, Sendable {
    case check(nominates: Bool)
    /// Asks a server how we look from outside.
    case gathering
    case consent
  }

  let id: STUNTransactionID
  let purpose: Purpose
  let path: ICEPath
  let bytes: [UInt8]
  /// What ours was when it was written.
  let role: ICERole
  let started: MediaTime
  private(set) var sent: MediaTime
  private(set) var transmissions = 1
  private let timeout: MediaTime
  /// When it is to be sent again, or given up.
  private(set) var due: MediaTime

  init(
    _ id: STUNTransactionID, _ purpose: Purpose, _ path: ICEPath, _ bytes: [UInt8],
    role: ICERole, timeout: MediaTime, at now: MediaTime
  ) {
    self.id = id
    self.purpose = purpose
    self.path = path
    self.bytes = bytes
    self.role = role
    self.timeout = timeout
    started = now
    sent = now
    due = now
    due = now + wait
  }

  /// RFC 8489 has seven; a server that is silent for seven seconds is not waited for, and consent is asked for
  /// anew rather than again.
  private var mostTransmissions: Int {
    switch purpose {
    case .check: 7
    case .gathering: 4
    case .consent: 1
    }
  }

  private var wait: MediaTime {
    switch purpose {
    case .consent: ICETiming.consentAnswer
    case .check where transmissions >= mostTransmissions: times(16)
    default: times(1 << Int64(transmissions - 1))
    }
  }

  private func times(_ count: Int64) -> MediaTime {
    MediaTime(nanoseconds: timeout.nanoseconds * count)
  }

  var isNomination: Bool { purpose == .check(nominates: true) }
  var isCheck: Bool { isNomination || purpose == .check(nominates: false) }
  var isExhausted: Bool { transmissions >= mostTransmissions }

  mutating func repeatAgain(at now: MediaTime) {
    transmissions += 1
    sent = now
    due = now + wait
  }

  /// Sends it again soon: the other side can be reached now.
  mutating func hasten(at now: MediaTime) {
    guard isCheck, !isExhausted, now - sent >= ICETiming.shortestRepeat else { return }
    due = min(due, now)
  }
}
