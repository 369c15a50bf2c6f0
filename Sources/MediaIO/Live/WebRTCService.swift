internal import CallSession
internal import MediaCore

/// A server of WebRTC: requests of WHEP or WHIP in, and the peers that come by them.
///
///     HTTP's threads ─▶ requests ─┐
///     sockets ─▶ datagrams ───────┴─▶ the loop: endpoints, one port of all peers
struct WebRTCService: ~Copyable {
  /// An endpoint, and what is agreed on with those who come by it.
  struct Door {
    var settings: SignallingSettings
    var offer: WebRTCOffer
    /// Who comes, for notes: "a viewer".
    var guest: String
  }

  private struct Question {
    var request: HTTPRequest
    var reply: HTTPReply
  }

  private struct Entrance {
    var endpoint: SignallingEndpoint
    let offer: WebRTCOffer
    let guest: String
  }

  var port = WebRTCPort()
  var outputs = WebRTCPortOutputs()
  var notes = LiveNotes()
  private var entrances: [Entrance]
  private var signalling = SignallingOutputs()
  private var viewers = WebRTCViewers()
  private let dtls: OpenSSLDTLSContext
  private let requests: LoopInbox<Question>
  private let server: HTTPServer

  /// - Parameters:
  ///   - certificate: as the offers tell of it.
  ///   - files: that the server has besides.
  init(
    _ doors: [Door], _ certificate: DTLSCertificate, at settings: HTTPServerSettings,
    files: [String: HTTPResponse], loop: EventLoop
  ) throws(MediaError) {
    let dtls: OpenSSLDTLSContext
    do throws(DTLSError) {
      dtls = try OpenSSLDTLSContext(certificate)
    } catch {
      throw MediaError(.codecFailed, error.text)
    }
    let requests = LoopInbox<Question>(waker: loop.waker)
    server = try HTTPServer(settings, files: files) {
      requests.put(Question(request: $0, reply: $1))
    }
    self.requests = requests
    self.dtls = dtls
    entrances = doors.map {
      Entrance(endpoint: SignallingEndpoint($0.settings), offer: $0.offer, guest: $0.guest)
    }
  }

  /// Where it is to be asked.
  var address: SocketAddress? { server.addresses.first }

  var deadline: MediaTime? {
    entrances.reduce(port.deadline) { MediaTime.earliest($0, $1.endpoint.deadline) }
  }

  mutating func receive(
    _ datagram: [UInt8], from remote: TransportAddress, to local: TransportAddress,
    at now: MediaTime, using random: inout SystemRandomNumberGenerator
  ) {
    port.receive(datagram, from: remote, to: local, at: now, using: &random, into: &outputs)
  }

  /// Answers requests, and does what is due.
  mutating func advance(to now: MediaTime, using random: inout SystemRandomNumberGenerator) {
    for question in requests.take() {
      answer(question.request, question.reply, at: now, using: &random)
    }
    for place in entrances.indices {
      entrances[place].endpoint.expire(at: now, into: &signalling)
      followSignalling(of: place, at: now, using: &random)
    }
    port.handleTimeout(at: now, using: &random, into: &outputs)
  }

  /// Says goodbye to everybody.
  mutating func closeAll(at now: MediaTime) {
    port.closeAll(at: now, into: &outputs)
  }

  /// Nobody can ask any more.
  func stop() { server.stop() }

  /// What has come of the peers since the last call. Sessions of those that have gone end, too.
  mutating func takeEvents(at now: MediaTime) -> [WebRTCPortOutputs.Event] {
    let events = outputs.events
    outputs.events.removeAll(keepingCapacity: true)
    for case .ended(let id, let reason) in events {
      guard let viewer = viewers.remove(id) else { continue }
      notes.add(reason, of: entrances[viewer.entrance].guest, at: now)
      entrances[viewer.entrance].endpoint.end(viewer.name, into: &signalling)
    }
    reply()
    return events
  }

  mutating func takeDatagrams() -> [ICEDatagram] {
    defer { outputs.datagrams.removeAll(keepingCapacity: true) }
    return outputs.datagrams
  }

  // MARK: Requests, and what they lead to

  private mutating func answer(
    _ request: HTTPRequest, _ reply: HTTPReply, at now: MediaTime,
    using random: inout SystemRandomNumberGenerator
  ) {
    guard let place = entrances.firstIndex(where: { $0.endpoint.owns(request.path) }) else {
      return reply(HTTPResponse(problem: 404, "There is nothing here."))
    }
    let number = viewers.wait(reply)
    entrances[place].endpoint.receive(
      request, number: number, at: now, using: &random, into: &signalling)
    followSignalling(of: place, at: now, using: &random)
  }

  private mutating func followSignalling(
    of place: Int, at now: MediaTime, using random: inout SystemRandomNumberGenerator
  ) {
    let events = signalling.events
    signalling.events.removeAll(keepingCapacity: true)
    for event in events {
      switch event {
      case .offered(let name, let offer): welcome(name, offer, by: place, at: now, using: &random)
      // Who only answers checks learns addresses from them.
      case .candidates: break
      case .restarting(let name, _): restart(name, by: place, at: now, using: &random)
      case .ended(let name):
        guard let id = viewers.remove(name) else { continue }
        port.close(id, at: now, into: &outputs)
      }
    }
    reply()
  }

  /// Gives requests the answers that are there.
  private mutating func reply() {
    for answer in signalling.answers { viewers.take(answer.number)?(answer.response) }
    signalling.answers.removeAll(keepingCapacity: true)
  }

  private mutating func welcome(
    _ name: SessionName, _ body: [UInt8], by place: Int, at now: MediaTime,
    using random: inout SystemRandomNumberGenerator
  ) {
    let offer = entrances[place].offer
    let guest = entrances[place].guest
    let agreement: WebRTCOffer.Agreement
    let engine: OpenSSLDTLSEngine
    do throws(WebRTCOffer.Refusal) {
      agreement = try offer.answer(body, using: &random)
    } catch {
      notes.add("\(guest) was refused: \(error.message)", at: now)
      return entrances[place].endpoint.refuse(name, error.reason, into: &signalling)
    }
    do throws(DTLSError) {
      engine = try OpenSSLDTLSEngine(agreement.dtls, context: dtls)
    } catch {
      notes.add("\(guest) was refused: \(error.text)", at: now)
      return entrances[place].endpoint.refuse(name, .failed, into: &signalling)
    }
    let peer = WebRTCPeer(
      agreement.streams, engine: engine, echo: offer.way == .echoing ? EchoLine() : nil,
      using: &random)
    guard let id = port.add(peer, agreement.credentials, at: now, into: &outputs) else {
      return entrances[place].endpoint.refuse(name, .failed, into: &signalling)
    }
    if entrances[place].endpoint.accept(name, answer: agreement.answer, into: &signalling) {
      viewers.add(name, id, mids: agreement.mids, entrance: place)
    } else {
      port.close(id, at: now, into: &outputs)
    }
  }

  private mutating func restart(
    _ name: SessionName, by place: Int, at now: MediaTime,
    using random: inout SystemRandomNumberGenerator
  ) {
    let credentials = ICECredentials(using: &random)
    guard let (id, mids) = viewers[name], port.restart(id, credentials, at: now) else {
      return entrances[place].endpoint.refuseRestart(name, into: &signalling)
    }
    let fragment = entrances[place].offer.restart(mids, credentials)
    entrances[place].endpoint.acceptRestart(
      name, fragment: Array(fragment.description.utf8), into: &signalling)
  }
}
