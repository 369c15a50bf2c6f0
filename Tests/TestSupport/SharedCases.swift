internal import Glibc

/// Files of other programs that lie beside the repository on some machines: read where they are,
/// never copied. The folder is named by FACEBOARD_CASES, else it is ../shared/cases.
package enum SharedCases {
  /// Nil where the files are not.
  package static let folder: String? = {
    if let named = getenv("FACEBOARD_CASES") { return String(cString: named) }
    let parts = #filePath.split(separator: "/").dropLast(4)
    let folder = "/" + parts.joined(separator: "/") + "/shared/cases"
    return access(folder, R_OK) == 0 ? folder : nil
  }()

  package static var arePresent: Bool { folder != nil }

  /// The bytes of a file, by its path below the folder.
  package static func bytes(_ path: String) -> [UInt8]? {
    guard let folder, let file = fopen(folder + "/" + path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
    }
  }

  /// The names of the files in a folder, in order.
  package static func names(in path: String) -> [String] {
    guard let folder, let directory = opendir(folder + "/" + path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
