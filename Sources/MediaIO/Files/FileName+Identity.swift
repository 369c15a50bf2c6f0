internal import Glibc

extension FileName {
  /// Whether both names lead to one file, by whatever links and folders. False when either does
  /// not exist.
  public func leadsToSameFile(as other: FileName) -> Bool {
    guard let mine = identity, let theirs = other.identity else { return false }
    return mine == theirs
  }

  /// The file called `text` in this one's folder.
  public func sibling(_ text: String) -> FileName {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return FileName(text) }
    return FileName(bytes: Array(bytes[...slash])).appending(text)
  }

  /// The name without the folders before it.
  package var lastPart: String {
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return String(decoding: bytes[start...], as: UTF8.self)
  }

  /// What the name leads to, by whatever links.
  enum Kind {
    case file
    case folder
    /// A device, a pipe, a socket.
    case other
  }

  /// Nil when there is nothing.
  var kind: Kind? {
    var status = stat()
    guard let path = cString, unsafe stat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether it leads to a file that can be opened twice, which no pipe can.
  package var isRegularFile: Bool { kind == .file }

  private struct Identity: Equatable {
    var device: UInt64
    var number: UInt64
  }

  private var identity: Identity? {
    var status = stat()
    guard let path = cString, unsafe stat(path, &status) == 0 else { return nil }
    return Identity(device: UInt64(status.st_dev), number: UInt64(status.st_ino))
  }
}
