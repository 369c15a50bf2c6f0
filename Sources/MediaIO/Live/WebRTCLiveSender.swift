package import CallSession
package import MediaCore
package import Strokes

/// Serves a live stream by WHEP to as many as come, and the page that shows it.
///
///     HTTP's threads ─▶ requests ─┐
///     sockets ─▶ datagrams ───────┼─▶ the loop: endpoint, port of peers, one encoder for all
///     source ─▶ picture, sound ───┘
package final class WebRTCLiveSender: LiveSender {
  package struct Options: Sendable {
    /// Of the page and the endpoint; with port 0 it is given a free one.
    package var listen: SocketAddress
    /// Of media, as `listen` says it unless given.
    package var mediaAddresses: [SocketAddress] = []
    /// What peers are told instead: the outer address of a router that passes datagrams on.
    package var announced: [SocketAddress] = []
    /// 0 for free ones.
    package var mediaPort: UInt16 = 0
    /// Who watches has to know it.
    package var token: BearerToken?
    /// Of a board without ink.
    package var ground = Colour.white
    package var mostViewers = 1_000

    package init(listen: SocketAddress) {
      self.listen = listen
    }
  }

  struct Running: ~Copyable {
    var port = WebRTCPort()
    var video: LiveBoardVideo
    var endpoint: SignallingEndpoint
    let offer: WebRTCOffer
    let dtls: OpenSSLDTLSContext
    let requests: WebRequests
    let server: HTTPServer
    var viewers = WebRTCViewers()
    var outputs = WebRTCPortOutputs()
    var signalling = SignallingOutputs()
  }

  private let options: Options
  private let certificate: DTLSCertificate
  private let sockets: WebRTCSockets
  private var running: Running?
  private var random = SystemRandomNumberGenerator()
  private var sent = (packets: Int64(0), bytes: Int64(0))
  /// What the kernel did not take is offered to it again after so long.
  private var retry: MediaTime?
  private static let retryPause = MediaTime(milliseconds: 2)

  package init(_ options: Options) throws(MediaError) {
    do throws(DTLSError) {
      certificate = try DTLSCertificate()
    } catch {
      throw MediaError(.codecFailed, error.text)
    }
    self.options = options
    let addresses =
      options.mediaAddresses.isEmpty
      ? LocalAddresses.serving(options.listen) : options.mediaAddresses
    sockets = try WebRTCSockets(addresses, port: options.mediaPort)
  }

  /// Where page and endpoint are, once it has begun.
  package var address: SocketAddress? { running?.server.addresses.first }

  package func begin(
    in loop: EventLoop, identifiers: Range<Int>, stream: LiveStreamShape
  ) throws(MediaError) {
    let video = try LiveBoardVideo(
      width: stream.width, height: stream.height, ground: options.ground)
    let dtls: OpenSSLDTLSContext
    do throws(DTLSError) {
      dtls = try OpenSSLDTLSContext(certificate)
    } catch {
      throw MediaError(.codecFailed, error.text)
    }
    var settings = SignallingSettings(.whep, path: Self.path, token: options.token)
    settings.mostSessions = options.mostViewers
    let requests = WebRequests(waker: loop.waker)
    let server = try HTTPServer(HTTPServerSettings([options.listen]), files: WatchPage.files) {
      requests.put($0, $1)
    }
    try sockets.add(to: loop, identifiers: identifiers)
    running = Running(
      video: video, endpoint: SignallingEndpoint(settings),
      offer: WebRTCOffer(
        channels: stream.channels, fingerprint: certificate.fingerprint,
        addresses: options.announced.isEmpty
          ? sockets.addresses : options.announced.map(\.transportAddress),
        wallClockOrigin: stream.wallClockOrigin),
      dtls: dtls, requests: requests, server: server)
  }

  /// Of the endpoint; the page asks there.
  package static let path = "/whep"

  package func show(_ picture: borrowing I420Picture, _ change: LiveChange) throws(MediaError) {
    running?.video.update(change.blocks, at: change.time)
  }

  package func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) throws(MediaError) {
    running?.hear(packet, at: now)
  }

  package func handle(_ ready: EventLoop.Ready, at now: MediaTime) throws(MediaError) {
    try sockets.receive(ready) { datagram, remote, local in
      running?.receive(datagram, from: remote, to: local, at: now, using: &random)
    }
  }

  package func advance(
    _ picture: borrowing I420Picture, to now: MediaTime
  ) throws(MediaError) {
    try running?.advance(picture, to: now, using: &random)
    try flush(at: now)
  }

  package var deadline: MediaTime? {
    switch running {
    case .none: nil
    case .some(let running): MediaTime.earliest(running.deadline, retry)
    }
  }

  /// Who watches gets what is under way with the goodbye.
  package var isBusy: Bool { false }

  package func finish(at now: MediaTime) throws(MediaError) {
    running?.finish(at: now)
    try flush(at: now)
    // The page's server waits for its own threads; who watches knows already.
    running?.server.stop()
  }

  package var status: LiveStatus {
    var status = LiveStatus()
    switch running {
    case .none: break
    case .some(let running): running.fill(&status)
    }
    (status.packets, status.bytes) = sent
    return status
  }

  private func flush(at now: MediaTime) throws(MediaError) {
    let datagrams = running?.takeDatagrams() ?? []
    for datagram in datagrams {
      try sockets.send(datagram)
      sent.packets += 1
      sent.bytes += Int64(datagram.bytes.count)
    }
    try sockets.flush()
    retry = sockets.isBlocked ? now + Self.retryPause : nil
  }
}
