package import MediaCore

/// What becomes of what the parts answer.
extension WebRTCClient {
  /// The server's answer to the request that is on its way.
  package mutating func receive(
    _ response: HTTPResponse, at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    signalling.receive(response, at: now, into: &answers)
    followSignalling(at: now, using: &random, into: &outputs)
  }

  /// There is none.
  ///
  /// - Parameter message: one line with the remedy.
  package mutating func receive(
    noAnswer message: String, at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    signalling.receive(noAnswer: message, into: &answers)
    followSignalling(at: now, using: &random, into: &outputs)
  }

  mutating func followSignalling(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    let events = answers.events
    answers.events.removeAll(keepingCapacity: true)
    for event in events {
      switch event {
      case .answered(let text, _): begin(text, at: now, using: &random, into: &outputs)
      case .restarted(let text): restarted(by: text, at: now)
      case .restartRefused:
        if now - lastHeard >= Self.silence { finish(.lost, into: &outputs) }
      case .failed(let failure): finish(.refused(failure), into: &outputs)
      case .closed: break
      }
    }
    passRequests(into: &outputs)
  }

  mutating func passRequests(into outputs: inout WebRTCClientOutputs) {
    outputs.requests += answers.requests
    answers.requests.removeAll(keepingCapacity: true)
    guard end != nil, signalling.state == .over, !isOver else { return }
    isOver = true
    outputs.events.append(.over)
  }

  private mutating func begin(
    _ text: [UInt8], at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    guard end == nil else { return }
    let description: SessionDescription
    do throws(SDPError) {
      description = try SessionDescription(bytes: text)
    } catch {
      return finish(.answer(error.message), into: &outputs)
    }
    do throws(NegotiationError) {
      try negotiation.accept(description)
    } catch {
      return finish(.answer(error.message), into: &outputs)
    }
    guard let session = negotiation.current else {
      return finish(.answer(NegotiationError.noOffer.message), into: &outputs)
    }
    let engine: any DTLSEngine
    do throws(DTLSError) {
      let role: DTLSRole = session.transport.role == .active ? .client : .server
      engine = try makeEngine(
        DTLSConfiguration(role, remoteFingerprints: session.transport.fingerprints))
    } catch {
      return finish(.peer(.handshake(error)), into: &outputs)
    }
    let streams = WebRTCStreams(
      session, source: SSRC.new(using: &random), canonicalName: name,
      wallClockOrigin: configuration.offer.wallClockOrigin)
    peer = WebRTCPeer(streams, engine: engine, using: &random)
    heard = now
    agent.setRemote(session.transport.credentials, isLite: session.transport.isLite, at: now)
    add(session.transport.candidates, at: now)
    followICE(at: now, using: &random, into: &outputs)
  }

  private mutating func add(_ candidates: [SDPCandidate], at now: MediaTime) {
    for candidate in candidates {
      if let known = ICECandidate(candidate) { agent.addRemote(known, at: now) }
    }
  }

  // MARK: Connectivity

  mutating func followICE(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    outputs.datagrams += ice.datagrams
    let events = ice.events
    ice.removeAll()
    for event in events {
      switch event {
      case .selected:
        restarted = nil
        heard = max(heard, now)
        peer?.start(at: now, using: &random, into: &flight)
        followPeer(at: now, into: &outputs)
      case .failed(let failure):
        // After a restart in vain the way of before may still be there.
        if agent.state == .failed { finish(.peer(.unreachable(failure)), into: &outputs) }
      case .consentExpired: finish(.peer(.consentExpired), into: &outputs)
      case .candidate: break
      case .gathered: tell(into: &outputs)
      }
    }
  }

  mutating func followPeer(at now: MediaTime, into outputs: inout WebRTCClientOutputs) {
    passFlight(into: &outputs)
    guard let peer else { return }
    switch peer.state {
    case .connecting: break
    case .connected:
      guard !isConnected else { return }
      isConnected = true
      outputs.events.append(.connected)
    case .ended(let reason): finish(.peer(reason), into: &outputs)
    }
  }

  mutating func passFlight(into outputs: inout WebRTCClientOutputs) {
    if let path = agent.path {
      for datagram in flight {
        sent.packets += 1
        sent.bytes += Int64(datagram.count)
        outputs.datagrams.append(ICEDatagram(datagram, path))
      }
    }
    flight.removeAll(keepingCapacity: true)
  }

  // MARK: Where we are

  /// Tells the server, once it is known how this machine looks from outside: by an offer, or by new credentials.
  mutating func announce(
    _ credentials: ICECredentials?, at now: MediaTime, into outputs: inout WebRTCClientOutputs
  ) {
    announcement = Announcement(credentials: credentials, due: now + Self.gatheringPatience)
    if configuration.servers.isEmpty { tell(into: &outputs) }
  }

  mutating func tell(into outputs: inout WebRTCClientOutputs) {
    guard let announcement = announcement.take() else { return }
    let candidates = agent.localCandidates.map { SDPCandidate($0) }
    if let credentials = announcement.credentials {
      let mids = negotiation.current?.media.compactMap(\.mid) ?? []
      let fragment = configuration.offer.restart(mids, credentials, candidates)
      signalling.restart(Array(fragment.description.utf8), into: &answers)
    } else {
      negotiation.transport.candidates = candidates
      guard let offer = try? negotiation.offer() else { return }
      signalling.start(offer: Array(offer.description.utf8), into: &answers)
    }
    passRequests(into: &outputs)
  }

  // MARK: Another way (RFC 9725, 4.3.3)

  /// By media, or by the server's agreement.
  var lastHeard: MediaTime { max(heard, agent.agreed) }

  /// When another way is asked for, or waited for no longer.
  var doubt: MediaTime? {
    guard isConnected, end == nil else { return nil }
    if let restarted { return restarted + Self.restartPatience }
    return lastHeard + Self.silence
  }

  mutating func restart(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout WebRTCClientOutputs
  ) {
    if restarted != nil {
      restarted = nil
      if now - lastHeard < Self.silence { return }
      return finish(.lost, into: &outputs)
    }
    restarted = now
    let credentials = ICECredentials(using: &random)
    agent.restart(credentials, at: now, into: &ice)
    announce(credentials, at: now, into: &outputs)
    outputs.events.append(.restarting)
    followICE(at: now, using: &random, into: &outputs)
    followSignalling(at: now, using: &random, into: &outputs)
  }

  private mutating func restarted(by text: [UInt8], at now: MediaTime) {
    guard end == nil, let fragment = try? TrickleFragment(bytes: text),
      let credentials = fragment.credentials
    else { return }
    agent.setRemote(
      credentials, isLite: negotiation.current?.transport.isLite ?? false, at: now)
    add(fragment.candidates, at: now)
  }
}
