package import CallSession
package import MediaCore

/// Takes those who publish by WHIP (RFC 9725) and records each into a folder of its own, in real time: one
/// thread receives from all, and each recording has one of its own.
package struct WHIPRecording: ~Copyable {
  package struct Options: Sendable {
    /// Of the endpoint; with port 0 it is given a free one.
    package var listen: SocketAddress
    /// What peers are told instead: the outer address of a router that passes datagrams on.
    package var announced: [SocketAddress] = []
    /// 0 for a free one.
    package var mediaPort: UInt16 = 0
    /// Nil: by HTTP without TLS.
    package var identity: HTTPServerSettings.Identity?
    /// Who publishes has to know it.
    package var token: BearerToken?

    package init(listen: SocketAddress) {
      self.listen = listen
    }
  }

  /// What was recorded of one who published.
  package struct Recorded: Sendable {
    package var folder: FileName
    package var report: SessionRecordingReport
  }

  private let folder: FileName
  private let wallClockOrigin: Int64
  private let loop: EventLoop
  private let sockets: WebRTCSockets
  private var service: WebRTCService
  private var publishers: [WHIPPublisher] = []
  /// Those who have left, while the rest of them is written.
  private var leaving: [WHIPPublisher] = []
  /// How many have come.
  private var count = 0
  private var recorded: [Recorded] = []
  /// Of those who have left.
  private var past = ReceivedStatistics()
  private var began: MediaTime?
  private var random = SystemRandomNumberGenerator()
  private var notes: [String] = []

  /// Of the endpoint.
  package static let path = "/whip"
  /// At once: each has a thread and a mix of its own.
  private static let mostPublishers = 16

  /// - Parameter folder: that is there; those of the publishers are made in it: `1`, `2` and so on.
  package init(_ options: Options, to folder: FileName) throws(MediaError) {
    let certificate: DTLSCertificate
    do throws(DTLSError) {
      certificate = try DTLSCertificate()
    } catch {
      throw MediaError(.codecFailed, error.text)
    }
    let loop = try EventLoop()
    let sockets = try WebRTCSockets(serving: options.listen, port: options.mediaPort)
    let wallClockOrigin = SystemClock.wall - loop.clock.now.nanoseconds
    let offer = WebRTCOffer(
      .receiving, fingerprint: certificate.fingerprint,
      addresses: options.announced.isEmpty
        ? sockets.addresses : options.announced.map(\.transportAddress),
      wallClockOrigin: wallClockOrigin)
    var settings = SignallingSettings(path: Self.path, token: options.token)
    settings.mostSessions = Self.mostPublishers
    let service = try WebRTCService(
      [WebRTCService.Door(settings: settings, offer: offer, guest: "a publisher")], certificate,
      at: HTTPServerSettings([options.listen], identity: options.identity), files: [:], loop: loop)
    try sockets.add(to: loop, identifiers: 0..<1_000)
    self.service = consume service
    self.sockets = sockets
    self.loop = loop
    self.folder = folder
    self.wallClockOrigin = wallClockOrigin
  }

  /// Where the endpoint is.
  package var address: SocketAddress? { service.address }

  /// Records until so much has been received, a signal to stop comes or `progress` answers false.
  ///
  /// - Parameter duration: from the first packet of the first who publishes; nil for no end.
  /// - Returns: what was recorded, in the order in which it ended.
  package mutating func run(
    for duration: MediaTime?, _ progress: (ReceptionProgress) -> Bool
  ) throws(MediaError) -> [Recorded] {
    while true {
      let now = loop.clock.now
      service.advance(to: now, using: &random)
      follow(at: now)
      record(at: now)
      complete { $0.recording.isComplete }
      try sockets.send(service.takeDatagrams(), at: now)
      if !progress(state(at: now)) { break }
      if let duration, let began, now - began >= duration { break }
      var deadline =
        now + (publishers.isEmpty ? RunningRecording.idleStep : RunningRecording.step)
      if let due = MediaTime.earliest(service.deadline, sockets.retry) {
        deadline = min(deadline, due)
      }
      let wakening = try loop.wait(until: deadline)
      let arrival = loop.clock.now
      for ready in wakening.ready {
        try sockets.receive(ready) { datagram, remote, local in
          service.receive(datagram, from: remote, to: local, at: arrival, using: &random)
        }
      }
      follow(at: arrival)
      if wakening.isStopping { break }
    }
    let now = loop.clock.now
    service.closeAll(at: now)
    follow(at: now)
    try sockets.send(service.takeDatagrams(), at: now)
    service.stop()
    complete { _ in true }
    _ = progress(state(at: now))
    return recorded
  }

  private mutating func state(at now: MediaTime) -> ReceptionProgress {
    notes += service.notes.take()
    var state = ReceptionProgress(
      time: now, received: began.map { now - $0 },
      statistics: publishers.reduce(past) { $0 + $1.peer.received }, senders: publishers.count)
    swap(&state.notes, &notes)
    return state
  }

  // MARK: Who comes and goes

  private mutating func follow(at now: MediaTime) {
    for publisher in publishers { publisher.take(at: now) }
    if began == nil, publishers.contains(where: { $0.recording.began != nil }) { began = now }
    for event in service.takeEvents(at: now) {
      switch event {
      case .connected(let id): welcome(id, at: now)
      case .ended(let id, let reason): finish(id, reason, at: now)
      }
    }
  }

  private mutating func welcome(_ id: ICEPeerID, at now: MediaTime) {
    guard let peer = service.port[id] else { return }
    count += 1
    let place = folder.appending("/\(count)")
    do throws(MediaError) {
      let recording = try RunningRecording(
        title: "publisher \(count)", wallClockOrigin: wallClockOrigin, lanes: peer.lanes
      ) { LateFolder(place) }
      publishers.append(
        WHIPPublisher(
          id: id, number: count, folder: place, peer: peer, recording: recording))
      notes.append("publisher \(count) is there, and recorded into \(place)")
    } catch {
      // The others go on.
      notes.append("publisher \(count) cannot be recorded: \(error.message)")
      service.port.close(id, at: now, into: &service.outputs)
    }
  }

  private mutating func finish(_ id: ICEPeerID, _ reason: WebRTCPeerEnd, at now: MediaTime) {
    guard let index = publishers.firstIndex(where: { $0.id == id }) else { return }
    let publisher = publishers.remove(at: index)
    past = past + publisher.peer.received
    publisher.recording.end(at: now)
    leaving.append(publisher)
    let way =
      switch reason {
      case .closed, .closedByPeer: "has ended"
      default: "is lost: \(reason)"
      }
    notes.append("publisher \(publisher.number) \(way)")
  }

  /// Takes in the recordings that are complete, or waits for them.
  private mutating func complete(where isMeant: (WHIPPublisher) -> Bool) {
    var others: [WHIPPublisher] = []
    for publisher in leaving {
      // Asked once: a recording may become complete at any moment.
      guard isMeant(publisher) else {
        others.append(publisher)
        continue
      }
      if let report = publisher.recording.takeReport(), report.manifest != nil {
        recorded.append(Recorded(folder: publisher.folder, report: report))
        notes.append("\(publisher.folder) is complete")
      } else {
        notes.append("nothing came of publisher \(publisher.number)")
      }
    }
    leaving = others
  }

  private mutating func record(at now: MediaTime) {
    for index in publishers.indices where publishers[index].recording.advance(to: now) {
      let peer = publishers[index].peer
      service.port.change(publishers[index].id, into: &service.outputs) {
        peer.requestKeyFrame(at: now, into: &$0)
      }
    }
  }
}
