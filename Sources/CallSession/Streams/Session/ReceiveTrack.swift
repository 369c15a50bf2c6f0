import MediaCore

/// A source of somebody else's.
struct ReceiveTrack: Sendable {
  /// A packet of it, with what its header extensions say.
  struct Packet: Sendable {
    var header: RTPHeader
    var payload: [UInt8]
    /// See `VP8FrameAssembler.Frame`.
    var isRecovery: Bool
    /// Of sound (RFC 6464), as it was sent.
    var level: UInt8?
    var isRetransmission: Bool
    var arrival: MediaTime
  }

  let source: SSRC
  let payloadType: UInt8
  var retransmission: RetransmissionFormat?
  private(set) var tracker: RTPSourceTracker
  /// Packets that do not fit to what came before: perhaps the source begins to count anew.
  private var held: [Packet] = []
  /// Nil for sound.
  var video: VideoReceiveStream? {
    didSet { deadline = video?.deadline }
  }
  /// When the video has something to ask for. Kept beside it, since everybody asks for it after every packet
  /// and a stream takes long to look into.
  private(set) var deadline: MediaTime?
  var hasEnded = false

  private static let mostHeld = 8

  init(
    source: SSRC, payloadType: UInt8, clockRate: Int64, isVideo: Bool,
    retransmission: RetransmissionFormat?
  ) {
    self.source = source
    self.payloadType = payloadType
    self.retransmission = retransmission
    tracker = RTPSourceTracker(clockRate: clockRate)
    video = isVideo ? VideoReceiveStream(source: source) : nil
    deadline = video?.deadline
  }

  /// Takes a packet; answers with those that have their place now, by extended number: none while it
  /// is held or when it came before, several when the source has begun to count anew.
  mutating func receive(_ packet: Packet) -> [(packet: Packet, sequence: Int64)] {
    hasEnded = false
    switch place(packet) {
    case .duplicate: return []
    case .held:
      if held.count == Self.mostHeld { held.removeFirst() }
      held.append(packet)
      return []
    case .accepted(let place):
      var placed: [(packet: Packet, sequence: Int64)] = []
      if place.isRestart {
        video?.restart()
        for earlier in held {
          if case .accepted(let place) = self.place(earlier) {
            placed.append((earlier, place.sequence))
          }
        }
      }
      held.removeAll(keepingCapacity: true)
      return placed + [(packet, place.sequence)]
    }
  }

  private mutating func place(_ packet: Packet) -> RTPSourceTracker.Outcome {
    tracker.receive(
      packet.header, isRetransmission: packet.isRetransmission, at: packet.arrival)
  }

  mutating func receive(_ report: SenderReport, at now: MediaTime) {
    tracker.statistics.receive(report, at: now)
  }

  /// Nil before the first packet.
  mutating func report(at now: MediaTime) -> ReceptionReport? {
    tracker.highestSequence == nil ? nil : tracker.statistics.report(on: source, at: now)
  }
}
