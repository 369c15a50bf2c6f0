extension RTPPacket {
  /// Appends a packet.
  ///
  /// - Parameters:
  ///   - payload: may be empty, as probes' are.
  ///   - padding: bytes behind it, 0…255.
  package static func write(
    _ header: RTPHeader, extensions: RTPExtensionBlock = RTPExtensionBlock(),
    payload: Span<UInt8>, padding: Int = 0, to packet: inout [UInt8]
  ) {
    let contributors = header.contributors.prefix(RTPHeader.mostContributors)
    precondition((0...255).contains(padding), "padding that one byte can count")
    packet.append(
      RTPHeader.version << 6 | (padding > 0 ? 32 : 0) | (extensions.isEmpty ? 0 : 16)
        | UInt8(contributors.count))
    packet.append((header.hasMarker ? 128 : 0) | header.payloadType & 127)
    packet.append(network: header.sequenceNumber.rawValue)
    packet.append(network: header.timestamp)
    packet.append(network: header.ssrc.rawValue)
    for contributor in contributors { packet.append(network: contributor.rawValue) }
    if !extensions.isEmpty { extensions.write(to: &packet) }
    for index in payload.indices { packet.append(payload[index]) }
    guard padding > 0 else { return }
    for _ in 1..<padding { packet.append(0) }
    packet.append(UInt8(padding))
  }
}
