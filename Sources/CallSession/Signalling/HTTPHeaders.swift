/// The header fields of a request or response, in their order (RFC 9110, 5).
package struct HTTPHeaders: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    package let name: String
    package let value: String
  }

  package private(set) var fields: [Field] = []

  package init() {}

  package init(_ fields: [(String, String)]) {
    for (name, value) in fields { add(name, value) }
  }

  /// Adds a field behind the others. What would end a line is taken out of it: a value never becomes
  /// two fields.
  package mutating func add(_ name: String, _ value: String) {
    fields.append(Field(name: Self.line(name), value: Self.line(value)))
  }

  /// The value of the first field of that name, whatever its letters' case.
  package subscript(_ name: String) -> String? {
    fields.first { Self.areSame($0.name, name) }?.value
  }

  /// The values of all fields of that name.
  package func values(_ name: String) -> [String] {
    fields.filter { Self.areSame($0.name, name) }.map(\.value)
  }

  /// The media type without its parameters, in small letters: `application/sdp; charset=utf-8` is
  /// `application/sdp`.
  package var mediaType: String? {
    self["Content-Type"].map { value in
      Self.trimmed(value.split(separator: ";", omittingEmptySubsequences: false)[0]).lowercased()
    }
  }

  /// The delay of Retry-After in seconds; nil when there is none or it is a date.
  package var retryAfter: Int64? {
    self["Retry-After"].flatMap { Int64(Self.trimmed($0[...])) }.flatMap { $0 < 0 ? nil : $0 }
  }

  static func areSame(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased()
  }

  /// Without spaces and tabs at its ends.
  static func trimmed(_ text: Substring) -> String {
    var bytes = text.utf8[...]
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return String(Substring(bytes))
  }

  private static func line(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return text }
    return String(
      decoding: text.utf8.filter { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }, as: UTF8.self)
  }
}
