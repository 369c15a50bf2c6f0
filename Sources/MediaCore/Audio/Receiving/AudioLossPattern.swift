/// What kind of loss there is before any repair: whether it pays to wait for the next packet's
/// redundancy, or for retransmissions.
struct AudioLossPattern: Sendable {
  /// Whether to wait until the packet behind a lost one is there.
  private(set) var needsRedundancy = false
  /// Whether enough is lost to wait a little for what is sent again.
  private(set) var needsCopies = false
  /// Whether redundancy alone would leave more than half a percent of the time lost for longer than
  /// a packet.
  private(set) var needsRetransmission = false

  private var highest: Int64?
  /// Parts of the packets: lost; lost in a row of which a redundancy mends only the last; redundant.
  private var lost = 0.0
  private var longLost = 0.0
  private var redundant = 0.0

  private static let lossMemory = 1.0 / 256
  private static let longLossMemory = 1.0 / 512
  private static let redundancyMemory = 1.0 / 64
  /// Longer is an outage, which no delay mends.
  private static let longestLoss: Int64 = 25

  /// - Parameter sequence: of a packet that was not sent again.
  mutating func observe(_ sequence: Int64, hasRedundancy: Bool) {
    redundant += ((hasRedundancy ? 1 : 0) - redundant) * Self.redundancyMemory
    guard let highest else {
      self.highest = sequence
      return
    }
    guard sequence > highest else { return }
    self.highest = sequence
    let missing = sequence - highest - 1
    if missing <= Self.longestLoss {
      let isRedundant = redundant > 0.1
      let left = isRedundant ? missing - 1 : missing
      for index in 0..<missing {
        lost += (1 - lost) * Self.lossMemory
        if left > 1, index < left { longLost += (1 - longLost) * Self.longLossMemory }
      }
    }
    lost -= lost * Self.lossMemory
    longLost -= longLost * Self.longLossMemory
    // Between the limits it stays as it is.
    if lost > 0.01 { (needsRedundancy, needsCopies) = (redundant > 0.1, true) }
    if lost < 0.004 { (needsRedundancy, needsCopies) = (false, false) }
    if longLost > 0.005 { needsRetransmission = true }
    if longLost < 0.002 { needsRetransmission = false }
  }
}
