package import MediaCore

/// What a path carries, by transport-wide feedback: delays, losses and probes together
/// (draft-ietf-rmcat-gcc-02, draft-holmer-rmcat-transport-wide-cc-extensions-01).
package struct BandwidthEstimator: Sendable {
  private var history = TransportSendHistory()
  private var groups = ArrivalGroups()
  private var trend = TrendlineEstimator()
  private var queue = QueueDelay()
  private var acknowledged = AcknowledgedBitrate()
  private var delayBased: DelayBasedRate
  private var loss = LossBasedLimit()
  private var probes = ProbeController()
  private var sentRate = SentRate()
  private let limits: ClosedRange<Int64>
  private var shortestRoundTrip: MediaTime?
  /// A receiver's own limit.
  private var remoteLimit = Double.greatestFiniteMagnitude

  /// Of those that were told: all, and missing ones.
  package private(set) var packetsTold = 0
  package private(set) var packetsMissing = 0

  /// What may be under way beyond a round trip, in nanoseconds: feedback's interval, and a queue that
  /// hurts nobody.
  private static let windowSlack: Int64 = 250_000_000
  private static let smallestWindow = 6_000.0
  private static let feedbackPatience: Int64 = 500_000_000
  private static let queueing = MediaTime(milliseconds: 15)
  private static let draining = MediaTime(milliseconds: 60)

  /// - Parameters:
  ///   - start: bits a second, before anything is known.
  ///   - limits: of the estimate.
  package init(start: Int64 = 300_000, limits: ClosedRange<Int64> = 30_000...20_000_000) {
    self.limits = limits
    delayBased = DelayBasedRate(start: start, limits: limits)
  }

  /// Bits a second that the path carries.
  package var estimate: Int64 { Int64(min(delayBased.rate, remoteLimit)) }

  /// What to send at now: less while a queue is to drain, and for a moment to see whether it is the rate
  /// that makes losses.
  package var target: Int64 {
    if loss.isDipping { return estimate * 3 / 5 }
    return queue.standing > Self.draining ? estimate * 3 / 4 : estimate
  }

  /// The queue that even the luckiest packet of late met.
  package var standingQueue: MediaTime { queue.standing }
  package var inherentLoss: Double { loss.inherentLoss }
  package var acknowledgedBitrate: Int64? { acknowledged.steady }
  package var inFlight: Int { history.inFlight }

  /// Whether so much is under way that what is sent now could only queue.
  package var isFull: Bool {
    let roundTrip = shortestRoundTrip ?? RoundTripTime.assumed
    let seconds = Double(roundTrip.nanoseconds + Self.windowSlack) / 1e9
    return Double(history.inFlight) > max(Double(estimate) / 8 * seconds, Self.smallestWindow)
  }

  /// See `ProbeController.need`.
  package mutating func announce(need: Int64?) { probes.need = need }

  /// See `ReceiverEstimatedMaximumBitrate`.
  package mutating func limit(to bitrate: UInt64) {
    remoteLimit = max(Double(bitrate), Double(limits.lowerBound))
  }

  /// The probe that a packet is due for.
  package func probeDue(at now: MediaTime) -> Int? { probes.due(at: now) }

  /// There is nothing that the probe could be made of.
  package mutating func abandonProbe() { probes.abandon() }

  /// Of the next packet, on the transport.
  package var nextSequence: Int64 { history.next }

  /// Whether feedback has told of a packet that it arrived.
  package func hasArrived(_ sequence: Int64) -> Bool { history.hasArrived(sequence) }
  /// Whether the feedback on a packet was lost.
  package func isUntold(_ sequence: Int64) -> Bool { history.isUntold(sequence) }

  /// Takes note of a packet that leaves; its number on the transport.
  ///
  /// - Parameter size: bytes on the wire.
  package mutating func noteSent(size: Int, probe: Int? = nil, at now: MediaTime) -> SequenceNumber
  {
    sentRate.note(size, at: now)
    if let probe { probes.noteSent(probe, size: size) }
    return history.note(size: size, probe: probe, at: now)
  }

  package mutating func handle(
    _ feedback: TransportFeedback, roundTrip: MediaTime, at now: MediaTime
  ) {
    var isContinuous = false
    let results = history.results(of: feedback, isContinuous: &isContinuous)
    guard !results.isEmpty else { return }
    var probed: Double?
    for result in results {
      if !result.wasMissing { packetsTold += 1 }
      if result.arrival == nil {
        packetsMissing += 1
      } else if result.wasMissing {
        packetsMissing -= 1
      }
      if let rate = probes.note(result, inherentLoss: loss.inherentLoss, at: now) { probed = rate }
    }
    noteArrivals(results, isContinuous, at: now)
    let searched = loss.note(results, isQueued: queue.standing > Self.queueing)
    adjust(searched: searched, probed: probed, roundTrip: roundTrip, at: now)
  }

  private mutating func noteArrivals(
    _ results: [TransportSendHistory.Result], _ isContinuous: Bool, at now: MediaTime
  ) {
    var arrived: [(arrival: MediaTime, size: Int, sent: MediaTime)] = []
    for result in results {
      if let arrival = result.arrival { arrived.append((arrival, result.size, result.sent)) }
    }
    // By arrival; of equal ones the first sent.
    arrived.sort { ($0.arrival, $0.sent) < ($1.arrival, $1.sent) }
    for packet in arrived {
      queue.note(sent: packet.sent, arrival: packet.arrival)
      if let difference = groups.note(sent: packet.sent, arrival: packet.arrival) {
        trend.note(difference)
      }
    }
    acknowledged.note(arrived.map { ($0.arrival, $0.size) }, isContinuous: isContinuous)
    if let last = arrived.last {
      shortestRoundTrip = min(shortestRoundTrip ?? (now - last.sent), now - last.sent)
    }
  }

  private mutating func adjust(
    searched: Bool, probed: Double?, roundTrip: MediaTime, at now: MediaTime
  ) {
    let before = delayBased.rate
    // What is lost anyway did not have to arrive for the link to carry it.
    let scale = 1 / (1 - loss.inherentLoss)
    let observation = DelayBasedRate.Observation(
      usage: trend.usage, standing: queue.standing,
      steady: acknowledged.steady.map { Int64(Double($0) * scale) },
      quick: acknowledged.quick.map { Int64(Double($0) * scale) },
      isApplicationLimited: sentRate.bitrate(at: now) < 0.65 * before,
      isEnough: isEnough(before / scale), roundTrip: roundTrip)
    if delayBased.update(observation, at: now) { queue.rebase() }
    if let limit = loss.limit, searched, limit < delayBased.rate { delayBased.set(limit) }
    if let probed, probed > delayBased.rate, loss.limit.map({ $0 > probed }) ?? true {
      delayBased.set(probed)
    }
    if delayBased.rate < before * 0.9 { probes.noteDrop(from: before, at: now) }
  }

  /// Whether a rate is more than is needed, what is sent again included: believing in more would only let a
  /// longer queue build up when the path becomes narrow.
  private func isEnough(_ rate: Double) -> Bool {
    probes.need.map { rate > Double($0) * Self.ample } ?? false
  }

  private static let ample = 1.25

  package var deadline: MediaTime? {
    let patience = MediaTime(
      nanoseconds: Self.feedbackPatience
        + 2 * (shortestRoundTrip ?? RoundTripTime.assumed).nanoseconds)
    return MediaTime.earliest(probes.deadline, history.oldestFlying.map { $0 + patience })
  }

  package mutating func handleTimeout(at now: MediaTime) {
    let patience =
      Self.feedbackPatience + 2 * (shortestRoundTrip ?? RoundTripTime.assumed).nanoseconds
    history.forget(sentBefore: MediaTime(nanoseconds: now.nanoseconds - patience + 1))
    probes.update(
      estimate: Double(estimate), limit: min(Double(limits.upperBound), remoteLimit),
      isQueueing: queue.standing > Self.queueing || loss.limit != nil, at: now)
  }
}
