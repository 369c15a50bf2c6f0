package import MediaCore

/// Sources, payload types and header extensions of a call: what two peers agree on before it.
///
/// Every source has a number of its own in the whole call, so that a packet says whose it is wherever it is
/// seen. A participant's number is the room's (`AuthorID`), from 1 on.
package enum CallStreams {
  package static let opus: UInt8 = 111
  package static let opusRetransmission: UInt8 = 112
  package static let vp8: UInt8 = 96
  package static let vp8Retransmission: UInt8 = 97
  /// Segments of the channel of messages, see `ReliableChannel`.
  package static let messages: UInt8 = 126

  package enum Kind: UInt32, CaseIterable, Sendable {
    /// From a participant.
    case microphone = 1
    /// From a participant, and from the room to the others.
    case camera = 2
    /// From the room to a participant.
    case mix = 3
    case board = 4
    /// Messages from a participant, and to one.
    case messages = 5
    case roomMessages = 6
    /// From a participant, and from the room to the others.
    case screen = 7

    /// What a participant shows, in frames that are passed on as they come.
    static let pictures: [Kind] = [.camera, .screen]
  }

  package static func source(_ kind: Kind, of participant: UInt32) -> SSRC {
    SSRC(kind.rawValue << 24 | participant & 0xFF_FFFF)
  }

  /// Where lost packets of a source are sent again (RFC 4588, 4).
  package static func retransmission(of source: SSRC) -> SSRC {
    SSRC(source.rawValue | 1 << 31)
  }

  package static func retransmissionFormat(of source: SSRC, isAudio: Bool) -> RetransmissionFormat {
    RetransmissionFormat(
      original: .init(ssrc: source, payloadType: isAudio ? opus : vp8),
      retransmission: .init(
        ssrc: retransmission(of: source),
        payloadType: isAudio ? opusRetransmission : vp8Retransmission))
  }

  /// Kind and participant of a source; nil for retransmissions and numbers of no call.
  package static func kind(of source: SSRC) -> (kind: Kind, participant: UInt32)? {
    Kind(rawValue: source.rawValue >> 24).map { ($0, source.rawValue & 0xFF_FFFF) }
  }
}
