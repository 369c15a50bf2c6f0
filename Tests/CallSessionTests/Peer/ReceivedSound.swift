import MediaCore
import TestSupport

@testable import CallSession

/// The sound of `PlayoutSimulation`, as a real receiver plays it: Opus over a path of 100 ms with jitter.
final class ReceivedSound {
  private var receiver: AudioReceiver
  private var encoder: OpusEncoder
  private var random: SeededGenerator
  private var waiting: [(arrival: MediaTime, header: RTPHeader, payload: [UInt8])] = []
  private var samples: [Float] = []
  private var sent: Int64 = 0

  init(seed: UInt64) throws {
    receiver = try AudioReceiver(channels: 1)
    encoder = try OpusEncoder(OpusSettings(complexity: 0, purpose: .call))
    random = SeededGenerator(seed: seed)
  }

  var report: AudioReceptionStatistics { receiver.report }

  /// A hum that swells, 20 ms of it.
  private func hum(from first: Int64) -> [Float] {
    (0..<960).map { (index: Int64) in
      let place = (first + index) % 24_000
      let swell = Float(min(place, 24_000 - place)) / 12_000
      let phase = Float((first + index) % 320) / 320
      return swell * (phase < 0.5 ? phase - 0.25 : 0.75 - phase)
    }
  }

  /// The next 20 ms are played. What is heard now was captured when? And how late is that for the path?
  func play(
    wanting delay: MediaTime, at now: MediaTime
  ) throws -> (captured: MediaTime?, delay: MediaTime) {
    let payload = try encoder.encode(hum(from: sent * 960))
    let header = RTPHeader(
      payloadType: CallStreams.opus, sequenceNumber: SequenceNumber(truncating: sent),
      timestamp: UInt32(sent * 960), ssrc: SSRC(1), hasMarker: sent == 0)
    let late = MediaTime(nanoseconds: .random(in: 0...8_000_000, using: &random))
    waiting.append((now + PlayoutSimulation.transit + late, header, payload))
    sent += 1
    while let first = waiting.first, first.arrival <= now {
      receiver.receive(first.header, payload: first.payload.span, at: first.arrival)
      waiting.removeFirst()
    }
    receiver.minimumDelay = delay
    samples.removeAll(keepingCapacity: true)
    receiver.pull(960, at: now, into: &samples)
    // Of the sample that follows those which begin to be heard now.
    let captured = receiver.playoutTimestamp.map {
      MediaTime(count: $0.rawValue - 960, rate: 48_000)
    }
    return (captured, receiver.report.delay)
  }
}
