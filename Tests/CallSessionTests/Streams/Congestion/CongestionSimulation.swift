import MediaCore
import TestSupport

@testable import CallSession

/// A sender with sound and a video that fills what the estimate allows up to its need, over a link, and a
/// receiver that sends feedback back over another.
struct CongestionSimulation {
  var estimator: BandwidthEstimator
  var pacer: Pacer<Int>
  var link: QueueLink<(SequenceNumber, Int)>
  var back: QueueLink<TransportFeedback>
  private var timer = TransportFeedbackTimer()
  /// Bits a second that video needs.
  var need: Int64
  /// Of the estimate, ten times a second.
  private(set) var estimates: [(time: MediaTime, bitrate: Int64)] = []
  private(set) var receivedBytes: [(time: MediaTime, size: Int)] = []
  private var now = MediaTime.zero
  private var nextFrame = MediaTime.zero
  private var nextSound = MediaTime.zero
  private var nextSample = MediaTime.zero

  static let overhead = 44

  init(
    _ model: QueueLink<(SequenceNumber, Int)>.Model, need: Int64, start: Int64 = 300_000,
    announces: Bool = true, feedbackLoss: Double = 0, seed: UInt64 = 1
  ) {
    estimator = BandwidthEstimator(start: start)
    pacer = Pacer(estimate: start)
    link = QueueLink(model, seed: seed)
    var backModel = QueueLink<TransportFeedback>.Model()
    backModel.delay = model.delay
    backModel.loss = feedbackLoss
    backModel.outages = model.outages
    back = QueueLink(backModel, seed: seed + 1_000)
    self.need = need
    estimator.announce(need: announces ? need : nil)
  }

  mutating func run(until end: MediaTime) {
    var stalls = 0
    while now < end {
      produce()
      transmit()
      deliver()
      let next =
        [
          nextFrame, nextSound, nextSample, pacer.deadline ?? end, link.deadline ?? end,
          back.deadline ?? end, timer.deadline ?? end, estimator.deadline ?? end,
        ].min() ?? end
      stalls = next > now ? 0 : stalls + 1
      precondition(stalls < 100, "deadlines that nobody heeds")
      now = min(max(next, MediaTime(nanoseconds: now.nanoseconds + 1)), end)
    }
  }

  private mutating func produce() {
    if nextSound <= now {
      pacer.enqueue(80, size: 80 + Self.overhead, priority: .audio, at: now)
      nextSound = nextSound + MediaTime(milliseconds: 20)
    }
    if nextFrame <= now {
      nextFrame = nextFrame + MediaTime(nanoseconds: 33_333_333)
      let bitrate = min(estimator.target - 50_000, need)
      // An encoder that heeds its queue.
      if bitrate > 0, pacer.expectedWait < MediaTime(milliseconds: 100), !pacer.isHeld {
        var left = Int(bitrate / 30 / 8)
        while left > 0 {
          let size = min(left, 1_100)
          pacer.enqueue(size, size: size + Self.overhead, priority: .video, at: now)
          left -= size
        }
      }
    }
    if nextSample <= now {
      estimates.append((now, estimator.estimate))
      nextSample = nextSample + MediaTime(milliseconds: 100)
    }
  }

  private mutating func transmit() {
    estimator.handleTimeout(at: now)
    pacer.setEstimate(estimator.target, at: now)
    pacer.isHeld = estimator.isFull
    while let size = pacer.next(at: now) {
      let number = estimator.noteSent(size: size + Self.overhead, at: now)
      link.send((number, size), size: size + Self.overhead, at: now)
      pacer.isHeld = estimator.isFull
    }
    while let probe = estimator.probeDue(at: now) {
      let number = estimator.noteSent(size: 1_200, probe: probe, at: now)
      link.send((number, 1_200), size: 1_200, at: now)
    }
  }

  private mutating func deliver() {
    while let (number, size) = link.next(at: now) {
      timer.note(number, at: now)
      receivedBytes.append((now, size))
    }
    var packets: [RTCPPacket] = []
    timer.takeFeedback(sender: SSRC(2), source: SSRC(1), at: now, into: &packets)
    for case .transportFeedback(let feedback) in packets { back.send(feedback, size: 80, at: now) }
    while let feedback = back.next(at: now) {
      estimator.handle(
        feedback, roundTrip: link.model.delay + back.model.delay, at: now)
    }
  }

  /// Bits a second that arrived between two times.
  func goodput(_ from: Int64, _ until: Int64) -> Int64 {
    var bytes = 0
    for (time, size) in receivedBytes
    where time >= MediaTime(milliseconds: from) && time < MediaTime(milliseconds: until) {
      bytes += size
    }
    return Int64(bytes) * 8_000 / (until - from)
  }

  func lowestEstimate(_ from: Int64, _ until: Int64) -> Int64 {
    var lowest = Int64.max
    for (time, bitrate) in estimates
    where time >= MediaTime(milliseconds: from) && time < MediaTime(milliseconds: until) {
      lowest = min(lowest, bitrate)
    }
    return lowest
  }

  /// The longest time in a row that packets found a queue of more than `limit`.
  func longestTime(over limit: MediaTime) -> MediaTime {
    var longest = MediaTime.zero
    var since: MediaTime?
    for (time, wait) in link.waits {
      guard wait > limit else {
        since = nil
        continue
      }
      let began = since ?? time
      since = began
      longest = max(longest, time - began)
    }
    return longest
  }
}
