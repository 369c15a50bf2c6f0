/// The alphabet of coefficients (RFC 6386, 13.2): 0…4 are themselves, six categories cover ranges,
/// whose offsets follow as bits, and the last ends a block.
enum VP8Token {
  static let count = 12
  static let end = 11
  /// What category 6 reaches.
  static let largestMagnitude = 67 + 2047

  /// The token of a magnitude, 0…67; above that it is category 6 as well.
  static let ofMagnitude: [UInt8] = [
    0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7, 7, 7, 7, 7, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 9,
    9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9,
    9, 10,
  ]

  /// The least magnitude of a category, by token.
  static let bases = [0, 1, 2, 3, 4, 5, 7, 11, 19, 35, 67, 0]

  /// Where the probabilities of a category's bits begin in `extraBits`, by token, and behind the
  /// last where they end.
  static let extraOffsets = [0, 0, 0, 0, 0, 0, 1, 3, 6, 10, 15, 26]

  /// Categories 1…6, the highest bit first.
  static let extraBits: [UInt8] = [
    159,
    165, 145,
    173, 148, 140,
    176, 155, 140, 135,
    180, 157, 141, 134, 130,
    254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129,
  ]

  /// The branches of a token in the tree, as a magnitude's writer takes them: the node and whether
  /// the branch is true. The first, whether the block ends, is left out.
  static func branches(of token: Int) -> [(node: Int, bit: Bool)] {
    switch token {
    case 0: [(1, false)]
    case 1: [(1, true), (2, false)]
    case 2: [(1, true), (2, true), (3, false), (4, false)]
    case 3: [(1, true), (2, true), (3, false), (4, true), (5, false)]
    case 4: [(1, true), (2, true), (3, false), (4, true), (5, true)]
    case 5: [(1, true), (2, true), (3, true), (6, false), (7, false)]
    case 6: [(1, true), (2, true), (3, true), (6, false), (7, true)]
    case 7: [(1, true), (2, true), (3, true), (6, true), (8, false), (9, false)]
    case 8: [(1, true), (2, true), (3, true), (6, true), (8, false), (9, true)]
    case 9: [(1, true), (2, true), (3, true), (6, true), (8, true), (10, false)]
    default: [(1, true), (2, true), (3, true), (6, true), (8, true), (10, true)]
    }
  }
}
