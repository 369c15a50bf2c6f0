package import MediaCore

/// An RTP packet on its way out, before it has its place on the transport.
package struct OutgoingPacket: Equatable, Sendable {
  package var header: RTPHeader
  package var payload: [UInt8]
  /// For the header extension of recovery frames, see `RTPExtensionMap.recoveryURI`.
  package var isRecovery: Bool
  /// For the header extension that asks for no delay, see `RTPExtensionMap.playoutDelay`.
  package var isShownAtOnce: Bool
  /// For the audio level's (RFC 6464, 3), as it is sent.
  package var audioLevel: UInt8?
  /// The value of the header extension of dependencies, see `DependencyDescriptor`; empty without one.
  package var dependencies: [UInt8]
  /// Bytes behind the payload.
  package var padding: Int

  package init(
    header: RTPHeader, payload: [UInt8], isRecovery: Bool = false, isShownAtOnce: Bool = false,
    audioLevel: UInt8? = nil, dependencies: [UInt8] = [], padding: Int = 0
  ) {
    self.header = header
    self.payload = payload
    self.isRecovery = isRecovery
    self.isShownAtOnce = isShownAtOnce
    self.audioLevel = audioLevel
    self.dependencies = dependencies
    self.padding = padding
  }

  /// On the wire, about: fixed header and the extensions of a call.
  package var size: Int { 12 + 12 + dependencies.count + payload.count + padding }

  /// Bytes that may still be appended to the packet where it stands, when it is protected.
  private static let room = 160

  /// The packet's bytes.
  package func serialized(
    _ map: RTPExtensionMap, transportSequence: SequenceNumber
  ) -> [UInt8] {
    var block = RTPExtensionBlock()
    if let id = map.transportSequence { block.append(id, network: transportSequence.rawValue) }
    if let id = map.audioLevel, let audioLevel { block.append(id, byte: audioLevel) }
    if let id = map.recovery, isRecovery { block.append(id, byte: 1) }
    // Both limits, in 12 bits each, are 0.
    if let id = map.playoutDelay, isShownAtOnce { block.append(id, [0, 0, 0]) }
    if let id = map.dependencies, !dependencies.isEmpty { block.append(id, dependencies) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size + Self.room)
    guard padding == 0 else {
      RTPPacket.write(
        header, extensions: block, payload: payload.span, padding: padding, to: &bytes)
      return bytes
    }
    // All at once, which is a good part of what a packet costs.
    let none: [UInt8] = []
    RTPPacket.write(header, extensions: block, payload: none.span, to: &bytes)
    bytes += payload
    return bytes
  }
}
