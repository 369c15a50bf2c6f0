internal import CallSession
internal import MediaCore
internal import MediaIO
internal import Strokes
internal import Synchronization

/// The real server of WHEP with a board and a speaker, and viewers on the same thread: only what the server
/// does is counted. Sockets, HTTP and the kernel are real; the time is what the stage is told.
final class ViewerStage {
  /// Of CPU time, in milliseconds.
  struct Cost {
    /// Drawing, and coding the sound; coding the picture belongs to the server's.
    var source = 0.0
    /// Everything else.
    var server = 0.0
    var total: Double { source + server }
  }

  private(set) var cost = Cost()
  private(set) var paths: [ViewerPath] = []
  let sender: WebRTCLiveSender
  private(set) var picture: I420Picture
  private var board: PlayedSession
  private var speaker = SyntheticSpeaker()
  private var sound: LiveSoundEncoder
  private let loop: EventLoop
  private let viewersLoop: EventLoop
  private let context: OpenSSLDTLSContext
  private var batch = DatagramBatch()
  private let answers = Answers()
  private let client: HTTPClientThread
  private let url: WebURL

  /// What HTTP's thread has brought.
  private final class Answers: Sendable {
    let arrived = Mutex<[Result<HTTPResponse, MediaError>]>([])
  }

  static var loopback: SocketAddress {
    get throws(MediaError) {
      guard let address = SocketAddress("127.0.0.1") else {
        throw MediaError(.usage, "127.0.0.1 is no address")
      }
      return address
    }
  }

  /// - Parameter written: seconds of writing that are on the board before the stream begins.
  init(written: Double, drawing seconds: Double) throws(MediaError) {
    board = PlayedSession(written: written, seconds: seconds)
    picture = I420Picture(width: MeasuredSession.width, height: MeasuredSession.height)
    sender = try WebRTCLiveSender(WebRTCLiveSender.Options(listen: try Self.loopback))
    loop = try EventLoop()
    viewersLoop = try EventLoop()
    sound = try LiveSoundEncoder(channels: 1)
    do throws(DTLSError) {
      context = try OpenSSLDTLSContext(DTLSCertificate())
    } catch {
      throw MediaError(.networkFailed, error.text)
    }
    try sender.begin(
      in: loop, identifiers: 1..<1_000,
      stream: LiveStreamShape(
        width: picture.width, height: picture.height, channels: 1, wallClockOrigin: 0))
    guard let address = sender.address,
      let url = WebURL("http://\(address)\(WebRTCLiveSender.path)")
    else { throw MediaError(.networkFailed, "the server has no address") }
    self.url = url
    let answers = answers
    client = try HTTPClientThread { answer in answers.arrived.withLock { $0.append(answer) } }
  }

  // MARK: Viewers

  /// Somebody is about to come.
  func prepare(_ shape: ViewerPath.Shape, looks: Bool) throws(MediaError) -> ViewerPath {
    ViewerPath(
      try LoadViewer(seed: UInt64(paths.count) + 1, context: context, looks: looks), shape)
  }

  /// Asks the server; the answer comes by `takeAnswer`.
  func ask(_ path: ViewerPath) {
    client.send(
      WebRequest(
        .post, url, headers: HTTPHeaders([("Content-Type", "application/sdp")]),
        body: path.viewer.offer))
  }

  /// Waits for the server's answer, which takes real time, while session time stands still.
  func answer(at now: MediaTime) throws(MediaError) -> [UInt8] {
    let clock = MonotonicClock()
    let limit = clock.now + MediaTime(milliseconds: 20_000)
    while clock.now < limit {
      try serve(at: now)
      if let answer = try takeAnswer() { return answer }
    }
    throw MediaError(.networkFailed, "the server does not answer")
  }

  /// What the server answered, once it did.
  func takeAnswer() throws(MediaError) -> [UInt8]? {
    let arrived = answers.arrived.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let response = try arrived?.get() else { return nil }
    guard response.status == 201 else {
      throw MediaError(.networkFailed, "the server answered \(response.status)")
    }
    return response.body
  }

  func add(_ path: ViewerPath, answer: [UInt8], at now: MediaTime) throws(MediaError) {
    try path.viewer.accept(answer, at: now)
    try viewersLoop.add(path.viewer.socket.descriptor, id: paths.count)
    paths.append(path)
  }

  // MARK: Time

  /// Plays what is due on both sides.
  func step(to now: MediaTime) throws(MediaError) {
    for index in paths.indices {
      if let due = paths[index].deadline, due <= now { try paths[index].advance(to: now) }
    }
    try serve(at: now)
    while true {
      let ready = try viewersLoop.wait(until: .zero).ready
      if ready.isEmpty { break }
      for slot in ready { try paths[slot.id].collect(at: now, &batch) }
    }
  }

  /// The server's part of `step`.
  func serve(at now: MediaTime) throws(MediaError) {
    let start = ThreadClock.milliseconds
    for ready in try loop.wait(until: .zero).ready { try sender.handle(ready, at: now) }
    let read = ThreadClock.milliseconds
    let change = board.draw(at: now, into: &picture)
    var packets: [LiveSoundEncoder.Packet] = []
    while sound.deadline <= now {
      try sound.add(speaker.next())
      guard let packet = try sound.next(before: now) else { break }
      packets.append(packet)
    }
    let drawn = ThreadClock.milliseconds
    if let change { try sender.show(picture, change) }
    for packet in packets { try sender.hear(packet, at: now) }
    try sender.advance(picture, to: now)
    cost.source += drawn - read
    cost.server += read - start + ThreadClock.milliseconds - drawn
  }

  /// Counts anew.
  func resetCost() { cost = Cost() }
}
