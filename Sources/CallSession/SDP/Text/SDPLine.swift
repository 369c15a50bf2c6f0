/// A line as it was written, without its end: `a=mid:0` (RFC 8866, 5).
package struct SDPLine: Hashable, Sendable {
  package let text: String

  /// - Parameter text: of which control characters are left out, so that no name from outside begins a
  ///   line of its own.
  package init(_ text: String) {
    guard text.utf8.contains(where: Self.isControl) else {
      self.text = text
      return
    }
    self.text = String(decoding: text.utf8.filter { !Self.isControl($0) }, as: UTF8.self)
  }

  init(verbatim text: String) { self.text = text }

  /// A tab is all that stands in texts that are not written to harm.
  static func isControl(_ byte: UInt8) -> Bool { byte < 32 && byte != 9 }

  package static func attribute(_ name: String, _ value: String? = nil) -> SDPLine {
    SDPLine(value.map { "a=\(name):\($0)" } ?? "a=\(name)")
  }

  /// The letter before `=`; nil for a line without one.
  package var type: UInt8? {
    var bytes = text.utf8.makeIterator()
    guard let type = bytes.next(), bytes.next() == UInt8(ascii: "=") else { return nil }
    return type
  }

  /// What stands behind `=`.
  package var value: Substring { Substring(text.utf8.dropFirst(2)) }

  /// Name and value of an attribute; an attribute that only is there has no value.
  package var attribute: (name: Substring, value: Substring?)? {
    guard type == UInt8(ascii: "a") else { return nil }
    let (name, rest) = value.cut(at: UInt8(ascii: ":"))
    return (name, rest)
  }

  /// The value of the attribute of that name; empty for one that only is there.
  func value(ofAttribute name: String) -> Substring? {
    let bytes = text.utf8
    guard bytes.count >= name.utf8.count + 2, bytes.first == UInt8(ascii: "a"), type != nil else {
      return nil
    }
    var rest = bytes.dropFirst(2)
    guard rest.starts(with: name.utf8) else { return nil }
    rest = rest.dropFirst(name.utf8.count)
    guard let next = rest.first else { return "" }
    return next == UInt8(ascii: ":") ? Substring(rest.dropFirst()) : nil
  }
}

extension [SDPLine] {
  /// The value of the first attribute of that name.
  package func attribute(_ name: String) -> Substring? {
    for line in self {
      if let value = line.value(ofAttribute: name) { return value }
    }
    return nil
  }

  /// The values of all attributes of that name, in their order.
  package func attributes(_ name: String) -> [Substring] {
    compactMap { $0.value(ofAttribute: name) }
  }

  package func has(_ name: String) -> Bool { attribute(name) != nil }

  /// The value of the first line of a type.
  func value(ofType type: UInt8) -> Substring? { first { $0.type == type }?.value }
}
