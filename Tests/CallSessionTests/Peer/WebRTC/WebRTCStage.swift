import Strokes
import TestSupport
import Testing

@testable import CallSession
@testable import MediaCore

/// A server with a board and sound, viewers, ways between them that lose, and no time but its own.
final class WebRTCStage {
  static let server = TransportAddress(ipv4: 0xC000_0201, port: 443)
  static let size: (width: Int32, height: Int32) = (192, 128)

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
  private let offer: WebRTCOffer
  private let loss: Double
  private var picture = I420Picture(width: size.width, height: size.height)
  private(set) var video: LiveBoardVideo
  private var nextStroke = MediaTime.zero
  private var nextSound = MediaTime.zero
  private var strokes = 0
  private var flying: [(arrival: MediaTime, isForServer: Bool, viewer: Int, bytes: [UInt8])] = []

  static let serverSeed: UInt64 = 1_000
  private static let latency = MediaTime(milliseconds: 20)

  init(seed: UInt64 = 1, loss: Double = 0) throws {
    self.seed = seed
    self.loss = loss
    random = SeededGenerator(seed: seed)
    offer = WebRTCOffer(
      channels: 1, fingerprint: SeededDTLSEngine.fingerprint(seed: Self.serverSeed),
      addresses: [Self.server], wallClockOrigin: 1_700_000_000_000_000_000)
    video = try LiveBoardVideo(
      width: Self.size.width, height: Self.size.height, ground: .white)
    picture.withMutablePlane(.luma) { samples, _ in
      for index in samples.indices { samples[index] = 235 }
    }
    for plane in [I420Picture.Plane.blue, .red] {
      picture.withMutablePlane(plane) { samples, _ in
        for index in samples.indices { samples[index] = 128 }
      }
    }
    video.update(video.all, at: .zero)
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

  /// The server says goodbye to everybody.
  func closeAll() {
    port.closeAll(at: now, into: &outputs)
    drain()
  }

  /// The brightness of the picture as it is.
  var luma: [UInt8] { picture.withPlane(.luma) { plane, _ in plane.indices.map { plane[$0] } } }

  private var nextTime: MediaTime? {
    var next = MediaTime.earliest(port.deadline, port.showDeadline(video).map { max($0, now) })
    for (place, viewer) in viewers.enumerated() where !silent.contains(place) {
      next = MediaTime.earliest(next, viewer.deadline)
    }
    for datagram in flying { next = MediaTime.earliest(next, datagram.arrival) }
    if isDrawing { next = MediaTime.earliest(next, nextStroke) }
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
    if isDrawing, nextStroke <= now { draw() }
    if nextSound <= now { speak() }
    port.handleTimeout(at: now, using: &random, into: &outputs)
    try port.show(picture, by: &video, at: now, into: &outputs)
    drain()
  }

  /// A dark bar somewhere on the page.
  private func draw() {
    nextStroke = now + MediaTime(milliseconds: 100)
    let row = strokes * 7 % Int(Self.size.height)
    let level = UInt8(20 + strokes * 3 % 90)
    strokes += 1
    var blocks = BlockMap(width: Self.size.width, height: Self.size.height)
    picture.withMutablePlane(.luma) { samples, stride in
      for column in 16..<100 { samples[row * stride + column] = level }
    }
    for column in 1..<7 as Range<Int32> { blocks.insert(column: column, row: Int32(row / 16)) }
    video.update(blocks, at: now)
  }

  private func speak() {
    let count = nextSound.nanoseconds / 20_000_000
    let packet = LiveSoundEncoder.Packet(
      bytes: [UInt8](repeating: 7, count: 60), ticks: count * 960, time: now)
    nextSound = nextSound + MediaTime(milliseconds: 20)
    port.forEachConnected(into: &outputs) { $0.sendSound(packet, at: now, into: &$1) }
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
    for datagram in datagrams { fly(datagram.bytes, isForServer: true, place) }
  }

  private func fly(_ bytes: [UInt8], isForServer: Bool, _ place: Int) {
    if silent.contains(place) || Double.random(in: 0..<1, using: &random) < loss { return }
    flying.append((now + Self.latency, isForServer, place, bytes))
  }
}
