import Strokes

/// Whether a stream is canonical, and on what page.
///
/// Coding on the page pays where there is page. A macroblock with less than a quarter of it is
/// covered; over a photograph every touched one would be paid in full, again and again.
extension CanvasVP8Encoder {
  /// The ground to begin with: the one that was asked for, or else the picture's most frequent plain
  /// colour; nil when more than three fifths of the picture cover either.
  func ground(of picture: borrowing I420Picture) -> VP8Colour? {
    if isMostlyPage(picture, of: wantedGround) { return wantedGround }
    guard let colour = mostFrequentColour(of: picture), isMostlyPage(picture, of: colour)
    else { return nil }
    return colour
  }

  private func isMostlyPage(_ picture: borrowing I420Picture, of colour: VP8Colour) -> Bool {
    var covered = 0
    for row in 0..<references.rows {
      for column in 0..<references.columns
      where !VP8Samples(picture, column: column, row: row).holds(colour) { covered += 1 }
    }
    return covered * 5 <= references.rows * references.columns * 3
  }

  /// Of macroblocks of one colour; the darker one of two as frequent.
  private func mostFrequentColour(of picture: borrowing I420Picture) -> VP8Colour? {
    var colours: [UInt32] = []
    for row in 0..<references.rows {
      for column in 0..<references.columns {
        guard let colour = VP8Samples(picture, column: column, row: row).flatColour else {
          continue
        }
        colours.append(
          UInt32(colour.luma) << 16 | UInt32(colour.blue) << 8 | UInt32(colour.red))
      }
    }
    colours.sort()
    var best: (colour: UInt32, count: Int) = (0, 0)
    var start = 0
    for (index, colour) in colours.enumerated() {
      if colour != colours[start] { start = index }
      if index - start >= best.count { best = (colour, index - start + 1) }
    }
    guard best.count > 0 else { return nil }
    return VP8Colour(
      luma: UInt8(best.colour >> 16), blue: UInt8(truncatingIfNeeded: best.colour >> 8),
      red: UInt8(truncatingIfNeeded: best.colour))
  }

  /// Notes whether a macroblock that changed is covered.
  mutating func noteCover(of block: Int, _ source: borrowing VP8Samples) {
    if source.holds(ground) { covered.remove(block) } else { covered.insert(block) }
  }

  /// Before a frame: a canonical stream whose page is covered goes on freely, and comes back when two
  /// fifths of it or less are. Neither needs a key frame, for GOLDEN stays the page.
  ///
  /// - Returns: whether the frame is to copy LAST to ALTREF: the same for everybody then, as free
  ///   coding takes for granted.
  mutating func reconsiderMode(for request: EncodeRequest) -> Bool {
    guard hasPage else { return false }
    let total = references.rows * references.columns
    if isCanonical, covered.count * 5 > total * 3, backlog.owed.isEmpty,
      sources.unsettled.isEmpty
    {
      // In a pan ALTREF would be other than LAST, and must not be used while it is overwritten.
      if case .scrolled = request.hint { return false }
      isCanonical = false
      return true
    }
    if !isCanonical, covered.count * 5 <= total * 2 {
      isCanonical = true
      sources.isKeptShared = false
      backlog.owe(sources.unsettled)
    }
    return false
  }

  /// A colour as pictures hold it.
  static func converted(_ colour: Colour) -> VP8Colour {
    var picture = I420Picture(width: 16, height: 16)
    let pixel =
      0xFF00_0000 | UInt32(colour.red) << 16 | UInt32(colour.green) << 8 | UInt32(colour.blue)
    let pixels = [UInt32](repeating: pixel, count: 256)
    var all = BlockMap(width: 16, height: 16)
    all.insertAll()
    ColourConverter.convert(all, of: pixels.span, stride: 64, into: &picture)
    return VP8Samples(picture, column: 0, row: 0).flatColour ?? .white
  }
}

extension VP8Samples {
  /// Whether at least a quarter of it is `colour`, in luma and in chroma.
  func holds(_ colour: VP8Colour) -> Bool {
    let (luma, chroma) = (SIMD16(repeating: colour.luma), colour.chromaRow)
    let rows = storage.span
    // Lanes that differ, counted: the sign of what is not zero, or of its negative, is set.
    var (others, chromaOthers) = (SIMD16<UInt8>(repeating: 0), SIMD16<UInt8>(repeating: 0))
    for y in 0..<Self.lumaRows {
      let difference = rows[y] ^ luma
      others &+= (difference | (0 &- difference)) &>> 7
    }
    for y in Self.lumaRows..<Self.rows {
      let difference = rows[y] ^ chroma
      chromaOthers &+= (difference | (0 &- difference)) &>> 7
    }
    return others.widened.sum <= 192 && chromaOthers.widened.sum <= 96
  }
}
