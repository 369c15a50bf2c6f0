package import MediaCore

extension ICEAgent {
  /// When `handleTimeout` is to be called; nil when nothing is pending.
  package var deadline: MediaTime? {
    guard isActive else { return nil }
    var earliest = giveUpTime
    for transaction in transactions { earliest = .earliest(earliest, transaction.due) }
    if hasMoreToSend { earliest = .earliest(earliest, max(nextSlot, latest)) }
    earliest = .earliest(earliest, nominationTime)
    guard selected != nil else { return earliest }
    earliest = .earliest(earliest, consent.next ?? latest)
    earliest = .earliest(earliest, consent.expiry)
    return .earliest(earliest, suspicionTime)
  }

  /// Does what is due.
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout ICEOutputs
  ) {
    note(now)
    guard isActive else { return }
    repeatRequests(into: &outputs)
    keepConsent(using: &random, into: &outputs)
    guard isActive else { return }
    nominate(using: &random, into: &outputs)
    if latest >= nextSlot { sendNext(using: &random, into: &outputs) }
    giveUp(into: &outputs)
  }

  private mutating func repeatRequests(into outputs: inout ICEOutputs) {
    var kept: [ICETransaction] = []
    kept.reserveCapacity(transactions.count)
    for var transaction in transactions {
      if transaction.due <= latest {
        guard !transaction.isExhausted else {
          if transaction.isCheck, let index = index(of: transaction.path) {
            pairs[index].state = .failed
          }
          continue
        }
        transaction.repeatAgain(at: latest)
        send(transaction, into: &outputs)
      }
      kept.append(transaction)
    }
    transactions = kept
    endGathering(into: &outputs)
  }

  mutating func send(_ transaction: ICETransaction, into outputs: inout ICEOutputs) {
    if transaction.isCheck { statistics.sent += 1 }
    outputs.datagrams.append(ICEDatagram(transaction.bytes, transaction.path))
  }

  /// While there is hope it is twice as far: many pairs take long, but nobody waits for ever.
  private var giveUpTime: MediaTime? {
    guard let began, currentWay == nil else { return nil }
    let patience = configuration.patience
    for pair in pairs where pair.isOpen || role == .controlling && pair.state == .succeeded {
      return began + patience + patience
    }
    return began + patience
  }

  private mutating func giveUp(into outputs: inout ICEOutputs) {
    guard let time = giveUpTime, time <= latest else { return }
    let reason = failure
    if selected == nil {
      state = .failed
      silence()
    } else {
      // The way of before the restart still works.
      began = nil
      pairs.removeAll()
    }
    outputs.events.append(.failed(reason))
  }

  private var failure: ICEFailure {
    if pairs.isEmpty { return .noPairs(local: hosts.count, remote: remoteCandidates.count) }
    if pairs.contains(where: { $0.state == .succeeded }) { return .noDecision }
    if statistics.rejected > 0 || statistics.refused > 0 { return .wrongPassword }
    return .noAnswer(pairs: pairs.count)
  }
}
