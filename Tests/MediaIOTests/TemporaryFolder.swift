import Glibc
import MediaCore
import MediaIO

/// A new empty folder that is gone, with what is in it, at the end.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/faceboard-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
  }

  deinit {
    for name in names { unlink(path + "/" + name) }
    rmdir(path)
  }

  /// What is in the folder, in order of names.
  var names: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  func file(_ name: String) -> FileName { FileName(path + "/" + name) }

  func contents(_ name: String) -> [UInt8] {
    guard let source = try? FileSource(file(name)) else { return [] }
    var bytes: [UInt8] = []
    while let count = try? source.read(into: &bytes, atMost: 65536), count > 0 {}
    return bytes
  }
}
