/// A JSON document as a tree, with the long lists of numbers that drawings consist of kept flat.
///
/// A stroke of a million points is one array of two million doubles, not a million arrays.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
  /// An array of numbers; NaN stands for null.
  case numbers([Double])
  /// An array of arrays of `width` numbers each, one after the other; NaN stands for null.
  case tuples([Double], width: Int)

  var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  var number: Double? {
    if case .number(let value) = self { return value }
    return nil
  }

  var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  var object: JSONObject? {
    if case .object(let value) = self { return value }
    return nil
  }

  var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The members of any array.
  var elements: [JSONValue]? {
    switch self {
    case .array(let members):
      return members
    case .numbers(let values):
      var members: [JSONValue] = []
      members.reserveCapacity(values.count)
      for value in values { members.append(value.isNaN ? .null : .number(value)) }
      return members
    case .tuples(let values, let width):
      var members: [JSONValue] = []
      members.reserveCapacity(values.count / width)
      var start = 0
      while start < values.count {
        members.append(.numbers(Array(values[start..<start + width])))
        start += width
      }
      return members
    default:
      return nil
    }
  }

  /// An array as numbers: NaN stands for each member that is none. Nil for what is no array.
  var numbers: [Double]? {
    switch self {
    case .numbers(let values):
      return values
    case .array(let members):
      var values: [Double] = []
      values.reserveCapacity(members.count)
      for member in members { values.append(member.number ?? .nan) }
      return values
    case .tuples(let values, let width):
      return Array(repeating: .nan, count: values.count / width)
    default:
      return nil
    }
  }

  /// An array of points: the first two numbers of each member; NaN where there are none.
  var points: [SIMD2<Double>]? {
    switch self {
    case .tuples(let values, let width):
      var points: [SIMD2<Double>] = []
      points.reserveCapacity(values.count / width)
      var start = 0
      while start < values.count {
        points.append(SIMD2(values[start], width > 1 ? values[start + 1] : .nan))
        start += width
      }
      return points
    case .array(let members):
      var points: [SIMD2<Double>] = []
      points.reserveCapacity(members.count)
      for member in members { points.append(Self.point(member)) }
      return points
    case .numbers(let values):
      return Array(repeating: SIMD2(.nan, .nan), count: values.count)
    default:
      return nil
    }
  }

  private static func point(_ value: JSONValue) -> SIMD2<Double> {
    guard let numbers = value.numbers, numbers.count > 1 else { return SIMD2(.nan, .nan) }
    return SIMD2(numbers[0], numbers[1])
  }
}

/// The members of a JSON object in the order of the file. Of equal keys the last one counts.
struct JSONObject: Sendable {
  private var keys: [String] = []
  private var values: [JSONValue] = []

  var count: Int { keys.count }

  mutating func append(_ key: String, _ value: JSONValue) {
    keys.append(key)
    values.append(value)
  }

  /// Nil for a key that is not there, and for null.
  subscript(key: String) -> JSONValue? {
    var index = keys.count
    while index > 0 {
      index -= 1
      if keys[index] == key { return values[index].isNull ? nil : values[index] }
    }
    return nil
  }

  /// For objects that are looked into often.
  var dictionary: [String: JSONValue] {
    var result: [String: JSONValue] = [:]
    result.reserveCapacity(keys.count)
    for index in keys.indices { result[keys[index]] = values[index] }
    return result
  }
}
