internal import CallSession
internal import MediaCore

/// A `WebRTCClient` with what it needs of the machine: sockets, and a thread that asks the server.
///
/// It belongs to the thread of its loop. One caller may call again, as long as it lives.
final class WebRTCCaller {
  struct Settings {
    var kind: SignallingKind
    var endpoint: WebURL
    var token: BearerToken?
    var way: WebRTCOffer.Way
    /// Tells how this machine looks from outside.
    var stun: [SocketAddress] = []
    /// Nanoseconds from 1970 to time 0 of the loop.
    var wallClockOrigin: Int64
  }

  /// What came of a call.
  private var events: [WebRTCClientOutputs.Event] = []
  private let settings: Settings
  private let certificate: DTLSCertificate
  private let dtls: OpenSSLDTLSContext
  private let loop: EventLoop
  private let identifiers: Range<Int>
  private let answers: LoopInbox<Result<HTTPResponse, MediaError>>
  private let asker: HTTPClientThread
  private var sockets: WebRTCSockets?
  /// What was sent by sockets of calls before.
  private var before = (packets: Int64(0), bytes: Int64(0))
  private var client: WebRTCClient?
  /// Which call each request belongs to that is not answered yet.
  private var asked: [Int] = []
  private var call = 0
  private var random = SystemRandomNumberGenerator()
  private var outputs = WebRTCClientOutputs()

  /// Of the goodbye to the server.
  private static let patience = MediaTime(milliseconds: 2_000)

  init(
    _ settings: Settings, in loop: EventLoop, identifiers: Range<Int>
  ) throws(MediaError) {
    do throws(DTLSError) {
      certificate = try DTLSCertificate()
      dtls = try OpenSSLDTLSContext(certificate)
    } catch {
      throw MediaError(.codecFailed, error.text)
    }
    let answers = LoopInbox<Result<HTTPResponse, MediaError>>(waker: loop.waker)
    var web = HTTPClientSettings()
    web.timeout = 15
    asker = try HTTPClientThread(web) { answers.put($0) }
    self.answers = answers
    self.settings = settings
    self.loop = loop
    self.identifiers = identifiers
  }

  /// Calls the server, from the addresses that this machine has now.
  func start(at now: MediaTime) throws(MediaError) {
    if let sent = sockets?.sent {
      before = (before.packets + sent.packets, before.bytes + sent.bytes)
    }
    // Those of a call before are closed first.
    sockets = nil
    let sockets = try WebRTCSockets(
      LocalAddresses.calling(settings.endpoint.host), port: 0)
    try sockets.add(to: loop, identifiers: identifiers)
    self.sockets = sockets
    call += 1
    let offer = WebRTCOffer(
      settings.way, fingerprint: certificate.fingerprint, addresses: sockets.addresses,
      wallClockOrigin: settings.wallClockOrigin)
    let dtls = dtls
    var configuration = WebRTCClient.Configuration(
      settings.kind, endpoint: settings.endpoint, token: settings.token, offer: offer)
    configuration.servers = settings.stun.map(\.transportAddress)
    client = WebRTCClient(configuration, using: &random) { (configuration) throws(DTLSError) in
      try OpenSSLDTLSEngine(configuration, context: dtls)
    }
    client?.start(at: now, using: &random, into: &outputs)
    try drain(at: now)
  }

  // MARK: The loop

  func handle(_ ready: EventLoop.Ready, at now: MediaTime) throws(MediaError) {
    try sockets?.receive(ready) { datagram, remote, local in
      client?.receive(datagram, from: remote, to: local, at: now, using: &random, into: &outputs)
    }
  }

  /// Does what is due, and sends what is to be sent.
  func advance(to now: MediaTime) throws(MediaError) {
    for answer in answers.take() {
      let isOfThisCall = asked.isEmpty ? false : asked.removeFirst() == call
      guard isOfThisCall else { continue }
      switch answer {
      case .success(let response):
        client?.receive(response, at: now, using: &random, into: &outputs)
      case .failure(let error):
        client?.receive(noAnswer: error.message, at: now, using: &random, into: &outputs)
      }
    }
    client?.handleTimeout(at: now, using: &random, into: &outputs)
    try drain(at: now)
  }

  var deadline: MediaTime? {
    switch client {
    case .none: nil
    case .some(let client): MediaTime.earliest(client.deadline, sockets?.retry)
    }
  }

  /// Says goodbye, and waits a little until the server knows.
  func close(at now: MediaTime) throws(MediaError) {
    client?.close(at: now, into: &outputs)
    try drain(at: now)
    let end = now + Self.patience
    while isWaiting, loop.clock.now < end {
      let wakening = try loop.wait(until: end)
      let now = loop.clock.now
      for ready in wakening.ready where identifiers.contains(ready.id) {
        try handle(ready, at: now)
      }
      try advance(to: now)
    }
  }

  private var isWaiting: Bool {
    switch client {
    case .none: false
    case .some(let client): !client.isOver
    }
  }

  private func drain(at now: MediaTime) throws(MediaError) {
    for request in outputs.requests {
      asked.append(call)
      asker.send(request)
    }
    events += outputs.events
    try sockets?.send(outputs.datagrams, at: now)
    outputs.removeAll()
  }

  func takeEvents() -> [WebRTCClientOutputs.Event] {
    defer { events.removeAll() }
    return events
  }

  // MARK: Media

  var peer: WebRTCPeer? { client?.peer }

  /// Since the beginning.
  var sent: (packets: Int64, bytes: Int64) {
    let sent = sockets?.sent ?? (packets: 0, bytes: 0)
    return (before.packets + sent.packets, before.bytes + sent.bytes)
  }

  func show(
    _ picture: borrowing I420Picture, by video: inout LiveBoardVideo, at now: MediaTime
  ) throws(MediaError) {
    try client?.show(picture, by: &video, at: now, into: &outputs)
    try drain(at: now)
  }

  func showDeadline(_ video: borrowing LiveBoardVideo) -> MediaTime? {
    switch client {
    case .none: nil
    case .some(let client): client.showDeadline(video)
    }
  }

  func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) {
    client?.sendSound(packet, at: now, into: &outputs)
  }

  func requestKeyFrame(at now: MediaTime) {
    client?.requestKeyFrame(at: now, into: &outputs)
  }

  /// Takes the test of a line as far as it is.
  func run(_ test: inout LineTest, at now: MediaTime) throws(MediaError) {
    try client?.run(&test, at: now, into: &outputs)
    try drain(at: now)
  }

  /// Of a test that this caller ran: see `LineTest.report`.
  func report(
    of test: borrowing LineTest, fault: String?, at now: MediaTime
  ) -> CallTestReport? {
    switch client {
    case .none: nil
    case .some(let client): test.report(of: client, fault: fault, at: now)
    }
  }
}
