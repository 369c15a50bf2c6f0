/// What a frame that is no key frame says first, read as RFC 6386, 19.2 describes.
struct PlainHeader {
  private(set) var isSegmented = false
  /// y_ac_qi.
  private(set) var quantiser: UInt8 = 0

  init(of frame: [UInt8]) {
    var decoder = PlainBoolDecoder(Array(frame[3...]))
    func literal(_ bits: Int) -> Int {
      (0..<bits).reduce(0) { value, _ in value * 2 + (decoder.read(128) ? 1 : 0) }
    }
    isSegmented = literal(1) == 1
    if isSegmented {
      let (hasMap, hasValues) = (literal(1) == 1, literal(1) == 1)
      if hasValues {
        _ = literal(1)
        for bits in [7, 7, 7, 7, 6, 6, 6, 6] where literal(1) == 1 { _ = literal(bits + 1) }
      }
      if hasMap {
        for _ in 0..<3 where literal(1) == 1 { _ = literal(8) }
      }
    }
    // The loop filter's kind, level and sharpness.
    _ = literal(1 + 6 + 3)
    if literal(1) == 1, literal(1) == 1 {
      for _ in 0..<8 where literal(1) == 1 { _ = literal(7) }
    }
    _ = literal(2)
    quantiser = UInt8(literal(7))
  }
}
