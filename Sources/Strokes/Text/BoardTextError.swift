/// Why a line of a `.board` file is no event.
package enum BoardTextError: Error, Equatable, Sendable {
  case notAnObject
  case syntax
  case notUTF8
  case tooDeep
  /// A key without which the kind makes no sense.
  case missing(BoardKey)
  /// A value of another type, or a name that is none of the known ones.
  case unexpected(BoardKey)
  /// A fraction or an exponent where a whole number stands.
  case notWhole(BoardKey)
  case outOfRange(BoardKey)
  /// Points for a stroke whose beginning has not been read, and no channels of their own.
  case unknownStroke
  /// The numbers do not make whole points.
  case countOfNumbers
  case schema(BoardSchemaError)

  /// What is wrong, as the middle of a sentence.
  package var text: String {
    switch self {
    case .notAnObject: "not a JSON object"
    case .syntax: "broken JSON"
    case .notUTF8: "not UTF-8"
    case .tooDeep: "nested too deeply"
    case .missing(let key): "\"\(key.name)\" is missing"
    case .unexpected(let key): "\"\(key.name)\" is not what it should be"
    case .notWhole(let key): "\"\(key.name)\" holds a number that is not whole"
    case .outOfRange(let key): "\"\(key.name)\" holds a number that is out of range"
    case .unknownStroke: "points of a stroke that has not begun"
    case .countOfNumbers: "the numbers do not make whole points"
    case .schema(let error): error.text
    }
  }
}
