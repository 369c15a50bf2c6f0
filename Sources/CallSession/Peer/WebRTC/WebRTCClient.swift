package import MediaCore

/// One peer that calls a server: it publishes by WHIP (RFC 9725) or watches by WHEP.
///
///     (STUN ─▶) offer ─▶ POST ─▶ answer ─▶ ICE ─▶ a way ─▶ DTLS and media (`WebRTCPeer`)
///                                 └── silence ─▶ PATCH: another way, else `ended`
///
/// It makes one connection; who wants another after its end makes another client. Every call takes the
/// time and leaves its answers in `WebRTCClientOutputs`; after each of them `deadline` says when to call
/// `handleTimeout`.
package struct WebRTCClient: ~Copyable {
  package struct Configuration: Sendable {
    package var kind: SignallingKind
    package var endpoint: WebURL
    package var token: BearerToken?
    /// What goes to the server, or comes from it; with the addresses of this machine.
    package var offer: WebRTCOffer
    /// Servers of STUN, which are asked how this machine looks from outside before the server hears of it.
    package var servers: [TransportAddress] = []

    package init(
      _ kind: SignallingKind, endpoint: WebURL, token: BearerToken?, offer: WebRTCOffer
    ) {
      self.kind = kind
      self.endpoint = endpoint
      self.token = token
      self.offer = offer
    }
  }

  /// What the server is told as soon as it is known how this machine looks from outside.
  struct Announcement {
    /// Of a restart; nil for the offer.
    var credentials: ICECredentials?
    /// Then it is told with what is known.
    var due: MediaTime
  }

  package typealias EngineMaker = (DTLSConfiguration) throws(DTLSError) -> any DTLSEngine

  let configuration: Configuration
  let name: String
  var signalling: SignallingClient
  var answers = SignallingClientOutputs()
  var negotiation: SessionNegotiation
  var agent: ICEAgent
  var ice = ICEOutputs()
  /// Once the server has answered.
  package internal(set) var peer: WebRTCPeer?
  var flight: [[UInt8]] = []
  /// To the peer so far, without what looks for a way.
  package internal(set) var sent = (packets: Int64(0), bytes: Int64(0))
  let makeEngine: EngineMaker
  var hasStarted = false
  var announcement: Announcement?
  var isConnected = false
  package internal(set) var end: WebRTCClientEnd?
  /// The server knows of the end, or nobody is to be told.
  package internal(set) var isOver = false
  /// When something came last that only the server can have sent.
  var heard = MediaTime.zero
  /// When another way was last asked for.
  var restarted: MediaTime?

  /// The server agrees every five seconds or so (RFC 7675, 5.1), if nothing else comes.
  static let silence = MediaTime(milliseconds: 8_000)
  /// So long after it was asked for, another way is there, or none.
  static let restartPatience = MediaTime(milliseconds: 10_000)
  /// So long servers of STUN are waited for: two questions, should one be lost.
  static let gatheringPatience = MediaTime(milliseconds: 1_000)

  /// - Parameter makeEngine: makes the DTLS engine whose certificate the offer announces.
  package init(
    _ configuration: Configuration, using random: inout some RandomNumberGenerator,
    makeEngine: @escaping EngineMaker
  ) {
    self.configuration = configuration
    self.makeEngine = makeEngine
    let credentials = ICECredentials(using: &random)
    name = SourceDescription.newName(using: &random)
    signalling = SignallingClient(
      configuration.kind, endpoint: configuration.endpoint, token: configuration.token)
    negotiation = configuration.offer.negotiation(credentials, named: name, using: &random)
    var settings = ICEAgent.Configuration()
    settings.servers = configuration.servers
    agent = ICEAgent(credentials, role: .controlling, settings, using: &random)
  }

  /// Sends the offer; once.
  package mutating func start(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    guard !hasStarted else { return }
    hasStarted = true
    heard = now
    for address in configuration.offer.addresses { agent.addHost(address, at: now, into: &ice) }
    if !configuration.servers.isEmpty { agent.gather(at: now, into: &ice) }
    announce(nil, at: now, into: &outputs)
    followICE(at: now, using: &random, into: &outputs)
  }

  // MARK: The network

  /// Takes a datagram that came to one of the addresses.
  package mutating func receive(
    _ datagram: [UInt8], from remote: TransportAddress, to local: TransportAddress,
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    guard end == nil else { return }
    let kind = DatagramKind(datagram.span)
    if kind == .stun {
      agent.receive(datagram, from: remote, to: local, at: now, into: &ice)
      followICE(at: now, using: &random, into: &outputs)
    } else if let peer, agent.accepts(ICEPath(local: local, remote: remote)) {
      let refused = peer.refused
      peer.receive(datagram, at: now, using: &random, into: &flight)
      // Records of DTLS may be anybody's; what SRTP has opened is the server's.
      if kind != .dtls, peer.refused == refused { heard = max(heard, now) }
      followPeer(at: now, into: &outputs)
    }
  }

  // MARK: Time

  /// When `handleTimeout` is to be called; nil when nothing is pending.
  package var deadline: MediaTime? {
    guard end == nil else { return signalling.deadline }
    var deadline = MediaTime.earliest(signalling.deadline, agent.deadline)
    deadline = MediaTime.earliest(deadline, announcement?.due)
    deadline = MediaTime.earliest(deadline, peer?.deadline)
    return MediaTime.earliest(deadline, doubt)
  }

  /// Does what is due.
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    signalling.wake(at: now, into: &answers)
    followSignalling(at: now, using: &random, into: &outputs)
    guard end == nil else { return }
    agent.handleTimeout(at: now, using: &random, into: &ice)
    followICE(at: now, using: &random, into: &outputs)
    if let announcement, announcement.due <= now { tell(into: &outputs) }
    if let peer, let due = peer.deadline, due <= now {
      peer.handleTimeout(at: now, using: &random, into: &flight)
      followPeer(at: now, into: &outputs)
    }
    if let doubt, doubt <= now { restart(at: now, using: &random, into: &outputs) }
  }

  // MARK: The end

  /// Says goodbye: to the peer at once, to the server by a request.
  package mutating func close(at now: MediaTime, into outputs: inout WebRTCClientOutputs) {
    guard end == nil else { return }
    peer?.close(at: now, into: &flight)
    passFlight(into: &outputs)
    finish(.peer(.closed), into: &outputs)
  }

  mutating func finish(_ reason: WebRTCClientEnd, into outputs: inout WebRTCClientOutputs) {
    guard end == nil else { return }
    end = reason
    agent.close()
    outputs.events.append(.ended(reason))
    if signalling.state != .over { signalling.close(into: &answers) }
    passRequests(into: &outputs)
  }
}
