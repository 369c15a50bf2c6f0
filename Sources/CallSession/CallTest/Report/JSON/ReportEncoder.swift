/// Makes a tree of anything encodable. `JSONEncoder` would do but for three things: a report says null for
/// what was not measured, numbers are rounded, and what is no number is null too.
final class ReportEncoder: Encoder {
  private enum Form {
    case plain
    case list
    case members
  }

  private var form = Form.plain
  private var plain = ReportTree.null
  private var list: [ReportEncoder] = []
  private var members: [String: ReportEncoder] = [:]
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  static func tree(of value: some Encodable) throws -> ReportTree {
    let encoder = ReportEncoder()
    try encoder.set(value)
    return encoder.tree
  }

  private var tree: ReportTree {
    switch form {
    case .plain: plain
    case .list: .array(list.map(\.tree))
    case .members: .object(members.mapValues(\.tree))
    }
  }

  private func set(_ value: some Encodable) throws {
    switch value {
    case let value as Double: plain = ReportTree(value)
    case let value as Float: plain = ReportTree(Double(value))
    case let value as String: plain = .string(value)
    case let value as Bool: plain = .bool(value)
    case let value as any BinaryInteger: plain = .number("\(value)")
    default: try value.encode(to: self)
    }
  }

  private func member(_ key: String) -> ReportEncoder {
    if let known = members[key] { return known }
    let encoder = ReportEncoder()
    members[key] = encoder
    return encoder
  }

  private func append() -> ReportEncoder {
    list.append(ReportEncoder())
    return list[list.count - 1]
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    form = .members
    return KeyedEncodingContainer(Members<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    form = .list
    return List(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: ReportEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = encoder.member(key.stringValue) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try encoder.member(key.stringValue).set(value)
    }

    // For plain types the protocol's own defaults, which leave nil out, would be taken.
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try present(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try present(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try present(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try present(value, key) }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
      try present(value, key)
    }

    private func present(_ value: (some Encodable)?, _ key: Key) throws {
      guard let value else { return encodeNil(forKey: key) }
      try encode(value, forKey: key)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.member(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.member("super") }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key.stringValue) }
  }

  private struct List: UnkeyedEncodingContainer {
    let encoder: ReportEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.list.count }

    func encodeNil() { _ = encoder.append() }
    func encode<T: Encodable>(_ value: T) throws { try encoder.append().set(value) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoder.append().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.append().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.append() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: ReportEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.plain = .null }
    func encode<T: Encodable>(_ value: T) throws { try encoder.set(value) }
  }
}
