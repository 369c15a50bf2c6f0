/// Writes one partition: bools by arithmetic coding (RFC 6386, 7).
struct VP8BoolEncoder: VP8BoolWriter, Sendable {
  var interval = VP8BoolInterval()
  /// What has left the interval, four bytes each, the first in the highest bits.
  private var words: [UInt32] = []

  mutating func write(_ bit: Bool, _ probability: UInt8) {
    interval.narrow(bit ? 1 : 0, UInt32(probability))
    if interval.isFull { interval = drain(interval) }
  }

  /// Writes a run's record `times` times.
  mutating func write(_ run: VP8BoolRun, times: Int) {
    var left = times
    var power = run.tables.count - 1
    while power >= 0 && left > 0 {
      if left >> power == 0 {
        power -= 1
      } else {
        write(run.tables[power])
        left -= 1 << power
      }
    }
    // A record too costly for a table.
    while left > 0 {
      run.record.replay(to: &self)
      left -= 1
    }
  }

  mutating func write(_ table: VP8BoolTable) {
    let step = table.step(interval.range)
    interval.low = interval.low &<< UInt64(step.shift) &+ UInt64(step.addend)
    interval.range = UInt32(step.range)
    interval.bits &+= UInt32(step.shift)
    if interval.isFull { interval = drain(interval) }
  }

  /// Takes a word out of a full interval, which a hot loop may hold apart.
  ///
  /// A call of its own, by value: it is rare, and the loop keeps its numbers in registers.
  @inline(never)
  mutating func drain(_ full: VP8BoolInterval) -> VP8BoolInterval {
    var interval = full
    let word = interval.removeWord()
    if word >> 32 != 0 { carry() }
    words.append(UInt32(truncatingIfNeeded: word))
    return interval
  }

  /// A carry runs through any number of bytes of 255 (7.3).
  private mutating func carry() {
    var index = words.count - 1
    while index >= 0 {
      let (sum, overflow) = words[index].addingReportingOverflow(1)
      words[index] = sum
      if !overflow { return }
      index -= 1
    }
  }

  /// Bytes that `finish` is going to append.
  var byteCount: Int {
    words.count * 4 + Int(interval.bits + 15) / 8 + Self.spareBytes
  }

  /// Appends all bytes of the partition and starts the next.
  ///
  /// Two bytes of zeros follow the last bit: some decoders read ahead of what they need and take a
  /// partition that ends there for a truncated one.
  mutating func finish(to bytes: inout [UInt8]) {
    let tailBits = UInt64(interval.bits + 8)
    let tail = interval.low &<< (40 &- tailBits)
    if tail >> 40 != 0 { carry() }
    for word in words {
      bytes.append(UInt8(truncatingIfNeeded: word >> 24))
      bytes.append(UInt8(truncatingIfNeeded: word >> 16))
      bytes.append(UInt8(truncatingIfNeeded: word >> 8))
      bytes.append(UInt8(truncatingIfNeeded: word))
    }
    for index in 0..<(tailBits + 7) / 8 {
      bytes.append(UInt8(truncatingIfNeeded: tail >> (32 - 8 * index)))
    }
    for _ in 0..<Self.spareBytes { bytes.append(0) }
    words.removeAll(keepingCapacity: true)
    interval = VP8BoolInterval()
  }

  private static let spareBytes = 2
}
