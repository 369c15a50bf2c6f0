package import MediaCore
import Strokes

/// One participant's side of a call: sends a microphone, a camera and what is drawn, receives the room's mix,
/// the others' cameras and the board, by events and as video.
///
/// It is told the time by its own machine's clock, and what that captured; pictures are coded and decoded
/// outside, since that takes long. Documentation/call-streams.md tells the whole path.
package struct CallClient: ~Copyable {
  package struct Configuration: Sendable {
    /// The room's number of us.
    package var participant: UInt32
    package var name: String
    /// Whose cameras may come.
    package var others: [UInt32]
    package var hasCamera = true
    /// Who only listens publishes none, and may have no right to.
    package var hasMicrophone = true
    /// Whether a screen may be shared, see `startShare`.
    package var canShare = false
    /// Bits a second.
    package var cameraBitrates = Self.cameraBitrates
    package var screenBitrates = Self.screenBitrates
    package var opus = VoiceEncoder.settings
    /// The board's video mends losses by frames of its own; see `RTPExtensionMap.recoveryURI`.
    package var hasRecoveryFrames = true

    /// What a small camera picture takes, and where it is good.
    package static let cameraBitrates: ClosedRange<Int64> = 60_000...400_000

    /// What a screen takes on which little moves, and where its letters are sharp.
    package static let screenBitrates: ClosedRange<Int64> = 100_000...1_000_000

    package init(participant: UInt32, name: String, others: [UInt32]) {
      self.participant = participant
      self.name = name
      self.others = others
    }
  }

  let configuration: Configuration
  var transport: PeerTransport
  var peerOutputs = PeerOutputs()

  // The room.
  var room: RoomClient
  var roomOutputs = RoomClientOutputs()

  // Sound.
  var voice: VoiceEncoder
  var receiver: AudioReceiver
  var mixClock = SenderClock(clockRate: 48_000)

  // Pictures.
  var demand = CameraDemand()
  var cameras: [Camera]
  var screen = ScreenShare()

  /// Somebody else's.
  struct Camera: Sendable {
    let participant: UInt32
    let source: SSRC
    var playout = VideoPlayout<VP8FrameAssembler.Frame>() {
      didSet { deadline = playout.deadline }
    }
    /// Kept, since it is asked for after everything that happens.
    private(set) var deadline: MediaTime?

    init(participant: UInt32, source: SSRC) {
      self.participant = participant
      self.source = source
      deadline = playout.deadline
    }
  }

  package init(
    _ configuration: Configuration, context: consuming LibSRTPContext,
    using random: inout some RandomNumberGenerator
  ) throws(MediaError) {
    let voice = try VoiceEncoder(configuration.opus)
    let receiver = try AudioReceiver(channels: 1)
    self.configuration = configuration
    let number = configuration.participant
    let microphone = CallStreams.source(.microphone, of: number)
    var session = RTPSession.Configuration(
      source: microphone, canonicalName: "participant-\(number)")
    session.hasRecoveryFrames = configuration.hasRecoveryFrames
    transport = PeerTransport(
      session, context: context, messagesOut: CallStreams.source(.messages, of: number),
      messagesIn: CallStreams.source(.roomMessages, of: number), using: &random)
    room = RoomClient(name: configuration.name)
    self.voice = voice
    self.receiver = receiver
    cameras = configuration.others.map {
      Camera(participant: $0, source: CallStreams.source(.camera, of: $0))
    }
    addStreams(using: &random)
  }

  private mutating func addStreams(using random: inout some RandomNumberGenerator) {
    let number = configuration.participant
    let microphone = RTPSendStream(
      source: CallStreams.source(.microphone, of: number), payloadType: CallStreams.opus,
      clockRate: 48_000, using: &random)
    let camera = RTPSendStream(
      source: CallStreams.source(.camera, of: number), payloadType: CallStreams.vp8,
      clockRate: 90_000, using: &random)
    let (hasCamera, received) = (
      configuration.hasCamera,
      [CallStreams.source(.board, of: number)] + cameras.map(\.source)
        + configuration.others.map { CallStreams.source(.screen, of: $0) }
    )
    let screen =
      configuration.canShare
      ? RTPSendStream(
        source: CallStreams.source(.screen, of: number), payloadType: CallStreams.vp8,
        clockRate: 90_000, using: &random) : nil
    let need = need
    transport.withSession(into: &peerOutputs) { session, _ in
      session.addAudio(
        microphone,
        retransmission: CallStreams.retransmissionFormat(of: microphone.source, isAudio: true),
        using: &random)
      if hasCamera {
        session.addCamera(
          camera,
          retransmission: CallStreams.retransmissionFormat(of: camera.source, isAudio: false),
          using: &random)
      }
      if let screen {
        session.addCamera(
          screen,
          retransmission: CallStreams.retransmissionFormat(of: screen.source, isAudio: false),
          using: &random)
      }
      let mix = CallStreams.source(.mix, of: number)
      session.receiveAudio(
        mix, payloadType: CallStreams.opus,
        retransmission: CallStreams.retransmissionFormat(of: mix, isAudio: true))
      for source in received {
        session.receiveVideo(
          source, payloadType: CallStreams.vp8,
          retransmission: CallStreams.retransmissionFormat(of: source, isAudio: false))
      }
      session.announce(need: need)
    }
  }

  /// Bits a second that would be sent if the path carried them.
  var need: Int64 {
    Self.soundBitrate + (configuration.hasCamera ? configuration.cameraBitrates.upperBound : 0)
      + (screen.track != nil ? configuration.screenBitrates.upperBound : 0)
  }

  /// What a microphone takes with its headers, in bits a second.
  static let soundBitrate: Int64 = 60_000

  /// When `handleTimeout` is to be called; nil when nothing is pending.
  package var deadline: MediaTime? {
    var deadline = transport.deadline
    for index in cameras.indices {
      deadline = MediaTime.earliest(deadline, cameras[index].deadline)
    }
    return deadline
  }

  /// A datagram from the room.
  package mutating func receive(
    _ datagram: [UInt8], at now: MediaTime, into outputs: inout CallClientOutputs
  ) {
    transport.receive(datagram, at: now, into: &peerOutputs)
    drain(at: now, into: &outputs)
  }

  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout CallClientOutputs
  ) {
    transport.handleTimeout(at: now, using: &random, into: &peerOutputs)
    drain(at: now, into: &outputs)
    showPictures(at: now, into: &outputs)
  }

  mutating func drain(at now: MediaTime, into outputs: inout CallClientOutputs) {
    while !peerOutputs.datagrams.isEmpty || !peerOutputs.events.isEmpty
      || !peerOutputs.messages.isEmpty
    {
      var current = PeerOutputs()
      swap(&current, &peerOutputs)
      outputs.datagrams += current.datagrams
      for event in current.events { handle(event, at: now, into: &outputs) }
      for message in current.messages { handle(message, at: now, into: &outputs) }
    }
  }

  private mutating func handle(
    _ event: StreamOutputs.Event, at now: MediaTime, into outputs: inout CallClientOutputs
  ) {
    switch event {
    case .sound(let sound):
      receiver.receive(
        sound.header, payload: sound.payload.span, isRetransmission: sound.isRetransmission,
        at: now)
    case .frame(let source, let frame): receive(frame, of: source, at: now, into: &outputs)
    case .keyFrameWanted(let source):
      if isScreen(source) { screen.wantsKeyFrame = true } else { demand.wantsKeyFrame = true }
    case .limited(let source, let bitrate):
      if isScreen(source) { screen.limit = bitrate } else { demand.limit = bitrate }
    case .senderReport(let report): note(report)
    case .boardNeeds, .ended: break
    }
  }

  // MARK: How it goes

  package var session: RTPSession { transport.session }
  /// What became of the room's mix until it was heard.
  package var soundReport: AudioReceptionStatistics { receiver.report }
}
