/// A value coded as the branches from a tree's root to it (RFC 6386, 8.1).
struct VP8Tree: Sendable {
  /// For each value its branches, the first in the lowest five bits: node · 2 + branch; the number
  /// of branches in the highest byte.
  private let paths: [UInt64]

  /// - Parameter tree: pairs of branches as the RFC prints them: a positive number is the index of
  ///   the next pair, any other the negated value.
  private init(_ tree: [Int]) {
    var paths = [UInt64](repeating: 0, count: tree.count / 2 + 1)
    var open: [(pair: Int, path: UInt64, length: UInt64)] = [(0, 0, 0)]
    while let place = open.popLast() {
      for branch in 0..<2 {
        let path = place.path | UInt64(place.pair + branch) << (5 * place.length)
        let next = tree[place.pair + branch]
        if next > 0 {
          open.append((next, path, place.length + 1))
        } else {
          paths[-next] = path | (place.length + 1) << 56
        }
      }
    }
    self.paths = paths
  }

  /// Writes a value by the probabilities of the nodes, which begin at `offset`.
  func write<Writer: VP8BoolWriter>(
    _ value: Int, _ probabilities: [UInt8], at offset: Int = 0, to writer: inout Writer
  ) {
    var path = paths[value]
    for _ in 0..<Int(path >> 56) {
      writer.write(path & 1 != 0, probabilities[offset + Int(path >> 1 & 15)])
      path >>= 5
    }
  }

  /// What a value costs, in 256ths of a bit.
  func cost(_ value: Int, _ probabilities: [UInt8], at offset: Int = 0) -> Int {
    var path = paths[value]
    var cost = 0
    for _ in 0..<Int(path >> 56) {
      cost += VP8BoolCost.of(path & 1 != 0, probabilities[offset + Int(path >> 1 & 15)])
      path >>= 5
    }
    return cost
  }

  /// Segments (10).
  static let segments = VP8Tree([2, 4, 0, -1, -2, -3])
  /// Luma modes by `VP8LumaMode`, and 4 for subblocks, in key frames (11.2).
  static let keyLumaModes = VP8Tree([-4, 2, 4, 6, 0, -1, -2, -3])
  /// The same in other frames (16.1).
  static let lumaModes = VP8Tree([0, 2, 4, 6, -1, -2, -3, -4])
  /// Chroma modes (11.4).
  static let chromaModes = VP8Tree([0, 2, -1, 4, -2, -3])
  /// Subblock modes (11.2).
  static let subblockModes = VP8Tree([
    0, 2, -1, 4, -2, 6, 8, 12, -3, 10, -5, -6, -4, 14, -7, 16, -8, -9,
  ])
  /// Magnitudes 0…7 of a vector's component (17.1).
  static let smallMagnitudes = VP8Tree([2, 8, 4, 6, 0, -1, -2, -3, 10, 12, -4, -5, -6, -7])
}
