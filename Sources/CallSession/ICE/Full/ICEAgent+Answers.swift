import MediaCore

extension ICEAgent {
  mutating func receive(
    answer: STUNMessage, _ bytes: [UInt8], _ path: ICEPath, into outputs: inout ICEOutputs
  ) {
    // An answer has to come back the way the question went (RFC 8445, 7.2.5.2.1).
    guard let place = transactions.firstIndex(where: { $0.id == answer.transactionID }),
      transactions[place].path == path
    else {
      statistics.strays += 1
      return
    }
    let transaction = transactions[place]
    if transaction.purpose == .gathering {
      transactions.remove(at: place)
      learn(answer.kind == .success ? answer.mappedAddress : nil, by: path, into: &outputs)
      return
    }
    guard let key = key(for: transaction), answer.isAuthentic(bytes, key: key) else {
      // Anyone can say so, so it has no effect but on the reason, should there be one.
      if answer.error == .unauthenticated || answer.isProtected { statistics.rejected += 1 }
      return
    }
    transactions.remove(at: place)
    if answer.kind == .error {
      receive(refusal: answer.error, of: transaction)
    } else {
      receive(success: transaction, into: &outputs)
    }
  }

  /// Consent is asked for in the generation of the way, all else in the newest.
  private func key(for transaction: ICETransaction) -> STUNKey? {
    let generation = transaction.purpose == .consent ? previous ?? current : current
    return generation.remote?.key
  }

  private mutating func receive(refusal: STUNErrorCode?, of transaction: ICETransaction) {
    if refusal == .roleConflict {
      if role == transaction.role { take(role.opposite) }
      guard transaction.isCheck, let index = index(of: transaction.path) else { return }
      pairs[index].state = .waiting
      trigger(transaction.path)
      return
    }
    guard transaction.isCheck, let index = index(of: transaction.path) else { return }
    pairs[index].state = .failed
  }

  private mutating func receive(success: ICETransaction, into outputs: inout ICEOutputs) {
    if success.path == selected { agree() }
    guard success.isCheck, let index = index(of: success.path) else { return }
    pairs[index].state = .succeeded
    // Of a request that was sent twice nobody knows which one was answered.
    if success.transmissions == 1 { pairs[index].roundTrip = latest - success.started }
    if firstValid == nil { firstValid = latest }
    if role == .controlling, success.isNomination {
      select(success.path, into: &outputs)
    } else if role == .controlled, pairs[index].named != nil {
      follow(nominationOf: index, into: &outputs)
    }
  }
}
