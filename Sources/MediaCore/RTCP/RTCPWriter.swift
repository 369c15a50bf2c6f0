/// Writes RTCP packets one behind the other: a datagram.
package struct RTCPWriter: Sendable {
  package private(set) var bytes: [UInt8] = []
  private var start = 0

  package init() {}

  package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  /// Appends a packet; one of a kind that is not known here has nothing to say.
  package mutating func append(_ packet: RTCPPacket) {
    switch packet {
    case .senderReport(let report):
      begin(RTCPPacket.Kind.senderReport, UInt8(report.reports.count))
      report.write(to: &bytes)
    case .receiverReport(let report):
      begin(RTCPPacket.Kind.receiverReport, UInt8(report.reports.count))
      report.write(to: &bytes)
    case .sourceDescription(let chunks):
      begin(RTCPPacket.Kind.sourceDescription, UInt8(min(chunks.count, 31)))
      for chunk in chunks.prefix(31) { chunk.write(to: &bytes) }
    case .goodbye(let goodbye):
      begin(RTCPPacket.Kind.goodbye, UInt8(min(goodbye.sources.count, 31)))
      goodbye.write(to: &bytes)
    case .nack(let nack):
      begin(RTCPPacket.Kind.transportFeedback, RTCPPacket.Format.nack)
      nack.write(to: &bytes)
    case .pictureLoss(let indication):
      begin(RTCPPacket.Kind.payloadFeedback, RTCPPacket.Format.pictureLoss)
      indication.write(to: &bytes)
    case .fullIntraRequest(let request):
      begin(RTCPPacket.Kind.payloadFeedback, RTCPPacket.Format.fullIntraRequest)
      request.write(to: &bytes)
    case .transportFeedback(let feedback):
      begin(RTCPPacket.Kind.transportFeedback, RTCPPacket.Format.transportWide)
      feedback.write(to: &bytes)
    case .maximumBitrate(let estimate):
      begin(RTCPPacket.Kind.payloadFeedback, RTCPPacket.Format.application)
      estimate.write(to: &bytes)
    case .extendedReport(let report):
      begin(RTCPPacket.Kind.extendedReport, 0)
      report.write(to: &bytes)
    case .other:
      return
    }
    end()
  }

  private mutating func begin(_ kind: UInt8, _ count: UInt8) {
    start = bytes.count
    bytes.append(RTPHeader.version << 6 | count)
    bytes.append(kind)
    bytes.append(network: UInt16(0))
  }

  /// All contents are of whole words, but those of transport feedback, which pads itself.
  private mutating func end() {
    let words = (bytes.count - start) / 4 - 1
    bytes.put(network: UInt16(truncatingIfNeeded: words), at: start + 2)
  }
}
