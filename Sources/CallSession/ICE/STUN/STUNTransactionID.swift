/// What an answer has in common with its request, and nobody else can guess (RFC 8489, 5): 96 bits.
package struct STUNTransactionID: Hashable, Sendable {
  package let high: UInt32
  package let low: UInt64

  package init(high: UInt32, low: UInt64) {
    self.high = high
    self.low = low
  }

  package init(using random: inout some RandomNumberGenerator) {
    high = UInt32(truncatingIfNeeded: random.next())
    low = random.next()
  }
}
