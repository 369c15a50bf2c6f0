/// Reads any bytes as an RTP packet, and what its header extension says as dependency descriptors, and writes
/// what it holds again: what a fuzzer calls.
package enum RTPExercise {
  package struct Report: Equatable {
    package var isPacket = false
    package var elements = 0
    package var descriptors = 0
    /// Whether the packet came back equal after it was written and read again.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    let span = bytes.span
    guard let packet = try? RTPPacket(parsing: span) else { return report }
    report.isPacket = true
    var block = RTPExtensionBlock()
    var elements = packet.elements
    var structure: DependencyStructure?
    while let element = elements.next(in: span) {
      block.append(element.id, Array(bytes[element.value]))
      report.elements += 1
      note(Array(bytes[element.value]), &structure, in: &report)
    }
    var written: [UInt8] = []
    RTPPacket.write(
      packet.header, extensions: block, payload: span.extracting(packet.payload),
      padding: packet.padding, to: &written)
    guard let again = try? RTPPacket(parsing: written.span), again.header == packet.header,
      again.padding == packet.padding, written[again.payload] == bytes[packet.payload]
    else {
      report.isConsistent = false
      return report
    }
    var (before, after) = (packet.elements, again.elements)
    while let element = before.next(in: span) {
      let other = after.next(in: written.span)
      if other?.id != element.id || other.map({ written[$0.value] }) != bytes[element.value] {
        report.isConsistent = false
      }
    }
    if after.next(in: written.span) != nil { report.isConsistent = false }
    return report
  }

  private static func note(
    _ value: [UInt8], _ structure: inout DependencyStructure?, in report: inout Report
  ) {
    guard let read = try? DependencyDescriptor(parsing: value.span, structure: structure) else {
      return
    }
    report.descriptors += 1
    structure = read.structure ?? structure
    guard let structure else { return }
    _ = read.dependencies(by: structure)
    let written = read.bytes(by: structure)
    let again = try? DependencyDescriptor(parsing: written.span, structure: structure)
    if again != read { report.isConsistent = false }
  }
}
