/// Reads any bytes as packets of sound, their arrivals and pulls of a mixer: what a fuzzer calls.
///
///     flags  passed (4 ms)  number (2)  timestamp (4)  length  payload …
///
/// Flags: 1 another source, 2 sent again, 4 pull 20 ms, 8 pull 60 ms, 16 pass over 20 ms, 32 an hour
/// passes, 64 number and timestamp count from those of the packet before.
package enum AudioReceptionExercise {
  package struct Report: Equatable {
    package var packets = 0
    /// Whether every pull gave what it should, and places in session time were never undone.
    package var isConsistent = true
  }

  private static let recordSize = 9
  /// More would only repeat.
  private static let most = 2_000

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    guard var receiver = try? AudioReceiver(channels: 1) else { return report }
    var tracker = RTPSourceTracker(clockRate: 48_000)
    var timeline = RTPTimeline(clockRate: 48_000)
    var newest = Int64.min
    var header = RTPHeader(
      payloadType: 111, sequenceNumber: SequenceNumber(0), timestamp: 0, ssrc: SSRC(0))
    var now = MediaTime.zero
    var place = 0
    let span = bytes.span
    while place + recordSize <= bytes.count, report.packets < most {
      let flags = bytes[place]
      now = now + MediaTime(milliseconds: Int64(bytes[place + 1]) * 4)
      if flags & 32 != 0 { now = now + MediaTime(milliseconds: 3_600_000) }
      let (number, ticks) = (span.uint16(at: place + 2), span.uint32(at: place + 4))
      let isRelative = flags & 64 != 0
      header.sequenceNumber = SequenceNumber(
        isRelative ? header.sequenceNumber.rawValue &+ number : number)
      header.timestamp = isRelative ? header.timestamp &+ ticks : ticks
      header.ssrc = SSRC(UInt32(flags & 1))
      let start = place + recordSize
      let end = min(start + Int(bytes[place + 8]), bytes.count)
      receiver.receive(
        header, payload: span.extracting(start..<end), isRetransmission: flags & 2 != 0, at: now)
      if case .accepted(let accepted) = tracker.receive(header, at: now),
        accepted.sequence > newest
      {
        newest = accepted.sequence
        let before = timeline.place(of: accepted.timestamp)
        if timeline.receive(accepted.timestamp, at: now), before != .zero,
          timeline.place(of: accepted.timestamp) < .zero
        {
          report.isConsistent = false
        }
      }
      pull(flags, from: &receiver, at: now, &report)
      report.packets += 1
      place = end
    }
    return report
  }

  private static func pull(
    _ flags: UInt8, from receiver: inout AudioReceiver, at now: MediaTime, _ report: inout Report
  ) {
    if flags & 16 != 0 { receiver.skip(960, at: now) }
    for (flag, count) in [(4 as UInt8, 960), (8, 2_880)] where flags & flag != 0 {
      var samples: [Float] = []
      receiver.pull(count, at: now, into: &samples)
      if samples.count != count { report.isConsistent = false }
      for sample in samples where !(abs(sample) <= 8) { report.isConsistent = false }
    }
  }
}
