import TestSupport
import Testing

@testable import MediaCore

@Suite struct DependencyDescriptorTests {
  /// One layer: a key frame, and a frame that depends on the one before.
  static let plain = DependencyStructure(
    offset: 0,
    templates: [
      .init(indications: [.switching], differences: []),
      .init(indications: [.switching], differences: [1]),
    ])

  static let keyFrame: DependencyDescriptor = {
    var descriptor = DependencyDescriptor(
      startsFrame: true, endsFrame: false, template: 0, frame: 0x1234)
    descriptor.structure = plain
    return descriptor
  }()

  @Test func `a key frame's bits are those of the specification`() throws {
    // 1 0 000000 | 0x1234 | 10000, offset 000000, targets 00000, layers 00 11, indications 10 10,
    // differences 0, 1 0000 0, chains 0, resolutions 0.
    let expected: [UInt8] = [0x80, 0x12, 0x34, 0x80, 0x00, 0x3A, 0x40, 0x00]
    #expect(Self.keyFrame.bytes(by: Self.plain) == expected)
    let read = try DependencyDescriptor(parsing: expected.span, structure: nil)
    #expect(read == Self.keyFrame)
    #expect(read.dependencies(by: Self.plain) == [])
  }

  @Test func `an ordinary frame takes three bytes, one that goes further back a few more`() throws {
    var descriptor = DependencyDescriptor(
      startsFrame: true, endsFrame: true, template: 1, frame: 3)
    #expect(descriptor.bytes(by: Self.plain) == [0xC1, 0x00, 0x03])
    #expect(descriptor.dependencies(by: Self.plain) == [2])
    descriptor.differences = [7]
    // 00010, size 01, 0110, end 00.
    #expect(descriptor.bytes(by: Self.plain) == [0xC1, 0x00, 0x03, 0x12, 0xC0])
    #expect(descriptor.dependencies(by: Self.plain) == [0xFFFC])
    descriptor.differences = [300]
    // 00010, size 11, 0001 0010 1011, end 00.
    #expect(descriptor.bytes(by: Self.plain) == [0xC1, 0x00, 0x03, 0x16, 0x25, 0x60])
    let bytes = descriptor.bytes(by: Self.plain)
    #expect(try DependencyDescriptor(parsing: bytes.span, structure: Self.plain) == descriptor)
  }

  @Test func `without its structure a frame is not understood`() {
    let bytes: [UInt8] = [0xC1, 0x00, 0x03]
    #expect(throws: DependencyDescriptorError.unknownTemplate(1)) {
      try DependencyDescriptor(parsing: bytes.span, structure: nil)
    }
    var moved = Self.plain
    moved.offset = 63
    // 63 and, around the end, 0.
    #expect(moved.template(63)?.differences == [])
    #expect(moved.template(0)?.differences == [1])
    #expect(throws: DependencyDescriptorError.unknownTemplate(1)) {
      try DependencyDescriptor(parsing: bytes.span, structure: moved)
    }
  }

  @Test func `layers beyond what there can be are refused`() {
    // 65 templates in one layer.
    var bits = BitWriter()
    bits.write(0x80_0000, 24)
    bits.write(0b10000_000000_00000, 16)
    for _ in 0..<64 { bits.write(0, 2) }
    bits.write(3, 2)
    let many = bits.bytes + [UInt8](repeating: 0, count: 64)
    #expect(throws: DependencyDescriptorError.layers) {
      try DependencyDescriptor(parsing: many.span, structure: nil)
    }
  }

  @Test func `numbers that may take a bit less come back`() {
    for values in 2..<40 {
      var writer = BitWriter()
      for value in 0..<values { writer.writeNonSymmetric(value, of: values) }
      var reader = BitReader(writer.bytes.span)
      for value in 0..<values { #expect(reader.readNonSymmetric(values) == value) }
      #expect(!reader.isBeyond)
    }
  }

  static func structure(using random: inout SeededGenerator) -> DependencyStructure {
    let targets = Int.random(in: 1...(random.chance(0.1) ? 32 : 4), using: &random)
    let chains = random.chance(0.5) ? Int.random(in: 1...targets, using: &random) : 0
    var templates: [DependencyStructure.Template] = []
    var (spatial, temporal) = (0, 0)
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      templates.append(
        DependencyStructure.Template(
          spatialLayer: spatial, temporalLayer: temporal,
          indications: (0..<targets).map { _ in indication(&random) },
          differences: numbers(1...16, upTo: 4, &random),
          chainDifferences: (0..<chains).map { _ in Int.random(in: 0...15, using: &random) }))
      if spatial < 3, random.chance(0.2) {
        (spatial, temporal) = (spatial + 1, 0)
      } else if temporal < 7, random.chance(0.3) {
        temporal += 1
      }
    }
    var structure = DependencyStructure(
      offset: .random(in: 0...63, using: &random), templates: templates, chainCount: chains)
    if chains > 0 {
      structure.chains = (0..<targets).map { _ in Int.random(in: 0..<chains, using: &random) }
    }
    if random.chance(0.3) {
      let last = templates.last?.spatialLayer ?? 0
      structure.resolutions = (0...last).map { _ in
        .init(
          width: .random(in: 1...65_536, using: &random),
          height: .random(in: 1...65_536, using: &random))
      }
    }
    return structure
  }

  static func indication(_ random: inout SeededGenerator) -> DependencyStructure.Indication {
    DependencyStructure.Indication(rawValue: .random(in: 0...3, using: &random)) ?? .absent
  }

  static func numbers(
    _ range: ClosedRange<Int>, upTo most: Int, _ random: inout SeededGenerator
  ) -> [Int] {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in Int.random(in: range, using: &random)
    }
  }

  static func descriptor(
    by structure: DependencyStructure, using random: inout SeededGenerator
  ) -> DependencyDescriptor {
    let index = UInt8.random(in: 0..<UInt8(structure.templates.count), using: &random)
    var descriptor = DependencyDescriptor(
      startsFrame: random.chance(0.5), endsFrame: random.chance(0.5),
      template: (structure.offset + index) & 63, frame: .random(in: 0...65_535, using: &random))
    let targets = structure.decodeTargets
    if random.chance(0.3) {
      descriptor.activeTargets = UInt32(
        Int.random(in: 0..<1 << targets, using: &random))
    }
    if random.chance(0.3) {
      descriptor.indications = (0..<targets).map { _ in indication(&random) }
    }
    if random.chance(0.5) { descriptor.differences = numbers(1...4_096, upTo: 5, &random) }
    if random.chance(0.3) {
      descriptor.chainDifferences = (0..<structure.chainCount).map { _ in
        Int.random(in: 0...255, using: &random)
      }
    }
    return descriptor
  }

  @Test func `random descriptors come back as they were written, and every cut is refused`() throws
  {
    var random = SeededGenerator(seed: 31)
    for _ in 0..<1_000 {
      let structure = Self.structure(using: &random)
      var descriptor = Self.descriptor(by: structure, using: &random)
      let known = random.chance(0.5) ? structure : nil
      if known == nil { descriptor.structure = structure }
      let bytes = descriptor.bytes(by: structure)
      let read = try DependencyDescriptor(parsing: bytes.span, structure: known)
      #expect(read == descriptor)
      for count in 0..<bytes.count {
        let cut = Array(bytes[..<count])
        guard let less = try? DependencyDescriptor(parsing: cut.span, structure: known) else {
          continue
        }
        // Three bytes are one that says nothing else; what is missing at the end otherwise were zeros.
        #expect(count == 3 && known != nil && less.differences == nil)
      }
    }
  }

  @Test func `mutated descriptors are read without a trap and come back`() {
    var random = SeededGenerator(seed: 32)
    var read = 0
    for _ in 0..<5_000 {
      let structure = Self.structure(using: &random)
      var first = Self.descriptor(by: structure, using: &random)
      first.structure = structure
      let second = Self.descriptor(by: structure, using: &random)
      var block = RTPExtensionBlock()
      for descriptor in [first, second] {
        var value = descriptor.bytes(by: structure)
        if random.chance(0.7) {
          let place = Int.random(in: 0..<value.count, using: &random)
          value[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        }
        if value.count < 256 { block.append(1, value) }
      }
      var packet: [UInt8] = []
      RTPPacket.write(
        RTPHeader(
          payloadType: 96, sequenceNumber: SequenceNumber(1), timestamp: 1, ssrc: SSRC(1)),
        extensions: block, payload: [0x10].span, to: &packet)
      let report = RTPExercise.run(packet)
      #expect(report.isConsistent)
      read += report.descriptors
    }
    #expect(read > 5_000)
  }
}
