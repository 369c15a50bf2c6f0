/// Why a text is no JSON, with the byte at which it stopped being one.
enum JSONError: Error, Equatable {
  case endsEarly(at: Int)
  case unexpected(at: Int)
  case tooDeep(at: Int)
  /// More values than any drawing holds.
  case tooMany(at: Int)

  var explanation: String {
    switch self {
    case .endsEarly(let offset): "the file is cut off: it ends at byte \(offset) inside its JSON"
    case .unexpected(let offset): "its JSON is broken at byte \(offset)"
    case .tooDeep(let offset): "its JSON is nested too deeply at byte \(offset)"
    case .tooMany(let offset): "it holds too many values; reading stopped at byte \(offset)"
    }
  }
}
