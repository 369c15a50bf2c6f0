/// The word that was probably meant.
enum Suggestion {
  /// The candidate nearest to `word`, if any is near enough to be a slip of the fingers.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let limit = max(1, word.count / 3)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = distance(Array(word), Array(candidate))
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// Insertions, deletions, replacements and swaps of neighbours between two words.
  static func distance(_ from: [Character], _ to: [Character]) -> Int {
    guard from.count <= 64, to.count <= 64 else { return .max }
    var beforeLast = [Int](repeating: 0, count: to.count + 1)
    var last = Array(0...to.count)
    for i in 0..<from.count {
      var row = [i + 1]
      for j in 0..<to.count {
        var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (from[i] == to[j] ? 0 : 1))
        if i > 0, j > 0, from[i] == to[j - 1], from[i - 1] == to[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[to.count]
  }
}
