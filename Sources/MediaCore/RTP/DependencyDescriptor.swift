/// Why bytes are no dependency descriptor.
package enum DependencyDescriptorError: Error, Equatable, Sendable {
  case cut
  /// There is no template with this number, or no structure yet that would have it.
  case unknownTemplate(UInt8)
  /// More templates or layers than there can be.
  case layers
}

/// Which frames a frame depends on, as a header extension of each of its packets says it (AV1 RTP
/// specification 1.0, A.8). It is the same for every codec.
///
///      0                   1                   2
///      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
///     |S|E| template  |         frame number          |  and what differs from the template
///     +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
package struct DependencyDescriptor: Equatable, Sendable {
  /// Whether the packet is the frame's first, and its last.
  package var startsFrame: Bool
  package var endsFrame: Bool
  /// 0…63.
  package var template: UInt8
  /// Of the frame, modulo 2¹⁶, in the order of decoding.
  package var frame: UInt16
  /// At the first packet of a key frame; for all frames from there on.
  package var structure: DependencyStructure?
  /// A bit for each decode target that is sent.
  package var activeTargets: UInt32?
  /// In place of the template's.
  package var indications: [DependencyStructure.Indication]?
  /// How many frames back those are that it depends on, 1…4 096.
  package var differences: [Int]?
  /// 0…255.
  package var chainDifferences: [Int]?

  /// Of the smallest one, which says nothing but numbers.
  private static let shortest = 3

  package init(startsFrame: Bool, endsFrame: Bool, template: UInt8, frame: UInt16) {
    self.startsFrame = startsFrame
    self.endsFrame = endsFrame
    self.template = template
    self.frame = frame
  }

  /// - Parameters:
  ///   - value: an extension element's.
  ///   - known: the last structure that was attached.
  package init(
    parsing value: Span<UInt8>, structure known: DependencyStructure?
  ) throws(DependencyDescriptorError) {
    guard value.count >= Self.shortest else { throw .cut }
    var bits = BitReader(value)
    startsFrame = bits.read(1) == 1
    endsFrame = bits.read(1) == 1
    template = UInt8(bits.read(6))
    frame = UInt16(bits.read(16))
    var flags = 0
    if value.count > Self.shortest {
      flags = bits.read(5)
      if flags & 16 != 0 { structure = try DependencyStructure(&bits) }
    }
    guard let structure = structure ?? known, structure.template(template) != nil else {
      throw .unknownTemplate(template)
    }
    if flags & 8 != 0 { activeTargets = UInt32(bits.read(structure.decodeTargets)) }
    if flags & 4 != 0 {
      indications = (0..<structure.decodeTargets).map { _ in .absent }
      for target in 0..<structure.decodeTargets { indications?[target] = bits.readIndication() }
    }
    if flags & 2 != 0 {
      var found: [Int] = []
      while case let size = bits.read(2), size > 0 { found.append(bits.read(4 * size) + 1) }
      differences = found
    }
    if flags & 1 != 0 {
      var found: [Int] = []
      for _ in 0..<structure.chainCount { found.append(bits.read(8)) }
      chainDifferences = found
    }
    if bits.isBeyond { throw .cut }
  }

  /// The frames that it depends on, modulo 2¹⁶.
  ///
  /// - Parameter structure: attached to it, or to the last key frame.
  package func dependencies(by structure: DependencyStructure) -> [UInt16] {
    let differences = differences ?? structure.template(template)?.differences ?? []
    return differences.map { frame &- UInt16(truncatingIfNeeded: $0) }
  }

  /// The value of an extension element.
  ///
  /// - Parameter known: the structure that is in force, unless one is attached.
  package func bytes(by known: DependencyStructure) -> [UInt8] {
    var bits = BitWriter()
    bits.write(startsFrame ? 1 : 0, 1)
    bits.write(endsFrame ? 1 : 0, 1)
    bits.write(Int(template), 6)
    bits.write(Int(frame), 16)
    let flags =
      (structure == nil ? 0 : 16) | (activeTargets == nil ? 0 : 8) | (indications == nil ? 0 : 4)
      | (differences == nil ? 0 : 2) | (chainDifferences == nil ? 0 : 1)
    guard flags != 0 else { return bits.bytes }
    bits.write(flags, 5)
    structure?.write(to: &bits)
    if let activeTargets {
      bits.write(Int(activeTargets), (structure ?? known).decodeTargets)
    }
    for indication in indications ?? [] { bits.write(Int(indication.rawValue), 2) }
    if let differences {
      for difference in differences {
        let size = difference <= 16 ? 1 : difference <= 256 ? 2 : 3
        bits.write(size, 2)
        bits.write(difference - 1, 4 * size)
      }
      bits.write(0, 2)
    }
    for difference in chainDifferences ?? [] { bits.write(difference, 8) }
    return bits.bytes
  }
}
