package import MediaCore

/// Somebody who watches and listens, or who sends: a DTLS connection, then SRTP with its keys around an
/// `RTPSession`.
///
///     datagram ─▶ DTLS? ─ yes ─▶ engine ─▶ keys ─▶ SRTP
///                  └──── no ──▶ SRTP ─▶ session: what the peer reports and asks for ─▶ reception: what
///                                       it sends
///
/// Connectivity stands outside, in `WebRTCPort` and `WebRTCClient`: a peer gets only what came by a path that
/// ICE has checked, and what it appends goes by the path that was chosen. A class, as its engine is one.
package final class WebRTCPeer {
  package enum State: Equatable, Sendable {
    case connecting
    case connected
    case ended(WebRTCPeerEnd)
  }

  package private(set) var state = State.connecting
  /// What the board's receiver lacks; `answerBoard` is the answer.
  package internal(set) var boardNeed: BoardSendStream.Need?
  /// Datagrams that were not accepted: of no known kind, forged, damaged, or here before.
  package private(set) var refused = 0
  private let engine: any DTLSEngine
  let streams: WebRTCStreams
  var session: RTPSession
  var reception: WebRTCReception
  var echo: EchoLine?
  /// Of pictures that we send to who sends some back.
  var demand = CameraDemand()
  private var context: LibSRTPContext?
  var answers = StreamOutputs()
  private var handled: MediaTime?

  /// What is due again at once, though it was done just now, waits for so long: no fault in a machine below
  /// keeps the loop from the other peers.
  private static let shortestPause = MediaTime(milliseconds: 1)

  /// - Parameters:
  ///   - streams: what was agreed on.
  ///   - engine: new, with the fingerprints that the peer announced.
  ///   - echo: by which what it sends goes back to it.
  package init(
    _ streams: WebRTCStreams, engine: any DTLSEngine, echo: EchoLine? = nil,
    using random: inout some RandomNumberGenerator
  ) {
    self.streams = streams
    self.engine = engine
    self.echo = echo
    session = streams.session(using: &random)
    reception = WebRTCReception(streams.received)
  }

  /// A path to the peer is there: the handshake begins, if it is ours to begin.
  package func start(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into datagrams: inout [[UInt8]]
  ) {
    guard state == .connecting else { return }
    engine.start(at: now, into: &datagrams)
    follow(at: now, using: &random, into: &datagrams)
  }

  /// Takes a datagram that is not STUN, from an address that ICE has checked.
  package func receive(
    _ datagram: [UInt8], at now: MediaTime, using random: inout some RandomNumberGenerator,
    into datagrams: inout [[UInt8]]
  ) {
    if case .ended = state { return }
    switch DatagramKind(datagram.span) {
    case .dtls:
      engine.receive(datagram, at: now, into: &datagrams)
      follow(at: now, using: &random, into: &datagrams)
    case .rtp, .rtcp:
      guard let plain = opened(datagram) else {
        refused += 1
        return
      }
      if DatagramKind(plain.span) == .rtp, !reception.lanes.isEmpty {
        reception.note(plain, at: now, in: &session)
      }
      session.receive(plain, at: now, into: &answers)
      drain(at: now, into: &datagrams)
    case .stun, nil: refused += 1
    }
  }

  private func opened(_ datagram: [UInt8]) -> [UInt8]? {
    guard context != nil else { return nil }
    var bytes = datagram
    do throws(SRTPError) {
      if DatagramKind(bytes.span) == .rtcp {
        try context?.unprotectRTCP(&bytes)
      } else {
        try context?.unprotectRTP(&bytes)
      }
    } catch {
      return nil
    }
    return bytes
  }

  /// Looks how far the handshake is.
  private func follow(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into datagrams: inout [[UInt8]]
  ) {
    switch engine.state {
    case .connecting: return
    case .connected(let keys):
      guard state == .connecting else { return }
      do throws(SRTPError) {
        context = try LibSRTPContext(sending: keys.sending, receiving: keys.receiving)
      } catch {
        return end(.protection(error))
      }
      state = .connected
      session.handleTimeout(at: now, using: &random, into: &answers)
      drain(at: now, into: &datagrams)
    case .failed(let error): end(.handshake(error))
    case .closed: end(.closedByPeer)
    }
  }

  /// Nothing is sent and nothing taken any more.
  package func end(_ reason: WebRTCPeerEnd) {
    if case .ended = state { return }
    state = .ended(reason)
    boardNeed = nil
  }

  /// Says goodbye (RFC 3550, 6.6) and ends the connection.
  package func close(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    if case .ended = state { return }
    if state == .connected {
      session.close(at: now, into: &answers)
      drain(at: now, into: &datagrams)
    }
    engine.close(into: &datagrams)
    end(.closed)
  }

  // MARK: Time

  /// When `handleTimeout` is to be called; nil when nothing is pending.
  package var deadline: MediaTime? {
    let deadline: MediaTime? =
      switch state {
      case .connecting: engine.deadline
      case .connected:
        MediaTime.earliest(
          MediaTime.earliest(engine.deadline, session.deadline), echo?.deadline)
      case .ended: nil
      }
    guard let deadline, let handled else { return deadline }
    return max(deadline, handled + Self.shortestPause)
  }

  /// Does what is due.
  package func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into datagrams: inout [[UInt8]]
  ) {
    handled = now
    if case .ended = state { return }
    engine.handleTimeout(at: now, into: &datagrams)
    follow(at: now, using: &random, into: &datagrams)
    guard state == .connected else { return }
    session.handleTimeout(at: now, using: &random, into: &answers)
    sendEcho(at: now)
    drain(at: now, into: &datagrams)
  }

  // MARK: What is received

  /// What may come.
  package var lanes: [MediaLane] { reception.lanes }
  package var received: ReceivedStatistics { reception.statistics }
  /// Whether all that came has ended: the peer said goodbye, and may still be there.
  package var hasEnded: Bool { reception.hasEnded }

  /// What came since the last call.
  package func takeReceived() -> [ReceivedEvent] { reception.takeEvents() }

  /// What is done with the pictures cannot go on without a key frame.
  package func requestKeyFrame(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    guard state == .connected, let source = reception.videoSource else { return }
    session.requestKeyFrame(source, into: &answers)
    drain(at: now, into: &datagrams)
  }

  // MARK: How it goes

  /// The share of packets that the path loses at any rate, 0 to 1.
  package var loss: Double { session.loss }
  /// As RTCP tells; nil before the first report.
  package var roundTrip: MediaTime? { session.measuredRoundTrip }

  /// Bits a second that the path carries, as far as is known.
  package var target: Int64 { session.target }

  func drain(at now: MediaTime, into datagrams: inout [[UInt8]]) {
    for index in answers.datagrams.indices {
      // Taken out, so that it is protected where it stands.
      var bytes: [UInt8] = []
      swap(&bytes, &answers.datagrams[index].bytes)
      do throws(SRTPError) {
        if answers.datagrams[index].isControl {
          try context?.protectRTCP(&bytes)
        } else {
          try context?.protectRTP(&bytes)
        }
      } catch {
        end(.protection(error))
        break
      }
      datagrams.append(bytes)
    }
    for event in answers.events {
      switch event {
      case .boardNeeds(_, let need): boardNeed = need
      case .keyFrameWanted:
        demand.wantsKeyFrame = true
        echo?.wantKeyFrame()
      case .limited(_, let bitrate): demand.limit = bitrate
      default: reception.take(event, at: now)
      }
    }
    if echo != nil {
      for event in reception.takeEvents() { echo?.take(event, at: now) }
    }
    answers.removeAll()
  }
}
