package import MediaCore
package import Strokes

/// Somebody who watches and listens: a DTLS connection, then SRTP with its keys around an `RTPSession`.
///
///     datagram ─▶ DTLS? ─ yes ─▶ engine ─▶ keys ─▶ SRTP
///                  └──── no ──▶ SRTP ─▶ session: what the peer reports and asks for
///
/// Connectivity stands outside, in `WebRTCPort`: a peer gets only what came by a path that ICE has checked,
/// and what it appends goes by the path that the other side chose. A class, as its engine is one.
package final class WebRTCPeer {
  package enum State: Equatable, Sendable {
    case connecting
    case connected
    case ended(WebRTCPeerEnd)
  }

  package private(set) var state = State.connecting
  /// What the board's receiver lacks; `answerBoard` is the answer.
  package private(set) var boardNeed: BoardSendStream.Need?
  /// Datagrams that were not accepted: of no known kind, forged, damaged, or here before.
  package private(set) var refused = 0
  private let engine: any DTLSEngine
  private let streams: WebRTCStreams
  private var session: RTPSession
  private var context: LibSRTPContext?
  private var answers = StreamOutputs()
  private var handled: MediaTime?

  /// What is due again at once, though it was done just now, waits for so long: no fault in a machine below
  /// keeps the loop from the other peers.
  private static let shortestPause = MediaTime(milliseconds: 1)

  /// - Parameters:
  ///   - streams: what was agreed on.
  ///   - engine: new, with the fingerprints that the peer announced.
  package init(
    _ streams: WebRTCStreams, engine: any DTLSEngine,
    using random: inout some RandomNumberGenerator
  ) {
    self.streams = streams
    self.engine = engine
    session = streams.session(using: &random)
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
      session.receive(plain, at: now, into: &answers)
      drain(into: &datagrams)
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
      drain(into: &datagrams)
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
      drain(into: &datagrams)
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
      case .connected: MediaTime.earliest(engine.deadline, session.deadline)
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
    drain(into: &datagrams)
  }

  // MARK: What is sent

  /// Sends a packet of the sound.
  package func sendSound(
    _ packet: LiveSoundEncoder.Packet, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard state == .connected, let sound = streams.sound else { return }
    session.sendAudio(
      packet.bytes, source: sound, ticks: packet.ticks, capturedAt: packet.time, at: now,
      into: &answers)
    drain(into: &datagrams)
  }

  /// Sends what everybody gets of the board, or notes that it is owed.
  package func shareBoard(
    _ frame: SharedFrame, blocks: BlockMap, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard state == .connected, let board = streams.board else { return }
    session.shareBoard(frame, blocks: blocks, source: board, at: now, into: &answers)
    drain(into: &datagrams)
  }

  /// Sends what this peer alone needed, as everybody has it after the last shared frame.
  package func answerBoard(
    _ frames: [SharedFrame], blocks: BlockMap, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard state == .connected, let board = streams.board else { return }
    boardNeed = nil
    session.answerBoard(
      frames, blocks: blocks, shared: session.boardFrames(board) ?? 0, source: board, at: now,
      into: &answers)
    drain(into: &datagrams)
  }

  // MARK: How it goes

  /// The share of packets that the path loses at any rate, 0 to 1.
  package var loss: Double { session.loss }
  /// As RTCP tells; a guess before the first report.
  package var roundTrip: MediaTime { session.roundTripEstimate }
  /// Bits a second that the path carries.
  package var estimate: Int64 { session.estimate }

  private func drain(into datagrams: inout [[UInt8]]) {
    for datagram in answers.datagrams {
      var bytes = datagram.bytes
      do throws(SRTPError) {
        if datagram.isControl {
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
    for case .boardNeeds(_, let need) in answers.events { boardNeed = need }
    answers.removeAll()
  }
}
