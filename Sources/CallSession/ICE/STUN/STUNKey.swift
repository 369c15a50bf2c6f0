/// A password that protects messages, as HMAC-SHA1 wants it (RFC 2104; RFC 8489, 14.5).
///
/// What depends on the password alone is computed once: a peer is asked every few seconds.
package struct STUNKey: Sendable {
  private let inner: SHA1
  private let outer: SHA1

  /// - Parameter password: of short-term credentials, in ASCII as ICE has it, so that preparing it (RFC 8265)
  ///   changes nothing.
  package init(_ password: String) {
    self.init(bytes: Array(password.utf8))
  }

  init(bytes: [UInt8]) {
    var key = bytes
    if key.count > SHA1.blockSize {
      var digest = SHA1()
      digest.add(bytes[...])
      key = digest.digest()
    }
    var (inner, outer) = (SHA1(), SHA1())
    for index in 0..<SHA1.blockSize {
      let byte = index < key.count ? key[index] : 0
      inner.add(byte ^ 0x36)
      outer.add(byte ^ 0x5C)
    }
    self.inner = inner
    self.outer = outer
  }

  /// The code of a message whose MESSAGE-INTEGRITY stands at `offset`, or will: it counts the message as
  /// if it ended with that attribute.
  func code(of message: [UInt8], integrityAt offset: Int) -> [UInt8] {
    let length = UInt16(truncatingIfNeeded: offset + 4 + SHA1.digestSize - STUNMessage.headerSize)
    var digest = inner
    digest.add(message[0..<2])
    digest.add(UInt8(length >> 8))
    digest.add(UInt8(truncatingIfNeeded: length))
    digest.add(message[4..<offset])
    return finished(digest)
  }

  func code(of bytes: [UInt8]) -> [UInt8] {
    var digest = inner
    digest.add(bytes[...])
    return finished(digest)
  }

  private func finished(_ digest: SHA1) -> [UInt8] {
    var result = outer
    result.add(digest.digest()[...])
    return result.digest()
  }
}
