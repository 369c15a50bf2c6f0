package import MediaCore

/// The streams between us and one peer: what is sent, what is received, and what keeps both going: loss
/// recovery, pacing and congestion control (RFC 3550, 3: an RTP session).
///
/// Datagrams are plain here; SRTP stands outside. Every call takes the time and leaves its answers in
/// `StreamOutputs`; after each of them `deadline` says when to call `handleTimeout`.
package struct RTPSession: Sendable {
  package struct Configuration: Sendable {
    /// Who speaks in RTCP.
    package var source: SSRC
    /// RFC 3550, 6.5.1.
    package var canonicalName: String
    package var extensions = RTPExtensionMap()
    /// The receiver knows frames that mend losses.
    package var hasRecoveryFrames = true
    /// Nanoseconds from 1970 to session time 0.
    package var wallClockOrigin: Int64 = 0
    /// Bits a second.
    package var startBitrate: Int64 = 500_000
    package var bitrates: ClosedRange<Int64> = 30_000...20_000_000
    /// Bytes around each packet on the wire: IPv4, UDP and SRTP's tag.
    package var overhead = 44

    package init(source: SSRC, canonicalName: String) {
      self.source = source
      self.canonicalName = canonicalName
    }
  }

  let configuration: Configuration
  var sendTracks: [SendTrack] = []
  var receiveTracks: [ReceiveTrack] = []
  var pacer: Pacer<OutgoingPacket>
  var estimator: BandwidthEstimator
  var retransmissionCap: RateCap
  var roundTrip = RoundTripTime()
  var transportFeedback = TransportFeedbackTimer()
  var nextReport: MediaTime?
  /// A reference time of the peer's, to be answered (RFC 3611, 4.5).
  var reference: (sender: SSRC, middle: UInt32, arrival: MediaTime)?
  private var need: Int64?
  private var waitingMessages = 0
  /// Who feeds back about whom, once the peer has been heard.
  var peer: SSRC?

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    pacer = Pacer(estimate: configuration.startBitrate)
    estimator = BandwidthEstimator(
      start: configuration.startBitrate, limits: configuration.bitrates)
    retransmissionCap = RateCap(
      rate: configuration.startBitrate, burst: MediaTime(milliseconds: 500))
  }

  // MARK: What is sent and received

  /// - Parameter retransmission: for copies on a path that loses, see `SoundCopies`.
  package mutating func addAudio(
    _ stream: RTPSendStream, retransmission: RetransmissionFormat? = nil,
    using random: inout some RandomNumberGenerator
  ) {
    sendTracks.append(
      SendTrack(
        source: stream.source, media: .audio(stream), retransmission: retransmission,
        using: &random))
  }

  package mutating func addCamera(
    _ stream: RTPSendStream, retransmission: RetransmissionFormat?,
    using random: inout some RandomNumberGenerator
  ) {
    let packetizer = VP8Packetizer(
      firstPicture: UInt16.random(in: 0...0x7FFF, using: &random),
      largest: SharedFrame.largestPayload)
    sendTracks.append(
      SendTrack(
        source: stream.source, media: .camera(stream, packetizer), retransmission: retransmission,
        using: &random))
  }

  package mutating func addBoard(
    _ stream: RTPSendStream, retransmission: RetransmissionFormat?,
    using random: inout some RandomNumberGenerator
  ) {
    sendTracks.append(
      SendTrack(
        source: stream.source,
        media: .board(
          BoardSendStream(
            stream: stream,
            dependencies: configuration.extensions.dependencies.map { _ in BoardDependencies() })),
        retransmission: retransmission, using: &random))
  }

  package mutating func receiveAudio(
    _ source: SSRC, payloadType: UInt8, retransmission: RetransmissionFormat? = nil
  ) {
    receiveTracks.append(
      ReceiveTrack(
        source: source, payloadType: payloadType, clockRate: 48_000, isVideo: false,
        retransmission: retransmission))
  }

  package mutating func receiveVideo(
    _ source: SSRC, payloadType: UInt8, retransmission: RetransmissionFormat?
  ) {
    receiveTracks.append(
      ReceiveTrack(
        source: source, payloadType: payloadType, clockRate: 90_000, isVideo: true,
        retransmission: retransmission))
  }

  // MARK: How it goes

  /// Bits a second that the path to the peer carries, and what to send at now.
  package var estimate: Int64 { estimator.estimate }
  package var target: Int64 { estimator.target }
  /// The share of packets that the path loses at any rate.
  package var loss: Double { estimator.inherentLoss }
  /// Copies of each packet of sound that are sent, see `SoundCopies`.
  package var soundCopies: Int { sendTracks.map(\.copies.count).max() ?? 0 }
  /// Whether so much is under way that what is sent now could only queue.
  package var isFull: Bool {
    // Of a peer that does not tell what came, nothing is known to be under way.
    configuration.extensions.transportSequence != nil && estimator.isFull
  }
  package var roundTripEstimate: MediaTime { roundTrip.estimate }
  /// As reports tell it; nil before any did.
  package var measuredRoundTrip: MediaTime? { roundTrip.smoothed }

  /// Whether what waits for the peer already is enough: a frame that is not coded is better than one that comes
  /// late.
  package var isCongested: Bool {
    pacer.expectedWait > Self.longestWait || pacer.isHeld && pacer.queuedBytes > 0
  }

  private static let longestWait = MediaTime(milliseconds: 100)

  /// What would be sent if the path carried it; see `ProbeController.need`.
  package mutating func announce(need: Int64?) {
    self.need = need
    announceNeed()
  }

  /// Bytes of messages that wait, which are wanted within a second, besides what is announced.
  mutating func noteWaiting(messages bytes: Int) {
    waitingMessages = bytes
    announceNeed()
  }

  private mutating func announceNeed() {
    guard waitingMessages > Self.fewMessages else { return estimator.announce(need: need) }
    estimator.announce(need: (need ?? 0) + Int64(waitingMessages) * 8)
  }

  private static let fewMessages = 16_000

  /// Frames delivered, packets asked for again and key frames asked for, of a video that is received.
  package func videoCounts(_ source: SSRC) -> (frames: Int, packetRequests: Int, keyFrames: Int)? {
    guard let video = receiveTracks.first(where: { $0.source == source })?.video else { return nil }
    return (video.frames, video.packetRequests, video.keyFrameRequests)
  }

  func wallClock(_ now: MediaTime) -> NTPTime {
    NTPTime(unixNanoseconds: configuration.wallClockOrigin &+ now.nanoseconds)
  }

  /// By index: a track that is handed to a closure is copied with all that it keeps.
  func sendTrack(_ source: SSRC) -> Int? {
    for index in sendTracks.indices where sendTracks[index].source == source { return index }
    return nil
  }
}
