import Foundation

/// A folder of one test's own, gone when the test is.
final class TemporaryFolder {
  private let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func path(_ name: String) -> String {
    url.appending(path: name).path
  }

  func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: url.appending(path: name))
  }

  func read(_ name: String) -> [UInt8]? {
    (try? Data(contentsOf: url.appending(path: name))).map { [UInt8]($0) }
  }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
  }
}
