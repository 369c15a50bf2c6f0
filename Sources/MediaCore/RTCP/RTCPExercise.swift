/// Reads any bytes as an RTCP datagram and writes what it holds again: what a fuzzer calls.
package enum RTCPExercise {
  package struct Report: Equatable {
    package var packets = 0
    package var faults = 0
    /// Whether all packets of a known kind came back equal after they were written and read again.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    let datagram = RTCPDatagram(parsing: bytes.span)
    var known: [RTCPPacket] = []
    var writer = RTCPWriter()
    for packet in datagram.packets {
      if case .other = packet { continue }
      known.append(packet)
      writer.append(packet)
    }
    let again = RTCPDatagram(parsing: writer.bytes.span)
    return Report(
      packets: datagram.packets.count, faults: datagram.faults,
      isConsistent: again.faults == 0 && again.packets.elementsEqual(known, by: matches))
  }

  /// A bitrate is written with 18 significant bits, and "no limit" has none that fits.
  private static func matches(_ left: RTCPPacket, _ right: RTCPPacket) -> Bool {
    if case .maximumBitrate(let one) = left, case .maximumBitrate(let other) = right {
      return one.sources == other.sources && one.sender == other.sender
        && one.bitrate <= other.bitrate && other.bitrate - one.bitrate <= other.bitrate >> 17
    }
    return left == right
  }
}
