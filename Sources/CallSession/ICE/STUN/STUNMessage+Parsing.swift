extension STUNMessage {
  /// - Parameter bytes: a whole datagram.
  package init(parsing bytes: [UInt8]) throws(STUNError) {
    guard bytes.count >= Self.headerSize else { throw .truncated }
    guard bytes[0] < 4, bytes.stunNumber(at: 4, 4) == UInt64(Self.cookie) else { throw .notSTUN }
    let type = UInt16(truncatingIfNeeded: bytes.stunNumber(at: 0, 2))
    // The two bits of the kind stand between those of the method (RFC 8489, 5).
    guard type & ~0x0110 == 1 else { throw .method(type) }
    let kind: Kind =
      switch type & 0x0110 {
      case 0: .request
      case 0x0010: .indication
      case 0x0100: .success
      default: .error
      }
    let length = Int(bytes.stunNumber(at: 2, 2))
    guard length % 4 == 0 else { throw .notSTUN }
    guard bytes.count >= Self.headerSize + length else { throw .truncated }
    guard bytes.count == Self.headerSize + length, bytes.count <= Self.largest else {
      throw .oversized
    }
    self.init(
      kind,
      STUNTransactionID(
        high: UInt32(truncatingIfNeeded: bytes.stunNumber(at: 8, 4)),
        low: bytes.stunNumber(at: 12, 8)))
    try readAttributes(bytes)
  }

  private mutating func readAttributes(_ bytes: [UInt8]) throws(STUNError) {
    var offset = Self.headerSize
    var count = 0
    var isProtected = false
    var oldAddress: TransportAddress?
    while offset < bytes.count {
      // Lengths are multiples of four, so there are four bytes at least.
      let type = UInt16(truncatingIfNeeded: bytes.stunNumber(at: offset, 2))
      let start = offset + 4
      let end = start + Int(bytes.stunNumber(at: offset + 2, 2))
      let next = (end + 3) & ~3
      guard next <= bytes.count else { throw .truncated }
      count += 1
      guard count <= Self.mostAttributes else { throw .tooManyAttributes }
      let value = bytes[start..<end]
      switch type {
      case STUNAttribute.fingerprint:
        try checkFingerprint(bytes, at: offset, value)
      case STUNAttribute.messageIntegrity:
        guard value.count == SHA1.digestSize else { throw .attribute(type) }
        if integrityOffset == nil { integrityOffset = offset }
        isProtected = true
      case STUNAttribute.messageIntegritySHA256:
        isProtected = true
      case _ where isProtected:
        // Anyone may have added it on the way (RFC 8489, 14.5).
        break
      case STUNAttribute.mappedAddress:
        if oldAddress == nil { oldAddress = try address(value, type, isMasked: false) }
      default:
        try read(type, value)
      }
      offset = next
    }
    if mappedAddress == nil { mappedAddress = oldAddress }
  }

  private mutating func checkFingerprint(
    _ bytes: [UInt8], at offset: Int, _ value: ArraySlice<UInt8>
  ) throws(STUNError) {
    guard value.count == 4, offset + 8 == bytes.count,
      value.stunNumber() == UInt64(CRC32.checksum(bytes[..<offset]) ^ Self.fingerprintMask)
    else { throw .fingerprint }
    hasFingerprint = true
  }

  private mutating func read(_ type: UInt16, _ value: ArraySlice<UInt8>) throws(STUNError) {
    switch type {
    case STUNAttribute.username:
      guard value.count <= Self.longestUsername else { throw .attribute(type) }
      if username == nil { username = Array(value) }
    case STUNAttribute.priority:
      guard value.count == 4 else { throw .attribute(type) }
      if priority == nil { priority = UInt32(truncatingIfNeeded: value.stunNumber()) }
    case STUNAttribute.useCandidate:
      guard value.isEmpty else { throw .attribute(type) }
      isNominating = true
    case STUNAttribute.iceControlling, STUNAttribute.iceControlled:
      guard value.count == 8 else { throw .attribute(type) }
      guard role == nil else { return }
      role = ICERoleClaim(
        role: type == STUNAttribute.iceControlling ? .controlling : .controlled,
        tieBreaker: value.stunNumber())
    case STUNAttribute.xorMappedAddress:
      let address = try address(value, type, isMasked: true)
      if mappedAddress == nil { mappedAddress = address }
    case STUNAttribute.errorCode:
      try readError(value)
    case STUNAttribute.unknownAttributes:
      guard value.count % 2 == 0 else { throw .attribute(type) }
      guard unknownAttributes.isEmpty else { return }
      for index in stride(from: value.startIndex, to: value.endIndex, by: 2)
      where unknownAttributes.count < Self.mostUnknown {
        unknownAttributes.append(UInt16(value[index]) << 8 | UInt16(value[index + 1]))
      }
    case STUNAttribute.realm, STUNAttribute.nonce:
      // Of long-term credentials, which are none of ours: such a message fails by its code.
      break
    default:
      guard STUNAttribute.mustBeUnderstood(type), notUnderstood.count < Self.mostUnknown else {
        return
      }
      notUnderstood.append(type)
    }
  }

  private mutating func readError(_ value: ArraySlice<UInt8>) throws(STUNError) {
    let type = STUNAttribute.errorCode
    guard value.count >= 4 else { throw .attribute(type) }
    let (hundreds, rest) = (value[value.startIndex + 2] & 7, value[value.startIndex + 3])
    guard rest < 100, let code = STUNErrorCode(rawValue: UInt16(hundreds) * 100 + UInt16(rest))
    else { throw .attribute(type) }
    if error == nil { error = code }
  }

  /// - Parameter isMasked: whether it is combined with the cookie and the transaction (RFC 8489, 14.2).
  private func address(
    _ value: ArraySlice<UInt8>, _ type: UInt16, isMasked: Bool
  ) throws(STUNError) -> TransportAddress {
    guard value.count >= 8 else { throw .attribute(type) }
    let start = value.startIndex
    let mask = isMasked ? addressMask : (word: 0, high: 0, low: 0)
    let port = UInt16(
      truncatingIfNeeded: value[start + 2..<start + 4].stunNumber() ^ UInt64(mask.word >> 16))
    switch (value[start + 1], value.count) {
    case (1, 8):
      let number = UInt32(truncatingIfNeeded: value[(start + 4)...].stunNumber())
      return TransportAddress(ipv4: number ^ mask.word, port: port)
    case (2, 20):
      return TransportAddress(
        ipv6High: value[start + 4..<start + 12].stunNumber() ^ mask.high,
        low: value[(start + 12)...].stunNumber() ^ mask.low, port: port)
    default:
      throw .attribute(type)
    }
  }

  /// What addresses are combined with.
  var addressMask: (word: UInt32, high: UInt64, low: UInt64) {
    (
      Self.cookie, UInt64(Self.cookie) << 32 | UInt64(transactionID.high), transactionID.low
    )
  }
}

extension Array where Element == UInt8 {
  /// A number of `count` bytes in network order; the caller has checked that they are there.
  fileprivate func stunNumber(at offset: Int, _ count: Int) -> UInt64 {
    self[offset..<offset + count].stunNumber()
  }
}

extension ArraySlice where Element == UInt8 {
  /// The last eight bytes at most, in network order.
  fileprivate func stunNumber() -> UInt64 {
    var number: UInt64 = 0
    for byte in self { number = number << 8 | UInt64(byte) }
    return number
  }
}
