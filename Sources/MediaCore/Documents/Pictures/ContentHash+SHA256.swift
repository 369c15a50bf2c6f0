internal import CFFmpeg
package import Strokes

extension ContentHash {
  /// The SHA-256 (FIPS 180-4) of some bytes; its words are in the digest's order.
  ///
  /// All zero when there is no memory for the 100 bytes that the computation takes.
  package init(sha256Of bytes: [UInt8]) {
    var digest: [UInt8] = Array(repeating: 0, count: 32)
    if let context = unsafe av_sha_alloc() {
      unsafe av_sha_init(context, 256)
      unsafe av_sha_update(context, bytes, bytes.count)
      unsafe av_sha_final(context, &digest)
      unsafe av_free(UnsafeMutableRawPointer(context))
    }
    var words = SIMD4<UInt64>()
    for index in 0..<32 { words[index >> 3] = words[index >> 3] << 8 | UInt64(digest[index]) }
    self.init(words: words)
  }
}
