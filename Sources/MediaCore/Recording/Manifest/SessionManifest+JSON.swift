internal import FoundationEssentials

/// The JSON of `manifest.json`: times are whole nanoseconds, equal manifests give equal bytes.
extension SessionManifest {
  /// - Throws: the rule that the manifest breaks.
  package func json() throws(SessionManifestError) -> [UInt8] {
    try check()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { throw .malformed("a number that is none") }
    return Array(data) + [UInt8(ascii: "\n")]
  }

  /// Keys that are not known are passed over.
  package init(json: [UInt8]) throws(SessionManifestError) {
    do {
      self = try JSONDecoder().decode(SessionManifest.self, from: Data(json))
    } catch let error as DecodingError {
      throw .malformed(error.place)
    } catch {
      throw .malformed("it is not JSON")
    }
    try check()
  }
}

extension MediaTime: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let whole = try? container.decode(Int64.self) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a time is a whole number of nanoseconds")
    }
    nanoseconds = whole
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(nanoseconds)
  }
}

extension DecodingError {
  /// Where in the manifest it is.
  fileprivate var place: String {
    var path: [String] = []
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      path = context.path
    case .keyNotFound(let key, let context):
      path = context.path + [key.stringValue]
    @unknown default:
      break
    }
    return path.isEmpty ? "it is not JSON" : "\(path.joined(separator: ".")) is missing or wrong"
  }
}

extension DecodingError.Context {
  fileprivate var path: [String] {
    codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
  }
}
