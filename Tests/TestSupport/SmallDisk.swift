internal import Glibc

/// A small file system in memory, for those who may mount one.
package final class SmallDisk {
  package let path: String

  /// - Parameter size: as mount takes it, "64k".
  package init?(size: String) {
    var template = Array("/tmp/faceboard-disk-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { return nil }
    path = String(cString: made)
    guard mount("tmpfs", path, "tmpfs", 0, "size=" + size) == 0 else {
      rmdir(path)
      return nil
    }
  }

  deinit {
    umount2(path, 2)
    rmdir(path)
  }

  package static let isPossible = SmallDisk(size: "64k") != nil

  /// Leaves no room at all.
  package func fill() {
    let file = open(path + "/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let block = [UInt8](repeating: 1, count: 4_096)
    while write(file, block, block.count) > 0 {}
  }
}
