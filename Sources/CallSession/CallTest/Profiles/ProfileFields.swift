import MediaCore

/// The fields of one object of a profile file. Each is read once; what is left over is an error.
struct ProfileFields {
  private let path: String
  private var fields: [String: JSONValue]
  private var known: [String] = []

  /// `path` is empty for the whole file.
  init(_ value: JSONValue, path: String) throws(NetworkProfileError) {
    guard case .object(let fields) = value else {
      throw NetworkProfileError(
        field: path.isEmpty ? nil : path, cause: "is \(value.kind), not an object",
        remedy: "write { and } around its fields")
    }
    self.path = path
    self.fields = fields
  }

  func name(of field: String) -> String { path.isEmpty ? field : "\(path).\(field)" }

  func error(_ field: String, _ cause: String, _ remedy: String) -> NetworkProfileError {
    NetworkProfileError(field: name(of: field), cause: cause, remedy: remedy)
  }

  mutating func value(_ field: String) -> JSONValue? {
    known.append(field)
    return fields.removeValue(forKey: field)
  }

  mutating func number(
    _ field: String, in range: ClosedRange<Double>
  ) throws(NetworkProfileError) -> Double? {
    guard let value = value(field) else { return nil }
    let remedy =
      "give a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))"
    guard case .number(let number) = value else {
      throw error(field, "is \(value.kind)", remedy)
    }
    guard range.contains(number) else { throw error(field, "is \(Self.text(number))", remedy) }
    return number
  }

  mutating func requiredNumber(
    _ field: String, in range: ClosedRange<Double>
  ) throws(NetworkProfileError) -> Double {
    guard let number = try number(field, in: range) else {
      throw error(
        field, "is missing",
        "give a number from \(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))")
    }
    return number
  }

  /// A field in milliseconds.
  mutating func time(
    _ field: String, upTo most: Double
  ) throws(NetworkProfileError) -> MediaTime? {
    guard let number = try number(field, in: 0...most) else { return nil }
    return MediaTime(nanoseconds: Int64((number * 1e6).rounded()))
  }

  mutating func requiredTime(
    _ field: String, upTo most: Double
  ) throws(NetworkProfileError) -> MediaTime {
    MediaTime(nanoseconds: Int64((try requiredNumber(field, in: 0...most) * 1e6).rounded()))
  }

  mutating func text(_ field: String) throws(NetworkProfileError) -> String? {
    guard let value = value(field) else { return nil }
    guard case .string(let text) = value else {
      throw error(field, "is \(value.kind)", "give a text")
    }
    return text
  }

  mutating func object(_ field: String) throws(NetworkProfileError) -> ProfileFields? {
    guard let value = value(field) else { return nil }
    return try ProfileFields(value, path: name(of: field))
  }

  mutating func list(_ field: String) throws(NetworkProfileError) -> [ProfileFields] {
    guard let value = value(field) else { return [] }
    guard case .array(let values) = value else {
      throw error(field, "is \(value.kind)", "write [ and ] around its entries")
    }
    var entries: [ProfileFields] = []
    for (index, value) in values.enumerated() {
      entries.append(try ProfileFields(value, path: "\(name(of: field))[\(index)]"))
    }
    return entries
  }

  /// To be called when all is read.
  func finish() throws(NetworkProfileError) {
    guard let field = fields.keys.min() else { return }
    throw error(field, "is no field of a profile", "known here: \(known.joined(separator: ", "))")
  }

  /// Whole numbers without a point.
  static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
  }
}
