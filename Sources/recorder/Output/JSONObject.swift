/// One JSON object on one line, its fields in the order in which they were added.
struct JSONObject {
  private(set) var text = "{"

  var line: String { text + "}" }

  mutating func add(_ key: String, _ value: String) {
    begin(key)
    Self.quote(value, into: &text)
  }

  mutating func add(_ key: String, _ value: Int64) {
    begin(key)
    text += String(value)
  }

  mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    text += value ? "true" : "false"
  }

  /// JSON has no number for what is not finite: null says that it is not known.
  mutating func add(_ key: String, _ value: Double, places: Int) {
    begin(key)
    text += value.isFinite ? Decimal.text(value, places: places) : "null"
  }

  mutating func addNull(_ key: String) {
    begin(key)
    text += "null"
  }

  mutating func add(_ key: String, _ value: JSONObject) {
    begin(key)
    text += value.line
  }

  mutating func add(_ key: String, _ values: [JSONObject]) {
    begin(key)
    text += "["
    for (index, value) in values.enumerated() {
      text += (index > 0 ? "," : "") + value.line
    }
    text += "]"
  }

  private mutating func begin(_ key: String) {
    if text.utf8.count > 1 { text += "," }
    Self.quote(key, into: &text)
    text += ":"
  }

  private static func quote(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
