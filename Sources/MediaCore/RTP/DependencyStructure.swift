/// What a stream's frames have in common, told once at each key frame (AV1 RTP specification 1.0, A.8.2).
///
///     offset 6, decode targets - 1 5, layers, indications, differences, chains, resolutions
package struct DependencyStructure: Equatable, Sendable {
  /// What a frame is to those who decode a target.
  package enum Indication: UInt8, Sendable {
    case absent
    /// Nothing later of the target depends on it.
    case discardable
    /// Who has decoded it can decode all that comes later of the target.
    case switching
    case required
  }

  /// What a frame says by a number instead of in full.
  package struct Template: Equatable, Sendable {
    package var spatialLayer: Int
    package var temporalLayer: Int
    /// One for each decode target.
    package var indications: [Indication]
    /// How many frames back those are that it depends on, 1…16.
    package var differences: [Int]
    /// How many frames back the one before in each chain is, 0…15; 0 begins it.
    package var chainDifferences: [Int]

    package init(
      spatialLayer: Int = 0, temporalLayer: Int = 0, indications: [Indication], differences: [Int],
      chainDifferences: [Int] = []
    ) {
      self.spatialLayer = spatialLayer
      self.temporalLayer = temporalLayer
      self.indications = indications
      self.differences = differences
      self.chainDifferences = chainDifferences
    }
  }

  package struct Resolution: Equatable, Sendable {
    /// In pixels, 1…65 536.
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The first template's number, 0…63.
  package var offset: UInt8
  /// 1…64, by layers.
  package var templates: [Template]
  /// The chain that protects each decode target; empty without chains.
  package var chains: [Int]
  package var chainCount: Int
  /// Of each spatial layer; empty when they are not told.
  package var resolutions: [Resolution]

  static let mostTemplates = 64
  private static let highestSpatialLayer = 3
  private static let highestTemporalLayer = 7

  package init(
    offset: UInt8, templates: [Template], chains: [Int] = [], chainCount: Int = 0,
    resolutions: [Resolution] = []
  ) {
    self.offset = offset
    self.templates = templates
    self.chains = chains
    self.chainCount = chainCount
    self.resolutions = resolutions
  }

  var decodeTargets: Int { templates.first?.indications.count ?? 0 }

  /// The template with a number; nil when there is none.
  package func template(_ id: UInt8) -> Template? {
    let index = Int((id &- offset) & 63)
    return index < templates.count ? templates[index] : nil
  }

  init(_ bits: inout BitReader) throws(DependencyDescriptorError) {
    offset = UInt8(bits.read(6))
    let targets = bits.read(5) + 1
    templates = try Self.layers(&bits)
    for index in templates.indices {
      for _ in 0..<targets { templates[index].indications.append(bits.readIndication()) }
    }
    for index in templates.indices {
      while bits.read(1) == 1 { templates[index].differences.append(bits.read(4) + 1) }
    }
    chains = []
    chainCount = bits.readNonSymmetric(targets + 1)
    resolutions = []
    if chainCount > 0 {
      for _ in 0..<targets { chains.append(bits.readNonSymmetric(chainCount)) }
      for index in templates.indices {
        for _ in 0..<chainCount { templates[index].chainDifferences.append(bits.read(4)) }
      }
    }
    if bits.read(1) == 1 {
      for _ in 0...(templates.last?.spatialLayer ?? 0) {
        resolutions.append(Resolution(width: bits.read(16) + 1, height: bits.read(16) + 1))
      }
    }
    if bits.isBeyond { throw .cut }
  }

  private static func layers(
    _ bits: inout BitReader
  ) throws(DependencyDescriptorError) -> [Template] {
    var templates: [Template] = []
    var (spatial, temporal) = (0, 0)
    while true {
      guard templates.count < mostTemplates, spatial <= highestSpatialLayer,
        temporal <= highestTemporalLayer
      else { throw .layers }
      templates.append(
        Template(
          spatialLayer: spatial, temporalLayer: temporal, indications: [], differences: []))
      switch bits.read(2) {
      case 0: break
      case 1: temporal += 1
      case 2: (spatial, temporal) = (spatial + 1, 0)
      default: return templates
      }
      if bits.isBeyond { throw .cut }
    }
  }

  func write(to bits: inout BitWriter) {
    precondition(
      (1...Self.mostTemplates).contains(templates.count) && (1...32).contains(decodeTargets),
      "templates and decode targets that can be counted")
    bits.write(Int(offset), 6)
    bits.write(decodeTargets - 1, 5)
    for (template, next) in zip(templates, templates.dropFirst()) {
      if next.spatialLayer != template.spatialLayer {
        bits.write(2, 2)
      } else {
        bits.write(next.temporalLayer == template.temporalLayer ? 0 : 1, 2)
      }
    }
    bits.write(3, 2)
    for template in templates {
      for indication in template.indications { bits.write(Int(indication.rawValue), 2) }
    }
    for template in templates {
      for difference in template.differences {
        bits.write(1, 1)
        bits.write(difference - 1, 4)
      }
      bits.write(0, 1)
    }
    bits.writeNonSymmetric(chainCount, of: decodeTargets + 1)
    if chainCount > 0 {
      for chain in chains { bits.writeNonSymmetric(chain, of: chainCount) }
      for template in templates {
        for difference in template.chainDifferences { bits.write(difference, 4) }
      }
    }
    bits.write(resolutions.isEmpty ? 0 : 1, 1)
    for resolution in resolutions {
      bits.write(resolution.width - 1, 16)
      bits.write(resolution.height - 1, 16)
    }
  }
}

extension BitReader {
  mutating func readIndication() -> DependencyStructure.Indication {
    DependencyStructure.Indication(rawValue: UInt8(read(2))) ?? .absent
  }
}
