import MediaCore
import TestSupport

/// One direction of a path: a queue of limited length before a link of limited rate, then a delay, jitter
/// that keeps the order, and loss. Exact by seed.
struct QueueLink<Content> {
  struct Model {
    /// Bits a second, from these times on.
    var rates: [(from: MediaTime, bitrate: Int64)] = [(.zero, 1_000_000_000)]
    /// What the queue holds, as time at the link's rate.
    var longestQueue = MediaTime(milliseconds: 1_000)
    var delay = MediaTime(milliseconds: 50)
    /// Uniform, from 0.
    var jitter = MediaTime.zero
    /// A gathering network hands over at multiples of this.
    var gathering = MediaTime.zero
    var loss = 0.0
    var outages: [Range<MediaTime>] = []
  }

  struct Arrival {
    var content: Content
    var time: MediaTime
  }

  let model: Model
  private var random: SeededGenerator
  private var freeAt = MediaTime.zero
  private var lastArrival = MediaTime.zero
  private(set) var arrivals: [Arrival] = []
  private(set) var sent = 0
  private(set) var droppedByQueue = 0
  private(set) var lost = 0
  /// When a packet came to the link, and what it had to wait there.
  private(set) var waits: [(at: MediaTime, wait: MediaTime)] = []

  init(_ model: Model, seed: UInt64) {
    self.model = model
    random = SeededGenerator(seed: seed)
  }

  private func bitrate(at time: MediaTime) -> Int64 {
    var bitrate = model.rates[0].bitrate
    for rate in model.rates where rate.from <= time { bitrate = rate.bitrate }
    return bitrate
  }

  mutating func send(_ content: Content, size: Int, at now: MediaTime) {
    sent += 1
    let wait = max(freeAt - now, .zero)
    waits.append((now, wait))
    guard wait <= model.longestQueue else {
      droppedByQueue += 1
      return
    }
    let start = max(freeAt, now)
    freeAt =
      start + MediaTime(nanoseconds: Int64(size) * 8_000_000_000 / bitrate(at: start))
    let isLost = random.chance(model.loss)
    let jitter = model.jitter.nanoseconds
    let extra = jitter > 0 ? Int64.random(in: 0...jitter, using: &random) : 0
    guard !isLost, !model.outages.contains(where: { $0.contains(now) }) else {
      lost += 1
      return
    }
    var time = freeAt + model.delay + MediaTime(nanoseconds: extra)
    let gathering = model.gathering.nanoseconds
    if gathering > 0 {
      time.nanoseconds = (time.nanoseconds + gathering - 1) / gathering * gathering
    }
    lastArrival = max(time, lastArrival)
    arrivals.append(Arrival(content: content, time: lastArrival))
  }

  var deadline: MediaTime? { arrivals.first?.time }

  mutating func next(at now: MediaTime) -> Content? {
    guard let first = arrivals.first, first.time <= now else { return nil }
    return arrivals.removeFirst().content
  }
}
