/// Why a manifest is none.
package enum SessionManifestError: Error, Equatable, Sendable {
  /// No JSON, or without what a manifest must have; says what is missing where.
  case malformed(String)
  case newerVersion(Int)
  /// Times that run backwards, overlap or lie outside: of the recording, its pauses or a file's gaps.
  case time(String)
  case drift(String)
  /// A name that leads out of the folder.
  case file(String)

  package var text: String {
    switch self {
    case .malformed(let place): "it is no manifest: \(place)"
    case .newerVersion(let version): "it is of version \(version); update to read it"
    case .time(let what): "the times of \(what) are out of order"
    case .drift(let file): "the drift of \(file) is no number of parts in a million"
    case .file(let name): "it names \"\(name)\", which is no file of its folder"
    }
  }
}
