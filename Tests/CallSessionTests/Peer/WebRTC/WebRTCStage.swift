import Strokes
import TestSupport
import Testing

@testable import CallSession
@testable import MediaCore

/// A server with a board and sound, viewers, ways between them that lose, and no time but its own.
final class WebRTCStage {
  static let server = TransportAddress(ipv4: 0xC000_0201, port: 443)

  private(set) var now = MediaTime.zero
  private(set) var viewers: [WebRTCViewer] = []
  private(set) var events: [WebRTCPortOutputs.Event] = []
  private(set) var steps = 0
  private(set) var seed: UInt64
  var port = WebRTCPort()
  var outputs = WebRTCPortOutputs()
  var random: SeededGenerator
  /// Viewers to which and from which nothing goes.
  var silent: Set<Int> = []
  /// Whether the board is drawn on.
  var isDrawing = true
  /// Under which the viewers know the server.
  private(set) var credentials: [ICECredentials] = []
  /// Datagrams of viewers on their way to the server, since `keeps` is true.
  private(set) var kept: [[UInt8]] = []
  var keeps = false
  private let offer: WebRTCOffer
  private let loss: Double
  let board: DrawnBoard
  private var nextSound = MediaTime.zero
  private var flying: [(arrival: MediaTime, isForServer: Bool, viewer: Int, bytes: [UInt8])] = []

  static let serverSeed: UInt64 = 1_000
  private static let latency = MediaTime(milliseconds: 20)

  init(seed: UInt64 = 1, loss: Double = 0, isFilm: Bool = false) throws {
    self.seed = seed
    self.loss = loss
    random = SeededGenerator(seed: seed)
    offer = WebRTCOffer(
      .sending(channels: 1), fingerprint: SeededDTLSEngine.fingerprint(seed: Self.serverSeed),
      addresses: [Self.server], wallClockOrigin: 1_700_000_000_000_000_000)
    board = try DrawnBoard(isFilm: isFilm)
  }

  /// Somebody comes; their place in `viewers`.
  @discardableResult
  func join(fingerprint: DTLSFingerprint? = nil) throws -> Int {
    let place = viewers.count
    viewers.append(
      try WebRTCViewer(seed: UInt64(place) + 1, at: now, fingerprint: fingerprint) { text in
        let agreement = try offer.answer(text, using: &random)
        let engine = SeededDTLSEngine(agreement.dtls, seed: Self.serverSeed)
        let peer = WebRTCPeer(agreement.streams, engine: engine, using: &random)
        let id = port.add(peer, agreement.credentials, at: now, into: &outputs)
        #expect(id != nil)
        credentials.append(agreement.credentials)
        return agreement.answer
      })
    return place
  }

  /// Plays until a time.
  func run(until end: MediaTime) throws {
    while let next = nextTime, next <= end {
      now = max(now, next)
      steps += 1
      try step()
    }
    now = end
  }

  /// A viewer says goodbye.
  func leave(_ place: Int) throws {
    send(try viewers[place].close(at: now), from: place)
  }

  /// Somebody is announced of whom nothing else is ever heard.
  func announce(_ agreement: WebRTCOffer.Agreement) -> ICEPeerID? {
    let engine = SeededDTLSEngine(agreement.dtls, seed: Self.serverSeed)
    let peer = WebRTCPeer(agreement.streams, engine: engine, using: &random)
    return port.add(peer, ICECredentials(using: &random), at: now, into: &outputs)
  }

  func answer(_ offered: [UInt8]) throws -> WebRTCOffer.Agreement {
    try offer.answer(offered, using: &random)
  }

  /// The server gets a datagram from anywhere, at once. What it answers to a viewer is on its way, and an answer to
  /// anybody else is a mistake.
  func inject(_ bytes: [UInt8], from remote: TransportAddress) {
    port.receive(
      bytes, from: remote, to: Self.server, at: now, using: &random, into: &outputs)
    drain()
  }

  /// Plays until a viewer sends a report, which is taken from its way.
  func takeReport(of place: Int) throws -> [UInt8]? {
    while let next = nextTime {
      now = max(now, next)
      try step()
      let found = flying.lastIndex {
        $0.isForServer && $0.viewer == place && DatagramKind($0.bytes.span) == .rtcp
      }
      if let found { return flying.remove(at: found).bytes }
    }
    return nil
  }

  /// The server says goodbye to everybody.
  func closeAll() {
    port.closeAll(at: now, into: &outputs)
    drain()
  }

  private var nextTime: MediaTime? {
    var next = MediaTime.earliest(
      port.deadline, port.showDeadline(board.video).map { max($0, now) })
    for (place, viewer) in viewers.enumerated() where !silent.contains(place) {
      next = MediaTime.earliest(next, viewer.deadline)
    }
    for datagram in flying { next = MediaTime.earliest(next, datagram.arrival) }
    if isDrawing { next = MediaTime.earliest(next, board.nextChange) }
    return MediaTime.earliest(next, nextSound)
  }

  private func step() throws {
    let arrived = flying.filter { $0.arrival <= now }
    flying.removeAll { $0.arrival <= now }
    for datagram in arrived {
      let viewer = viewers[datagram.viewer]
      if datagram.isForServer {
        port.receive(
          datagram.bytes, from: viewer.address, to: Self.server, at: now, using: &random,
          into: &outputs)
      } else {
        send(
          try viewer.receive(datagram.bytes, from: Self.server, at: now), from: datagram.viewer)
      }
    }
    for (place, viewer) in viewers.enumerated() where !silent.contains(place) {
      if let due = viewer.deadline, due <= now {
        send(try viewer.handleTimeout(at: now), from: place)
      }
    }
    if isDrawing, board.nextChange <= now { board.change(at: now) }
    if nextSound <= now { speak() }
    port.handleTimeout(at: now, using: &random, into: &outputs)
    try port.show(board.picture, by: &board.video, at: now, into: &outputs)
    drain()
  }

  private func speak() {
    let count = nextSound.nanoseconds / 20_000_000
    let packet = LiveSoundEncoder.Packet(
      bytes: [UInt8](repeating: 7, count: 60), ticks: count * 960, time: now)
    nextSound = nextSound + MediaTime(milliseconds: 20)
    port.forEachViewer(into: &outputs) { $0.sendSound(packet, at: now, into: &$1) }
  }

  private func drain() {
    for datagram in outputs.datagrams {
      guard let place = viewers.firstIndex(where: { $0.address == datagram.path.remote }) else {
        Issue.record("a datagram for nobody")
        continue
      }
      fly(datagram.bytes, isForServer: false, place)
    }
    events += outputs.events
    outputs.removeAll()
  }

  private func send(_ datagrams: [ICEDatagram], from place: Int) {
    for datagram in datagrams {
      if keeps { kept.append(datagram.bytes) }
      fly(datagram.bytes, isForServer: true, place)
    }
  }

  private func fly(_ bytes: [UInt8], isForServer: Bool, _ place: Int) {
    if silent.contains(place) || Double.random(in: 0..<1, using: &random) < loss { return }
    flying.append((now + Self.latency, isForServer, place, bytes))
  }
}
