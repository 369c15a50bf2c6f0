package import MediaCore

/// The rate of a link over time, and the queue before it. Full, the queue drops what comes last.
package struct LinkCapacity: Equatable, Sendable {
  package struct Step: Equatable, Sendable {
    package var start: MediaTime
    /// Bits a second, above 0.
    package var rate: Int64

    package init(start: MediaTime, rate: Int64) {
      self.start = start
      self.rate = rate
    }
  }

  package enum QueueLimit: Equatable, Sendable {
    /// A packet that would wait longer is dropped.
    case time(MediaTime)
    /// A packet that would make the queue longer is dropped. Headers below UDP count.
    case bytes(Int)
  }

  /// In order of time; before the first, the first rate holds.
  package var steps: [Step]
  package var queueLimit: QueueLimit

  package init(steps: [Step], queueLimit: QueueLimit) {
    precondition(!steps.isEmpty && steps.allSatisfy { $0.rate > 0 }, "a rate above 0")
    precondition(
      zip(steps, steps.dropFirst()).allSatisfy { $0.start < $1.start }, "steps in order of time")
    self.steps = steps
    self.queueLimit = queueLimit
  }

  package init(rate: Int64, queueLimit: QueueLimit) {
    self.init(steps: [Step(start: .zero, rate: rate)], queueLimit: queueLimit)
  }

  /// What IPv4 and UDP add to a datagram on the wire.
  package static let headerSize = 28

  /// When `bits` that begin at `start` are sent, rounded up to a nanosecond. `step` is where the last
  /// one ended, and moves on.
  func end(of bits: Int64, from start: MediaTime, step: inout Int) -> MediaTime {
    var (time, bits) = (start, bits)
    while true {
      while step + 1 < steps.count, steps[step + 1].start <= time { step += 1 }
      let rate = steps[step].rate
      let whole = time + MediaTime(nanoseconds: Self.quotientUp(bits, 1_000_000_000, rate))
      guard step + 1 < steps.count, whole > steps[step + 1].start else { return whole }
      let next = steps[step + 1].start
      let sent = Self.quotient((next - time).nanoseconds, rate, 1_000_000_000)
      bits = max(bits - sent, 0)
      time = next
    }
  }

  private static func quotient(_ a: Int64, _ b: Int64, _ divisor: Int64) -> Int64 {
    Int64(clamping: Int128(a) * Int128(b) / Int128(divisor))
  }

  private static func quotientUp(_ a: Int64, _ b: Int64, _ divisor: Int64) -> Int64 {
    Int64(clamping: (Int128(a) * Int128(b) + Int128(divisor) - 1) / Int128(divisor))
  }
}
