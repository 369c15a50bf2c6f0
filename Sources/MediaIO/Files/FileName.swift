/// A path as the system knows it: bytes without a zero, in no particular encoding.
public struct FileName: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  public let bytes: [UInt8]

  /// A path whose bytes are the text's UTF-8, unchanged: no normalisation, no expansion.
  public init(_ text: String) {
    bytes = Array(text.utf8)
  }

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  public init(stringLiteral text: String) {
    self.init(text)
  }

  /// For messages: one line, whatever the name holds.
  public var description: String {
    var text = ""
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      if scalar.properties.generalCategory == .control {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// This name with more at its end.
  public func appending(_ suffix: String) -> FileName {
    FileName(bytes: bytes + Array(suffix.utf8))
  }

  /// The folder that holds it.
  var folder: FileName {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : FileName(bytes: Array(bytes[..<slash]))
  }

  /// With the zero that C wants; nil for names that no file can have.
  var cString: [CChar]? {
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    var result: [CChar] = []
    result.reserveCapacity(bytes.count + 1)
    for byte in bytes { result.append(CChar(bitPattern: byte)) }
    result.append(0)
    return result
  }
}
