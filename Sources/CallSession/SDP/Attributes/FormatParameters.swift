/// Parameters of a format, in their order (RFC 8866, 6.15): `minptime=10;useinbandfec=1`.
package struct FormatParameters: Equatable, Sendable, CustomStringConvertible {
  package struct Parameter: Equatable, Sendable {
    package var name: String
    /// Nil for a word by itself, as in the `0-15` of telephone events.
    package var value: String?
  }

  package private(set) var list: [Parameter] = []

  package init() {}

  /// - Parameter text: what stands behind the payload type.
  package init(_ text: Substring) {
    for part in text.split(at: UInt8(ascii: ";")) {
      let (name, value) = part.trimmed.cut(at: UInt8(ascii: "="))
      guard !name.isEmpty else { continue }
      list.append(
        Parameter(name: String(name.trimmed), value: (value?.trimmed).map { String($0) }))
    }
  }

  package mutating func append(_ name: String, _ value: some CustomStringConvertible) {
    list.append(Parameter(name: name, value: value.description))
  }

  package var isEmpty: Bool { list.isEmpty }

  /// The first value of that name, whatever its case.
  package subscript(_ name: String) -> String? { list.first { $0.name.isSame(as: name) }?.value }

  /// The same as a number.
  package func number(_ name: String) -> Int? { self[name]?[...].number(Int.self) }

  package var description: String {
    list.map { parameter in
      parameter.value.map { "\(parameter.name)=\($0)" } ?? parameter.name
    }.joined(separator: ";")
  }
}
