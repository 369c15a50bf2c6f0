/// One link of a Link field: a target and its parameters (RFC 8288, 3).
struct LinkValue: Equatable {
  let target: String
  /// By name in small letters; of several with one name the first counts (RFC 8288, 3.3).
  let parameters: [String: String]

  /// The longest field that is looked at, in bytes.
  private static let longest = 4_096

  /// The links of a field; what is not well formed ends the list.
  static func links(in field: String) -> [LinkValue] {
    let bytes = Array(field.utf8)
    guard bytes.count <= longest else { return [] }
    var reader = Reader(bytes: bytes)
    var links: [LinkValue] = []
    while let link = reader.link() { links.append(link) }
    return links
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func link() -> LinkValue? {
      skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
      guard take("<") else { return nil }
      let target = text { $0 != UInt8(ascii: ">") }
      guard take(">") else { return nil }
      var parameters: [String: String] = [:]
      skipSpace()
      while take(";") {
        skipSpace()
        let name = text(Self.isToken).lowercased()
        skipSpace()
        var value = ""
        if take("=") {
          skipSpace()
          value = take("\"") ? quoted() : text(Self.isToken)
        }
        if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
        skipSpace()
      }
      return LinkValue(target: target, parameters: parameters)
    }

    /// Up to the closing mark, which is taken, too.
    mutating func quoted() -> String {
      var value: [UInt8] = []
      while position < bytes.count {
        var byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "\"") { break }
        if byte == UInt8(ascii: "\\"), position < bytes.count {
          byte = bytes[position]
          position += 1
        }
        value.append(byte)
      }
      return String(decoding: value, as: UTF8.self)
    }

    mutating func text(_ belongs: (UInt8) -> Bool) -> String {
      let start = position
      skip(belongs)
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func skipSpace() {
      skip { $0 == 0x20 || $0 == 0x09 }
    }

    mutating func skip(_ belongs: (UInt8) -> Bool) {
      while position < bytes.count, belongs(bytes[position]) { position += 1 }
    }

    static func isToken(_ byte: UInt8) -> Bool {
      byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
  }
}
