package import MediaCore

/// Finds out whether a link carries more than is known, when more is needed: by a short burst of packets at
/// the rate in question, whose spacing at arrival tells.
///
/// A board nearly always sends less than the link carries, and nothing is learnt from that. Nor has anything to be
/// while nobody needs it: so there is no probe without a need.
package struct ProbeController: Sendable {
  private struct Burst {
    let id: Int
    let rate: Double
    var bytes = 0
    var packets = 0
    let began: MediaTime
    var arrivals: [(sent: MediaTime, arrival: MediaTime, size: Int)] = []
    var told = 0

    var nextDue: MediaTime {
      MediaTime(nanoseconds: began.nanoseconds + Int64(Double(bytes) * 8e9 / rate))
    }
    var isSent: Bool {
      packets >= ProbeController.fewest
        && Double(bytes) * 8 >= rate * ProbeController.length
    }
  }

  /// Bits a second that would be sent if the link carried them; nil when what it carries is enough.
  package var need: Int64?
  private var burst: Burst?
  private var nextID = 0
  private var notBefore = MediaTime.zero
  /// Before the next burst: longer after each, since the first ones of a path tell little when it loses.
  private var pause = shortestPause
  /// To try again after a queue made the rate fall.
  private var before: (rate: Double, until: MediaTime)?

  private static let fewest = 8
  private static let fewestArrivals = 5
  /// Seconds.
  private static let length = 0.015
  private static let shortestPause = MediaTime(milliseconds: 500)
  private static let longestPause = MediaTime(milliseconds: 5_000)
  private static let recheck = MediaTime(milliseconds: 100)
  /// After a burst of which too much was lost to tell anything.
  private static let retry = MediaTime(milliseconds: 500)
  private static let longestWait = MediaTime(milliseconds: 1_000)
  private static let utilisation = 0.95

  package init() {}

  /// The burst that the next packet belongs to, if one is due now.
  package func due(at now: MediaTime) -> Int? {
    guard let burst, !burst.isSent, burst.nextDue <= now else { return nil }
    return burst.id
  }

  package var deadline: MediaTime? {
    guard let burst else { return need == nil ? nil : notBefore }
    return burst.isSent ? burst.began + Self.longestWait : burst.nextDue
  }

  /// Begins a burst if there is a need and nothing speaks against it.
  package mutating func update(
    estimate: Double, limit: Double, isQueueing: Bool, at now: MediaTime
  ) {
    if let burst, now - burst.began >= Self.longestWait { self.burst = nil }
    guard burst == nil, now >= notBefore, let need else { return }
    guard !isQueueing else {
      notBefore = now + Self.recheck
      return
    }
    var rate = min(2 * estimate, Double(need) * 1.1)
    if let before, now < before.until { rate = max(rate, min(before.rate, Double(need) * 1.1)) }
    rate = min(rate, limit)
    notBefore = now + pause
    guard rate > estimate * 1.05 else { return }
    before = nil
    pause = min(MediaTime(nanoseconds: 2 * pause.nanoseconds), Self.longestPause)
    burst = Burst(id: nextID, rate: rate, began: now)
    nextID += 1
  }

  /// The rate fell because of a queue: what it was may soon hold again.
  package mutating func noteDrop(from rate: Double, at now: MediaTime) {
    before = (rate * 0.85, now + Self.longestPause)
    notBefore = now + MediaTime(milliseconds: 1_000)
    burst = nil
  }

  /// The burst ends unfinished; the next one comes after the usual pause.
  package mutating func abandon() { burst = nil }

  package mutating func noteSent(_ id: Int, size: Int) {
    guard burst?.id == id else { return }
    burst?.bytes += size
    burst?.packets += 1
  }

  /// What a burst told: the rate that the link carries, when it is over.
  package mutating func note(
    _ result: TransportSendHistory.Result, inherentLoss: Double, at now: MediaTime
  ) -> Double? {
    guard var burst, result.probe == burst.id else { return nil }
    burst.told += 1
    if let arrival = result.arrival { burst.arrivals.append((result.sent, arrival, result.size)) }
    self.burst = burst
    guard burst.isSent, burst.told >= burst.packets else { return nil }
    self.burst = nil
    guard let rate = Self.rate(burst, inherentLoss) else {
      notBefore = now + Self.retry
      return nil
    }
    // A link that carries twice as much may carry more still.
    if rate >= burst.rate * 0.9 { notBefore = now }
    return rate
  }

  private static func rate(_ burst: Burst, _ inherentLoss: Double) -> Double? {
    let arrivals = burst.arrivals.sorted { $0.sent < $1.sent }
    guard arrivals.count >= fewestArrivals, arrivals.count * 2 >= burst.packets,
      let first = arrivals.first,
      let last = arrivals.last
    else { return nil }
    let arrived = (last.arrival - first.arrival).nanoseconds
    let sent = (last.sent - first.sent).nanoseconds
    guard arrived > 0, sent > 0 else { return nil }
    var bytes = 0
    for arrival in arrivals { bytes += arrival.size }
    // What is lost at any rate took its place too.
    let scale = 1 / (1 - inherentLoss)
    let sending = Double(bytes - last.size) * scale * 8e9 / Double(sent)
    let arriving = Double(bytes - first.size) * scale * 8e9 / Double(arrived)
    return arriving < sending * 0.9 ? arriving * utilisation : min(arriving, sending, burst.rate)
  }
}
