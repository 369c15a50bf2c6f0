extension STUNMessage {
  /// The message as a datagram, with its checksum.
  ///
  /// - Parameter key: protects it; nil for what nobody has a password for, such as a question to a server.
  package func bytes(key: STUNKey?) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(128)
    let kindBits: UInt16 = UInt16(kind.rawValue & 1) << 4 | UInt16(kind.rawValue & 2) << 7
    bytes.append(number: UInt64(kindBits | 1), bytes: 2)
    bytes.append(number: 0, bytes: 2)
    bytes.append(number: UInt64(Self.cookie), bytes: 4)
    bytes.append(number: UInt64(transactionID.high), bytes: 4)
    bytes.append(number: transactionID.low, bytes: 8)
    writeAttributes(to: &bytes)
    if let key {
      let code = key.code(of: bytes, integrityAt: bytes.count)
      bytes.append(attribute: STUNAttribute.messageIntegrity, code)
    }
    // The checksum counts the length with itself.
    setLength(of: &bytes, to: bytes.count + 8 - Self.headerSize)
    let sum = CRC32.checksum(bytes[...]) ^ Self.fingerprintMask
    bytes.append(attribute: STUNAttribute.fingerprint, number: UInt64(sum), bytes: 4)
    return bytes
  }

  private func setLength(of bytes: inout [UInt8], to length: Int) {
    bytes[2] = UInt8(truncatingIfNeeded: length >> 8)
    bytes[3] = UInt8(truncatingIfNeeded: length)
  }

  private func writeAttributes(to bytes: inout [UInt8]) {
    if let error {
      let code = error.rawValue
      var value: [UInt8] = [0, 0, UInt8(code / 100), UInt8(code % 100)]
      value += Array(error.reason.utf8)
      bytes.append(attribute: STUNAttribute.errorCode, value)
    }
    if !unknownAttributes.isEmpty {
      var value: [UInt8] = []
      for type in unknownAttributes { value.append(number: UInt64(type), bytes: 2) }
      bytes.append(attribute: STUNAttribute.unknownAttributes, value)
    }
    if let username {
      precondition(username.count <= Self.longestUsername, "a name of \(username.count) bytes")
      bytes.append(attribute: STUNAttribute.username, username)
    }
    if let mappedAddress { write(mappedAddress, to: &bytes) }
    if let role {
      let type =
        role.role == .controlling ? STUNAttribute.iceControlling : STUNAttribute.iceControlled
      bytes.append(attribute: type, number: role.tieBreaker, bytes: 8)
    }
    if isNominating { bytes.append(attribute: STUNAttribute.useCandidate, []) }
    if let priority {
      bytes.append(attribute: STUNAttribute.priority, number: UInt64(priority), bytes: 4)
    }
  }

  private func write(_ address: TransportAddress, to bytes: inout [UInt8]) {
    let mask = addressMask
    var value: [UInt8] = [0, address.isIPv6 ? 2 : 1]
    value.append(number: UInt64(address.port ^ UInt16(mask.word >> 16)), bytes: 2)
    if address.isIPv6 {
      value.append(number: address.high ^ mask.high, bytes: 8)
      value.append(number: address.low ^ mask.low, bytes: 8)
    } else {
      value.append(number: address.low ^ UInt64(mask.word), bytes: 4)
    }
    bytes.append(attribute: STUNAttribute.xorMappedAddress, value)
  }
}

extension Array where Element == UInt8 {
  /// The low `count` bytes of a number, the highest first.
  fileprivate mutating func append(number: UInt64, bytes count: Int) {
    for place in stride(from: count - 1, through: 0, by: -1) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place)))
    }
  }

  fileprivate mutating func append(attribute type: UInt16, number: UInt64, bytes count: Int) {
    append(number: UInt64(type), bytes: 2)
    append(number: UInt64(count), bytes: 2)
    append(number: number, bytes: count)
  }

  fileprivate mutating func append(attribute type: UInt16, _ value: [UInt8]) {
    append(number: UInt64(type), bytes: 2)
    append(number: UInt64(value.count), bytes: 2)
    self += value
    while count % 4 != 0 { append(0) }
  }
}
