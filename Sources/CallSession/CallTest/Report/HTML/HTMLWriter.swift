/// Writes HTML and SVG whose tags are always balanced and whose texts are always escaped.
struct HTMLWriter {
  private(set) var html = ""

  typealias Attributes = KeyValuePairs<String, String>

  mutating func element(
    _ name: String, _ attributes: Attributes = [:], _ body: (inout HTMLWriter) -> Void
  ) {
    begin(name, attributes)
    body(&self)
    html += "</\(name)>"
  }

  mutating func element(_ name: String, _ attributes: Attributes, _ text: String) {
    element(name, attributes) { $0.text(text) }
  }

  mutating func element(_ name: String, _ text: String) {
    element(name, [:], text)
  }

  /// An element of SVG without content, or a void one of HTML.
  mutating func empty(_ name: String, _ attributes: Attributes = [:]) {
    begin(name, attributes)
    if !Self.void.contains(name) { html += "</\(name)>" }
  }

  mutating func text(_ text: String) {
    html += Self.escaped(text)
  }

  /// Of the program's own: never a name or another word of a report.
  mutating func raw(_ text: StaticString) {
    html += "\(text)"
  }

  static let void: Set<String> = ["meta", "br"]

  private mutating func begin(_ name: String, _ attributes: Attributes) {
    html += "<\(name)"
    for (key, value) in attributes { html += " \(key)=\"\(Self.escaped(value))\"" }
    html += ">"
  }

  /// For text and for attributes in quotes. What steers a terminal or the direction of writing is taken
  /// out: a name must not turn the sentence around it.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x26: result += "&amp;"
      case 0x3C: result += "&lt;"
      case 0x3E: result += "&gt;"
      case 0x22: result += "&quot;"
      case 0x27: result += "&#39;"
      case 0x0A: result += "\n"
      case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF:
        result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
