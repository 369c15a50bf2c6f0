/// A JSON text as it is put together (RFC 8259).
enum ReportTree {
  case null
  case bool(Bool)
  /// As it is written.
  case number(String)
  case string(String)
  case array([ReportTree])
  case object([String: ReportTree])

  /// Rounded to what is worth reading: four decimals, from 1000 on one. Null for what is no number.
  init(_ value: Double) {
    guard value.isFinite else {
      self = .null
      return
    }
    var text = ReportFigure.text(value, value.magnitude < 1000 ? 4 : 1, minus: "-")
    if text.contains("."), !text.contains("e") {
      while text.last == "0" { text.removeLast() }
      if text.last == "." { text.removeLast() }
    }
    self = .number(text)
  }

  /// Keys sorted, an indent of two spaces. Lists and objects without members of their own, such as the
  /// points of a plot, are one line.
  func write(into text: inout String, indent: Int = 0) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let value): Self.write(value, into: &text)
    case .array(let members):
      Self.write(members.map { (nil, $0) }, "[", "]", into: &text, indent: indent)
    case .object(let members):
      let sorted = members.sorted { $0.key < $1.key }
      Self.write(sorted.map { ($0.key, $0.value) }, "{", "}", into: &text, indent: indent)
    }
  }

  private var isPlain: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private static func write(
    _ members: [(key: String?, value: ReportTree)], _ open: String, _ close: String,
    into text: inout String, indent: Int
  ) {
    let isOneLine = members.count <= 3 && members.allSatisfy { $0.value.isPlain }
    let margin = "\n" + String(repeating: " ", count: indent + 2)
    text += open
    for (index, member) in members.enumerated() {
      if index > 0 { text += isOneLine ? ", " : "," }
      if !isOneLine { text += margin }
      if let key = member.key {
        write(key, into: &text)
        text += ": "
      }
      member.value.write(into: &text, indent: indent + 2)
    }
    if !isOneLine { text += margin.dropLast(2) }
    text += close
  }

  private static func write(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
