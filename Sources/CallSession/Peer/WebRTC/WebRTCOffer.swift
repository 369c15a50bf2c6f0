import MediaCore

/// What is sent to those who watch (draft-ietf-wish-whep) or taken from those who publish (RFC 9725), and
/// how offers of theirs are answered.
package struct WebRTCOffer: Sendable {
  /// Which way the media go, as we see it.
  package enum Way: Equatable, Sendable {
    /// A board, and sound of so many channels, or 0.
    case sending(channels: Int)
    case receiving
    /// What comes goes back, sound and pictures: see `EchoLine`.
    case echoing
  }

  /// Why an offer is not accepted, for the endpoint and for a person.
  package struct Refusal: Error, Equatable, Sendable {
    package var reason: SignallingRefusal
    package var message: String
  }

  package var way: Way
  package var fingerprint: DTLSFingerprint
  /// Ours; the first is preferred.
  package var addresses: [TransportAddress]
  /// Nanoseconds from 1970 to session time 0.
  package var wallClockOrigin: Int64

  package init(
    _ way: Way, fingerprint: DTLSFingerprint, addresses: [TransportAddress],
    wallClockOrigin: Int64
  ) {
    self.way = way
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
    let name = SourceDescription.newName(using: &random)
    var negotiation = SessionNegotiation(
      sessionID: UInt64.random(in: .min ... .max, using: &random),
      wishes: answers(named: name, using: &random),
      transport: transport(credentials, isLite: true))
    let answer: SessionDescription
    do throws(NegotiationError) {
      answer = try negotiation.answer(to: description)
    } catch {
      throw Refusal(reason: Self.reason(error), message: error.message)
    }
    if way == .receiving, negotiation.current?.lacksPictures == true {
      // Sound alone is not what who publishes pictures wants to be kept.
      throw Refusal(reason: .otherCodecs, message: "its pictures are not VP8")
    }
    guard let agreed = negotiation.current, !agreed.transport.isLite else {
      // Both would wait for the other's checks (RFC 8445, 6.1.1).
      throw Refusal(reason: .unprocessable, message: "the peer only answers checks, as we do")
    }
    return Agreement(
      answer: Array(answer.description.utf8), credentials: credentials,
      dtls: DTLSConfiguration(
        agreed.transport.role == .active ? .client : .server,
        remoteFingerprints: agreed.transport.fingerprints),
      streams: WebRTCStreams(
        agreed, source: SSRC.new(using: &random), canonicalName: name,
        wallClockOrigin: wallClockOrigin), mids: agreed.media.compactMap(\.mid))
  }

  private static func reason(_ error: NegotiationError) -> SignallingRefusal {
    guard case .nothingAccepted(let rejections) = error else { return .unprocessable }
    return rejections.contains { $0.reason == .noCommonCodec } ? .otherCodecs : .notAcceptable
  }

  /// An offer of ours, by which a server is asked to take this or to send.
  func negotiation(
    _ credentials: ICECredentials, named name: String,
    using random: inout some RandomNumberGenerator
  ) -> SessionNegotiation {
    SessionNegotiation(
      sessionID: UInt64.random(in: .min ... .max, using: &random),
      wishes: wishes(named: name, using: &random),
      transport: transport(credentials, isLite: false))
  }

  /// Of a board whoever offers it is told which frames a frame depends on. We do not offer it: what a server
  /// that passes frames on has, those behind it may lack.
  private func answers(
    named name: String, using random: inout some RandomNumberGenerator
  ) -> [MediaWish] {
    var wishes = wishes(named: name, using: &random)
    if case .sending = way { wishes[0].extensions.append(RTPExtensionMap.dependenciesURI) }
    return wishes
  }

  private func wishes(
    named name: String, using random: inout some RandomNumberGenerator
  ) -> [MediaWish] {
    func source(_ track: String, in stream: String, repaired: Bool) -> LocalSource {
      LocalSource(
        source: SSRC.new(using: &random),
        retransmission: repaired ? SSRC.new(using: &random) : nil,
        canonicalName: name, streamID: stream, trackID: track)
    }
    switch way {
    case .sending(let channels):
      // In streams of their own: players hold a picture back for the sound of the same stream.
      var wishes = [MediaWish.board(id: 0, source: source("board", in: "board", repaired: true))]
      if channels > 0 {
        let sound = source("sound", in: "sound", repaired: false)
        var wish = MediaWish.audio(id: 1, direction: .sending, source: sound)
        wish.opus.sendsStereo = channels == 2
        wishes.append(wish)
      }
      return wishes
    case .receiving:
      return [.video(id: 0, direction: .receiving), .audio(id: 1, direction: .receiving)]
    case .echoing:
      // Lips and voice belong together.
      return [
        .video(
          id: 0, direction: .both, source: source("picture", in: "echo", repaired: true)),
        .audio(id: 1, direction: .both, source: source("sound", in: "echo", repaired: false)),
      ]
    }
  }

  private func transport(_ credentials: ICECredentials, isLite: Bool) -> LocalTransport {
    LocalTransport(
      credentials: credentials, fingerprints: [fingerprint], candidates: candidates,
      isLite: isLite)
  }

  private var candidates: [SDPCandidate] {
    addresses.enumerated().map { rank, address in
      SDPCandidate(ICECandidate(.host, address, base: address, rank: rank))
    }
  }

  /// New credentials for a peer whose network has changed (RFC 9725, 4.3.3): a fragment with them, and the
  /// candidates again.
  ///
  /// - Parameter candidates: nil for the addresses alone.
  package func restart(
    _ mids: [String], _ credentials: ICECredentials, _ candidates: [SDPCandidate]? = nil
  ) -> TrickleFragment {
    let candidates = candidates ?? self.candidates
    return TrickleFragment(
      credentials: credentials,
      sections: mids.prefix(1).map {
        TrickleFragment.Section(mid: $0, candidates: candidates, isComplete: true)
      }, isComplete: true)
  }
}

extension NegotiatedSession {
  /// Whether pictures are offered and none of them can be used.
  fileprivate var lacksPictures: Bool {
    !media.contains { $0.codec == .vp8 } && rejections.contains { $0.reason == .noCommonCodec }
  }
}
