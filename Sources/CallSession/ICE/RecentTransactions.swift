/// The last checks of a peer and where each came from, so that one which somebody recorded does not count
/// when it is sent again from elsewhere.
struct RecentTransactions: Sendable {
  private struct Entry: Sendable {
    let transaction: STUNTransactionID
    let source: TransportAddress
  }

  private var entries: [Entry] = []
  private var next = 0

  /// At a check every second or two, some minutes.
  static let most = 128

  /// Whether this is the first with its number, or the first again (RFC 8489, 6.2.1: who gets no answer
  /// repeats the request), from where it came before.
  mutating func isNew(_ transaction: STUNTransactionID, from source: TransportAddress) -> Bool {
    for entry in entries where entry.transaction == transaction { return entry.source == source }
    let entry = Entry(transaction: transaction, source: source)
    if entries.count < Self.most {
      entries.append(entry)
    } else {
      entries[next] = entry
      next = (next + 1) % Self.most
    }
    return true
  }
}
