import Glibc

/// Real files of other programs, where a machine has them.
enum DocumentCases {
  /// `FACEBOARD_CASES`, or a folder beside the package's.
  static let folder: String? = {
    let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    for candidate in [
      getenv("FACEBOARD_CASES").map { String(cString: $0) }, "/\(package)/../shared/cases",
    ] {
      if let candidate, access(candidate, R_OK) == 0 { return candidate }
    }
    return nil
  }()

  struct Unreadable: Error {
    let path: String
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    guard let folder, let file = fopen("\(folder)/\(path)", "rb") else {
      throw Unreadable(path: path)
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { return bytes }
      bytes += piece[0..<count]
    }
  }
}
