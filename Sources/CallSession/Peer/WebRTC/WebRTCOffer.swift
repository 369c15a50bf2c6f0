import MediaCore

/// What is offered to those who watch, and how offers of theirs are answered (draft-ietf-wish-whep).
package struct WebRTCOffer: Sendable {
  /// Why somebody does not get it, for the endpoint and for a person.
  package struct Refusal: Error, Equatable, Sendable {
    package var reason: SignallingRefusal
    package var message: String
  }

  /// Channels of the sound, or 0.
  package var channels: Int
  package var fingerprint: DTLSFingerprint
  /// Ours; the first is preferred.
  package var addresses: [TransportAddress]
  /// Nanoseconds from 1970 to session time 0.
  package var wallClockOrigin: Int64

  package init(
    channels: Int, fingerprint: DTLSFingerprint, addresses: [TransportAddress],
    wallClockOrigin: Int64
  ) {
    self.channels = channels
    self.fingerprint = fingerprint
    self.addresses = addresses
    self.wallClockOrigin = wallClockOrigin
  }

  /// What was agreed on with somebody.
  package struct Agreement: Sendable {
    /// The answer, as it is sent.
    package var answer: [UInt8]
    package var credentials: ICECredentials
    package var dtls: DTLSConfiguration
    package var streams: WebRTCStreams
    /// Of the sections that are in use.
    package var mids: [String]
  }

  /// Answers an offer.
  package func answer(
    _ offer: [UInt8], using random: inout some RandomNumberGenerator
  ) throws(Refusal) -> Agreement {
    let description: SessionDescription
    do throws(SDPError) {
      description = try SessionDescription(bytes: offer)
    } catch {
      throw Refusal(reason: .malformed, message: "the offer is no session description")
    }
    let credentials = ICECredentials(using: &random)
    // RFC 7022, 4.2: nothing in it tells of the machine.
    let name = String(UInt64.random(in: .min ... .max, using: &random), radix: 36)
    var negotiation = SessionNegotiation(
      sessionID: UInt64.random(in: .min ... .max, using: &random),
      wishes: wishes(named: name, using: &random), transport: transport(credentials))
    let answer: SessionDescription
    do throws(NegotiationError) {
      answer = try negotiation.answer(to: description)
    } catch {
      var reason = SignallingRefusal.unprocessable
      if case .nothingAccepted = error { reason = .notAcceptable }
      throw Refusal(reason: reason, message: error.message)
    }
    guard let agreed = negotiation.current, !agreed.transport.isLite else {
      // Both would wait for the other's checks (RFC 8445, 6.1.1).
      throw Refusal(reason: .unprocessable, message: "the peer only answers checks, as we do")
    }
    return Agreement(
      answer: Array(answer.description.utf8), credentials: credentials,
      dtls: DTLSConfiguration(
        agreed.transport.role == .active ? .client : .server,
        remoteFingerprints: agreed.transport.fingerprints.compactMap { DTLSFingerprint($0.text) }),
      streams: WebRTCStreams(
        agreed, source: Self.source(using: &random), canonicalName: name,
        wallClockOrigin: wallClockOrigin), mids: agreed.media.compactMap(\.mid))
  }

  private func wishes(
    named name: String, using random: inout some RandomNumberGenerator
  ) -> [MediaWish] {
    // In streams of their own: players hold a picture back for the sound of the same stream.
    let board = LocalSource(
      source: Self.source(using: &random), retransmission: Self.source(using: &random),
      canonicalName: name, streamID: "board", trackID: "board")
    var wishes = [MediaWish.board(id: 0, source: board)]
    if channels > 0 {
      let sound = LocalSource(
        source: Self.source(using: &random), canonicalName: name, streamID: "sound",
        trackID: "sound")
      var wish = MediaWish.audio(id: 1, direction: .sending, source: sound)
      wish.opus.sendsStereo = channels == 2
      wishes.append(wish)
    }
    return wishes
  }

  private func transport(_ credentials: ICECredentials) -> LocalTransport {
    LocalTransport(
      credentials: SDPCredentials(
        fragment: credentials.fragment, password: credentials.password),
      fingerprints: SDPFingerprint(fingerprint.description[...]).map { [$0] } ?? [],
      candidates: candidates, isLite: true)
  }

  private var candidates: [SDPCandidate] {
    addresses.enumerated().map { rank, address in
      let candidate = ICECandidate(.host, address, base: address, rank: rank)
      return SDPCandidate(
        foundation: candidate.foundation, priority: candidate.priority, address: address.digits,
        port: address.port, kind: .host)
    }
  }

  /// New credentials for a peer whose network has changed (RFC 9725, 4.3.3): a fragment with them, and the
  /// candidates again.
  package func restart(
    _ mids: [String], _ credentials: ICECredentials
  ) -> TrickleFragment {
    TrickleFragment(
      credentials: SDPCredentials(
        fragment: credentials.fragment, password: credentials.password),
      sections: mids.prefix(1).map {
        TrickleFragment.Section(mid: $0, candidates: candidates, isComplete: true)
      }, isComplete: true)
  }

  /// Numbers of sources are never 0: some players count that as none.
  private static func source(using random: inout some RandomNumberGenerator) -> SSRC {
    SSRC(UInt32.random(in: 1...UInt32.max, using: &random))
  }
}
