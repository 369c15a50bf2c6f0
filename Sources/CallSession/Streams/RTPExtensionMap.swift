/// Which header extensions a session uses, and under which ids (RFC 8285, 5). Nil is not used.
package struct RTPExtensionMap: Equatable, Sendable {
  package static let audioLevelURI = "urn:ietf:params:rtp-hdrext:ssrc-audio-level"
  package static let transportSequenceURI =
    "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
  /// Ours: a frame mends what lost frames brought, so that it can be decoded without them. Its value
  /// is one byte: 1.
  package static let recoveryURI = "urn:faceboard:rtp-hdrext:recovery"
  /// See `DependencyDescriptor`.
  package static let dependenciesURI =
    "https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension"

  /// RFC 6464.
  package var audioLevel: UInt8?
  package var transportSequence: UInt8?
  package var recovery: UInt8?
  /// A picture is shown as soon as it is there, whatever the receiver would rather wait for.
  package var playoutDelay: UInt8?
  /// Which frames a frame of a board depends on.
  package var dependencies: UInt8?

  package static let none = RTPExtensionMap(
    audioLevel: nil, transportSequence: nil, recovery: nil)

  package init(
    audioLevel: UInt8? = 1, transportSequence: UInt8? = 3, recovery: UInt8? = 9,
    playoutDelay: UInt8? = nil, dependencies: UInt8? = nil
  ) {
    self.audioLevel = audioLevel
    self.transportSequence = transportSequence
    self.recovery = recovery
    self.playoutDelay = playoutDelay
    self.dependencies = dependencies
  }
}
