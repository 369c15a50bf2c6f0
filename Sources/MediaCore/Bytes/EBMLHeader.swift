/// The identifier and size in front of every EBML element, RFC 8794 sections 4 to 6.
struct EBMLHeader: Equatable {
  /// With its length marker, as specifications print it: 0x1F43B675 is a Cluster.
  var id: UInt32
  /// Bytes of the element's body; nil when unknown, as in files that were never finished.
  var size: Int64?
  /// Bytes of this header.
  var length: Int

  /// The longest header: four bytes of identifier, eight of size.
  static let maximumLength = 12

  /// Reads the header at `offset`.
  ///
  /// nil when the bytes end within it or it is none; tell the two apart by the bytes left.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset < bytes.count else { return nil }
    self.init(bytes[offset..<min(bytes.count, offset + Self.maximumLength)])
  }

  /// Reads the header at the start of `bytes`.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let first = bytes.first else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    guard idLength <= 4, bytes.count > idLength else { return nil }
    let start = bytes.startIndex + idLength
    var id: UInt32 = 0
    for index in bytes.startIndex..<start { id = id << 8 | UInt32(bytes[index]) }
    let sizeLength = bytes[start].leadingZeroBitCount + 1
    guard sizeLength <= 8, bytes.endIndex - start >= sizeLength else { return nil }
    var size = UInt64(bytes[start]) & (0xFF >> UInt64(sizeLength))
    for index in start + 1..<start + sizeLength { size = size << 8 | UInt64(bytes[index]) }
    let unknown = (UInt64(1) << UInt64(7 * sizeLength)) - 1
    self.id = id
    self.size = size == unknown ? nil : Int64(size)
    length = idLength + sizeLength
  }
}

/// The values in the bodies of EBML elements, RFC 8794 section 7.
enum EBMLValue {
  /// nil when longer than eight bytes.
  static func unsigned(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    guard bytes.count <= 8 else { return nil }
    var value: UInt64 = 0
    for byte in bytes { value = value << 8 | UInt64(byte) }
    return value
  }

  static func signed(_ bytes: ArraySlice<UInt8>) -> Int64? {
    guard let value = unsigned(bytes), !bytes.isEmpty else { return bytes.isEmpty ? 0 : nil }
    let shift = Int64(64 - 8 * bytes.count)
    return (Int64(bitPattern: value) << shift) >> shift
  }

  static func float(_ bytes: ArraySlice<UInt8>) -> Double? {
    switch bytes.count {
    case 0: return 0
    case 4: return unsigned(bytes).map { Double(Float(bitPattern: UInt32($0))) }
    case 8: return unsigned(bytes).map { Double(bitPattern: $0) }
    default: return nil
    }
  }

  /// Text ends at its first zero byte.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
