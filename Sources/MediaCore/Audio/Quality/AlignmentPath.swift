/// Picks one place for every block: the likeliest way through all of them on which the delay changes
/// seldom (Viterbi's algorithm). A vowel alone fits a period off as well as in its place; with its
/// neighbours it does not.
enum AlignmentPath {
  /// What a change of the delay has to gain in likeness, over all blocks after it.
  private static let change = 0.2
  /// Samples; less is the rounding of neighbouring blocks.
  private static let same = 10

  /// Nil for blocks without places.
  static func best(_ blocks: [[AlignmentSearch.Place]]) -> [AlignmentSearch.Place?] {
    var path = [AlignmentSearch.Place?](repeating: nil, count: blocks.count)
    let numbers = blocks.indices.filter { !blocks[$0].isEmpty }
    guard let last = numbers.last else { return path }
    // The best score of a way that ends at each place of a block, and from where it came.
    var scores: [Double] = []
    var origins: [[Int]] = []
    var before: [AlignmentSearch.Place] = []
    for number in numbers {
      var (next, from): ([Double], [Int]) = ([], [])
      for place in blocks[number] {
        var (best, origin) = (before.isEmpty ? 0 : -Double.infinity, 0)
        for index in before.indices {
          let isSame = abs(before[index].delay - place.delay) <= same
          let score = scores[index] - (isSame ? 0 : change)
          if score > best { (best, origin) = (score, index) }
        }
        next.append(best + place.likeness)
        from.append(origin)
      }
      scores = next
      origins.append(from)
      before = blocks[number]
    }
    var place = 0
    for index in scores.indices where scores[index] > scores[place] { place = index }
    path[last] = blocks[last][place]
    for index in stride(from: numbers.count - 1, to: 0, by: -1) {
      place = origins[index][place]
      path[numbers[index - 1]] = blocks[numbers[index - 1]][place]
    }
    return path
  }
}
