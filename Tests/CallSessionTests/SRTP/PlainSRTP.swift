@testable import CallSession

/// SRTP from the text of RFC 3711 and RFC 7714, without state: the caller says the packet's index.
struct PlainSRTP {
  /// Session keys: what the cipher, the authentication and the salt use.
  struct Session {
    var key: [UInt8]
    var authentication: [UInt8]
    var salt: [UInt8]
  }

  let suite: SRTPSuite
  let packets: Session
  let control: Session

  init(_ keys: SRTPKeys) {
    suite = keys.suite
    packets = Self.session(keys, firstLabel: 0)
    control = Self.session(keys, firstLabel: 3)
  }

  /// With session keys as they are, as the vectors of RFC 7714 have them.
  init(gcmKey key: [UInt8], salt: [UInt8]) {
    suite = .aes128GCM
    packets = Session(key: key, authentication: [], salt: salt)
    control = packets
  }

  /// RFC 3711, 4.3: the pseudo-random function is AES in counter mode.
  private static func session(_ keys: SRTPKeys, firstLabel: UInt8) -> Session {
    func derived(_ label: UInt8, _ count: Int) -> [UInt8] {
      // RFC 7714, 11: the salt of 12 bytes is filled up with zeros.
      var input = keys.salt + [UInt8](repeating: 0, count: 16 - keys.salt.count)
      input[7] ^= firstLabel + label
      return AES128(key: keys.key).keystream(from: input, count: count)
    }
    return Session(
      key: derived(0, 16), authentication: derived(1, 20), salt: derived(2, keys.suite.saltSize))
  }

  func protect(_ packet: [UInt8], round: UInt32) -> [UInt8] {
    let header = Self.headerSize(packet)
    let (head, body) = (Array(packet[..<header]), Array(packet[header...]))
    let number = Array(packet[2..<4])
    let index = Self.bytes(round) + number
    switch suite {
    case .aes128GCM:
      // RFC 7714, 8.1: two zeros, the SSRC, the round and the number.
      let vector = AES128.xor([0, 0] + packet[8..<12] + index, packets.salt)
      return head
        + GaloisCounterMode(key: packets.key).seal(body, associated: head, vector: vector)
    case .aes128CMWithSHA1:
      let text = head + Self.counterMode(body, packets, ssrc: Array(packet[8..<12]), index: index)
      let code = SHA1.authenticationCode(
        text + Self.bytes(round), key: packets.authentication)
      return text + code[..<10]
    }
  }

  func protectControl(_ datagram: [UInt8], index: UInt32) -> [UInt8] {
    let (head, body) = (Array(datagram[..<8]), Array(datagram[8...]))
    let trailer = Self.bytes(index | 1 << 31)
    switch suite {
    case .aes128GCM:
      let vector = AES128.xor(
        [0, 0] + datagram[4..<8] + [0, 0] + Self.bytes(index), control.salt)
      let sealed = GaloisCounterMode(key: control.key).seal(
        body, associated: head + trailer, vector: vector)
      return head + sealed + trailer
    case .aes128CMWithSHA1:
      let text =
        head
        + Self.counterMode(
          body, control, ssrc: Array(datagram[4..<8]), index: [0, 0] + Self.bytes(index)) + trailer
      return text + SHA1.authenticationCode(text, key: control.authentication)[..<10]
    }
  }

  /// RFC 3711, 4.1.1: salt · 2¹⁶ ⊕ SSRC · 2⁶⁴ ⊕ index · 2¹⁶.
  private static func counterMode(
    _ body: [UInt8], _ session: Session, ssrc: [UInt8], index: [UInt8]
  ) -> [UInt8] {
    let salt = session.salt + [0, 0]
    let counter = AES128.xor(salt, [0, 0, 0, 0] + ssrc + index + [0, 0])
    return AES128.xor(
      body, AES128(key: session.key).keystream(from: counter, count: body.count))
  }

  private static func headerSize(_ packet: [UInt8]) -> Int {
    var size = 12 + 4 * Int(packet[0] & 15)
    if packet[0] & 16 != 0 {
      size += 4 + 4 * (Int(packet[size + 2]) << 8 | Int(packet[size + 3]))
    }
    return size
  }

  private static func bytes(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
