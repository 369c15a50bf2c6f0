import MediaCore

/// Hands any bytes to a channel as segments from a peer: what a fuzzer calls.
package enum ReliableChannelExercise {
  package struct Report: Equatable {
    package var segments = 0
    package var refused = 0
    package var messages = 0
    package var answers = 0
    /// Whether deadlines were heeded, all answers were segments, and what is kept is bounded.
    package var isConsistent = true
  }

  /// - Parameter bytes: segments, each behind a byte that counts its bytes and one of milliseconds since the one
  ///   before, in fours.
  package static func run(_ bytes: [UInt8]) -> Report {
    var channel = ReliableChannel()
    var report = Report()
    var now = MediaTime.zero
    var position = 0
    while position + 2 <= bytes.count {
      let count = min(Int(bytes[position]), bytes.count - position - 2)
      let next = now + MediaTime(milliseconds: Int64(bytes[position + 1]) * 4)
      wait(&channel, until: next, &now, &report)
      // What is sent is what an answer can tell of.
      try? channel.send([UInt8](repeating: 7, count: Int(bytes[position]) * 8))
      take(&channel, at: now, &report)
      var messages: [[UInt8]] = []
      do {
        try channel.receive(
          segment: Array(bytes[position + 2..<position + 2 + count]), at: now, into: &messages)
      } catch {
        report.refused += 1
      }
      report.segments += 1
      report.messages += messages.count
      let isBounded = (0...ReliableChannel.mostWaiting).contains(channel.backlog)
      report.isConsistent = report.isConsistent && isBounded
      position += 2 + count
    }
    return report
  }

  private static func wait(
    _ channel: inout ReliableChannel, until end: MediaTime, _ now: inout MediaTime,
    _ report: inout Report
  ) {
    var stalls = 0
    while let deadline = channel.deadline, deadline < end {
      stalls = deadline > now ? 0 : stalls + 1
      guard stalls < 20 else {
        report.isConsistent = false
        break
      }
      now = max(deadline, now)
      take(&channel, at: now, &report)
    }
    now = end
  }

  private static func take(
    _ channel: inout ReliableChannel, at now: MediaTime, _ report: inout Report
  ) {
    var segments: [[UInt8]] = []
    channel.takeSegments(at: now, into: &segments)
    report.answers += segments.count
    for bytes in segments {
      let isWhole =
        bytes.count <= ReliableChannel.largestSegment
        && (try? ChannelSegment(parsing: bytes))?.serialized == bytes
      report.isConsistent = report.isConsistent && isWhole
    }
  }
}
