package import MediaCore

/// A stream that the peer sends, as far as it is said.
package struct RemoteSource: Equatable, Sendable {
  package var source: SSRC
  /// Of packets that are sent again.
  package var retransmission: SSRC?
  package var canonicalName: String?
  package var stream: MediaStreamID?
}

/// What both sides agreed on for one section, as we see it.
package struct NegotiatedMedia: Equatable, Sendable {
  /// Of the wish that it came from.
  package var wish: Int
  /// The section's place.
  package var index: Int
  package var mid: String?
  package var codec: MediaCodec
  package var direction: MediaDirection
  /// Of packets that we send, and of those that we get. They are equal but with odd peers.
  package var sending: PayloadTypes
  package var receiving: PayloadTypes
  package var feedback: FeedbackKinds
  /// What the peer said of the codec.
  package var remoteParameters: FormatParameters
  /// Header extensions, in the directions that we use them.
  package var extensions: [RTPExtensionMapping]
  /// RTCP may come in pieces (RFC 5506).
  package var usesReducedSize: Bool
  package var source: LocalSource?
  /// Empty if the peer does not say: then its packets are known by their mid or payload type.
  package var remoteSources: [RemoteSource]
  package var remoteStreams: [MediaStreamID]
  /// Encodings that the peer would like to send at the same time.
  package var remoteRestrictionIDs: [RestrictionID]

  package var kind: MediaSection.Kind { codec.kind }
}

extension MediaSection {
  /// The streams that a section sends, each with the one that repairs it.
  var remoteSources: [RemoteSource] {
    let pairs = sourceGroups.filter {
      $0.semantics == SourceGroup.retransmission && $0.sources.count == 2
    }
    let repairing = Set(pairs.map { $0.sources[1] })
    let described = sources
    let named = Set(described.map(\.source))
    var sources = described
    for pair in pairs where !named.contains(pair.sources[0]) {
      sources.append(SourceAttributes(source: pair.sources[0]))
    }
    return sources.filter { !repairing.contains($0.source) }.map { source in
      RemoteSource(
        source: source.source,
        retransmission: pairs.first { $0.sources[0] == source.source }?.sources[1],
        canonicalName: source.canonicalName, stream: source.stream ?? streamIDs.first)
    }
  }
}
