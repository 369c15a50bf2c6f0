extension ContentHash {
  /// From the 32 bytes of a SHA-256, the first byte the highest; nil for another number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    var words = SIMD4<UInt64>.zero
    for (index, byte) in bytes.enumerated() {
      words[index / 8] = words[index / 8] << 8 | UInt64(byte)
    }
    self.init(words: words)
  }
}
