import MediaCore

/// What goes over a link.
struct LinkWatch {
  private(set) var packets: Int64 = 0
  private(set) var bytes: Int64 = 0
  private(set) var bitrate: [CallTestReport.Point] = []
  private(set) var estimate: [CallTestReport.Point] = []
  private var bytesBefore: Int64 = 0
  /// In microseconds.
  private var delays: [Int32] = []

  mutating func noteSent(_ count: Int) {
    packets += 1
    bytes += Int64(count)
  }

  /// What went over it so far, as it was counted elsewhere.
  mutating func count(packets: Int64, bytes: Int64) {
    self.packets = packets
    self.bytes = bytes
  }

  mutating func noteArrival(after delay: MediaTime?) {
    guard let delay else { return }
    delays.append(Int32(clamping: delay.nanoseconds / 1_000))
  }

  /// Once a second.
  mutating func sample(estimate rate: Int64, at now: MediaTime) {
    bitrate.append(.init(now.seconds, Double(bytes - bytesBefore) * 8))
    estimate.append(.init(now.seconds, Double(rate)))
    bytesBefore = bytes
  }

  /// Of a network that tells nothing but what it loses, if that.
  func report(ofRealLoss loss: Double?) -> CallTestReport.Link {
    var link = report(nil, plan: nil)
    link.loss = loss
    (link.queueLoss, link.outageLoss) = (nil, nil)
    (link.longestQueue, link.longestCongestion) = (nil, nil)
    return link
  }

  func report(
    _ statistics: LinkStatistics?, plan: LinkSettings?
  ) -> CallTestReport.Link {
    var link = CallTestReport.Link()
    link.packets = packets
    link.bytes = bytes
    link.bitrate = bitrate
    link.estimate = estimate
    if !delays.isEmpty { link.latency = Double(delays.sorted()[delays.count / 2]) / 1_000 }
    if let statistics, statistics.sent > 0 {
      let settled = Double(max(statistics.sent - statistics.inFlight, 1))
      link.loss = Double(statistics.lost) / settled
      link.queueLoss = Double(statistics.lostToQueue) / settled
      link.outageLoss = Double(statistics.lostToOutages) / settled
      let queued = max(statistics.sent - statistics.lostToQueue, 1)
      link.queue = statistics.queueDelaySum.milliseconds / Double(queued)
      link.longestQueue = statistics.longestQueueDelay.milliseconds
      link.longestCongestion = statistics.longestCongestion.milliseconds
    }
    if let plan {
      link.plannedLatency = plan.latency.milliseconds
      link.plannedLoss = plan.loss.rate
      if case .gilbertElliott(_, let leave, _, _) = plan.loss, leave > 0 {
        link.plannedBurst = 1 / leave
      }
      link.plannedJitter = plan.jitter?.deviation.milliseconds
    }
    return link
  }
}
