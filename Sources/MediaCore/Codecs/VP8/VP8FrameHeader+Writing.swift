extension VP8FrameHeader {
  /// The bytes in front of the first partition (RFC 6386, 9.1).
  func appendTag(firstPartition bytes: Int, to frame: inout [UInt8]) {
    // Version 0: the only one that all decoders know in full.
    let tag = (isKeyFrame ? 0 : 1) | (isShown ? 1 << 4 : 0) | bytes << 5
    frame += [tag, tag >> 8, tag >> 16].map { UInt8(truncatingIfNeeded: $0) }
    guard isKeyFrame else { return }
    frame += [0x9D, 0x01, 0x2A]
    for side in [width, height] {
      frame += [UInt8(truncatingIfNeeded: side), UInt8(truncatingIfNeeded: side >> 8)]
    }
  }

  /// The header at the begin of the first partition (9.2–9.11, 19.2).
  ///
  /// - Parameters:
  ///   - old: the probabilities valid before the frame.
  ///   - new: those its levels are coded with.
  func write(
    _ statistics: VP8FrameStatistics, replacing old: VP8CoefficientProbabilities,
    by new: VP8CoefficientProbabilities, to coder: inout VP8BoolEncoder
  ) {
    if isKeyFrame {
      // The colour space there is, and pixels to be clamped.
      coder.write(literal: 0, bits: 2)
    }
    writeSegmentation(statistics, to: &coder)
    // The loop filter: its kind, level 0, sharpness; and no adjustments by mode.
    coder.write(literal: 0, bits: 1 + 6 + 3 + 1)
    coder.write(literal: partitions.trailingZeroBitCount, bits: 2)
    // The quantiser without its five deltas.
    coder.write(literal: Int(quantiser & 127), bits: 7)
    coder.write(literal: 0, bits: 5)
    writeBuffers(to: &coder)

    if old == new {
      for table in VP8CoefficientProbabilities.unchanged { coder.write(table) }
    } else {
      new.write(replacing: old, to: &coder)
    }
    // Macroblocks without levels are flagged.
    coder.write(flag: true)
    coder.write(literal: Int(statistics.coded), bits: 8)
    if isKeyFrame { return }
    coder.write(literal: Int(statistics.intra), bits: 8)
    coder.write(literal: Int(statistics.last), bits: 8)
    coder.write(literal: Int(statistics.golden), bits: 8)
    // Neither the probabilities of luma and chroma modes nor those of vectors change.
    coder.write(literal: 0, bits: 2)
    for table in VP8MotionVector.unchanged { coder.write(table) }
  }

  /// Values and map in every frame that has segments: decoders keep them otherwise (9.3).
  private func writeSegmentation(
    _ statistics: VP8FrameStatistics, to coder: inout VP8BoolEncoder
  ) {
    coder.write(flag: segmentation != nil)
    guard let segmentation else { return }
    // Map, values, and that the values are absolute.
    coder.write(literal: 0b111, bits: 3)
    for index in 0..<4 {
      let value = Int(segmentation.quantisers[index] & 127)
      coder.write(flag: value != 0)
      if value == 0 { continue }
      coder.write(literal: value, bits: 7)
      coder.write(flag: false)
    }
    // Four filter levels, all absent: 0.
    coder.write(literal: 0, bits: 4)
    for probability in statistics.segments {
      coder.write(flag: probability != 255)
      if probability != 255 { coder.write(literal: Int(probability), bits: 8) }
    }
  }

  /// What becomes of the buffers and the probabilities (9.7, 9.8, 9.11).
  private func writeBuffers(to coder: inout VP8BoolEncoder) {
    if isKeyFrame {
      coder.write(flag: refreshesEntropy)
      return
    }
    coder.write(flag: refreshesGolden)
    coder.write(flag: refreshesAlternate)
    if !refreshesGolden { coder.write(literal: Int(copiesToGolden.rawValue), bits: 2) }
    if !refreshesAlternate { coder.write(literal: Int(copiesToAlternate.rawValue), bits: 2) }
    // The signs of vectors are those of the last frame's, whatever they refer to.
    coder.write(literal: 0, bits: 2)
    coder.write(flag: refreshesEntropy)
    coder.write(flag: refreshesLast)
  }
}
