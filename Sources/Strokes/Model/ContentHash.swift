/// The SHA-256 of a resource's bytes: the name under which items refer to it.
package struct ContentHash: Hashable, Comparable, Sendable {
  package var words: SIMD4<UInt64>

  package init(words: SIMD4<UInt64>) {
    self.words = words
  }

  package static func < (left: ContentHash, right: ContentHash) -> Bool {
    for index in 0..<4 where left.words[index] != right.words[index] {
      return left.words[index] < right.words[index]
    }
    return false
  }
}
