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
    /// What peers are told instead: the outer address of a router that passes datagrams on.
    package var announced: [SocketAddress] = []
    /// 0 for free ones.
    package var mediaPort: UInt16 = 0
    /// Who watches has to know it.
    package var token: BearerToken?
    /// Nil: by HTTP without TLS.
    package var identity: HTTPServerSettings.Identity?
    /// What peers are told of besides, for paths that need them.
    package var iceServers: [ICEServer] = []
    /// At once, those included who have asked and did not come yet; one more is told to come back.
    package var mostViewers = 1_000
    /// Of a board without ink.
    package var ground = Colour.white
    /// Pictures a second of what moves as a whole; nil for a board.
    package var filmRate: FrameRate?

    package init(listen: SocketAddress) {
      self.listen = listen
    }

    var webServer: HTTPServerSettings { HTTPServerSettings([listen], identity: identity) }
  }

  struct Running: ~Copyable {
    var service: WebRTCService
    var video: LiveBoardVideo
  }

  private let options: Options
  private let certificate: DTLSCertificate
  private let sockets: WebRTCSockets
  private var running: Running?
  private var random = SystemRandomNumberGenerator()
  /// At once.
  private static let mostEchoes = 20

  package init(_ options: Options) throws(MediaError) {
    do throws(DTLSError) {
      certificate = try DTLSCertificate()
    } catch {
      throw MediaError(.codecFailed, error.text)
    }
    self.options = options
    sockets = try WebRTCSockets(serving: options.listen, port: options.mediaPort)
  }

  /// Where page and endpoint are, once it has begun.
  package var address: SocketAddress? { running?.service.address }

  package func begin(
    in loop: EventLoop, identifiers: Range<Int>, stream: LiveStreamShape
  ) throws(MediaError) {
    let video = try stream.video(filmRate: options.filmRate, ground: options.ground)
    var live = SignallingSettings(path: Self.path, token: options.token)
    live.mostSessions = options.mostViewers
    live.iceServers = options.iceServers
    var echo = SignallingSettings(path: Self.echoPath, token: options.token)
    echo.mostSessions = Self.mostEchoes
    echo.iceServers = options.iceServers
    var offer = WebRTCOffer(
      .sending(channels: stream.channels), fingerprint: certificate.fingerprint,
      addresses: options.announced.isEmpty
        ? sockets.addresses : options.announced.map(\.transportAddress),
      wallClockOrigin: stream.wallClockOrigin)
    var doors = [WebRTCService.Door(settings: live, offer: offer, guest: "a viewer")]
    offer.way = .echoing
    doors.append(
      WebRTCService.Door(settings: echo, offer: offer, guest: "somebody who tests a line"))
    let service = try WebRTCService(
      doors, certificate, at: options.webServer, files: WatchPage.files, loop: loop)
    try sockets.add(to: loop, identifiers: identifiers)
    running = Running(service: service, video: video)
  }

  /// Of the endpoint; the page asks there.
  package static let path = "/whep"
  /// Of another that sends back what it gets.
  package static let echoPath = "/echo"

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
    case .some(let running): MediaTime.earliest(running.deadline, sockets.retry)
    }
  }

  /// Who watches gets what is under way with the goodbye.
  package var isBusy: Bool { false }

  package func finish(at now: MediaTime, after failure: MediaError?) throws(MediaError) {
    running?.finish(at: now)
    try flush(at: now)
    // The page's server waits for its own threads; who watches knows already.
    running?.service.stop()
  }

  package var status: LiveStatus {
    var status = LiveStatus()
    switch running {
    case .none: break
    case .some(let running): running.fill(&status)
    }
    (status.packets, status.bytes) = sockets.sent
    return status
  }

  package func takeNotes() -> [String] { running?.service.notes.take() ?? [] }

  private func flush(at now: MediaTime) throws(MediaError) {
    try sockets.send(running?.service.takeDatagrams() ?? [], at: now)
  }
}
