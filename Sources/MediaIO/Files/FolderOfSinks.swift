internal import Glibc
package import MediaCore

/// A folder that a recorded call is written into: a new one, or one that is empty.
package final class FolderOfSinks: RecordingFolder, Sendable {
  package let name: FileName

  /// Creates the folder; the one that holds it must exist.
  ///
  /// - Throws: `.outputExists` when there is something in it.
  package init(_ name: FileName) throws(MediaError) {
    self.name = name
    do throws(SystemError) {
      try Self.make(name)
    } catch {
      guard error.number == EEXIST else { throw FileError.output(name, error) }
      guard name.kind == .folder else { throw FileError.exists(name) }
      guard try Self.isEmpty(name) else {
        throw MediaError(
          .outputExists, "\(name) holds something already; choose another folder or empty it first")
      }
    }
  }

  package func create(_ file: String) throws(MediaError) -> any ByteSink {
    let path = name.appending("/" + file)
    let folder = path.folder
    if folder != name, folder.kind != .folder {
      do throws(SystemError) { try Self.make(folder) } catch {
        throw FileError.output(folder, error)
      }
    }
    return try FileSink(path)
  }

  private static func make(_ name: FileName) throws(SystemError) {
    guard let path = name.cString else { throw SystemError(number: ENOENT) }
    try SystemCall.run { unsafe mkdir(path, 0o777) }
  }

  private static func isEmpty(_ name: FileName) throws(MediaError) -> Bool {
    guard let path = name.cString, let folder = unsafe opendir(path) else {
      throw FileError.output(name, SystemError(number: errno))
    }
    defer { unsafe _ = closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let isLink = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        // "." and "..", which every folder has.
        unsafe bytes[0] == UInt8(ascii: ".")
          && (bytes[1] == 0 || bytes[1] == UInt8(ascii: ".") && bytes[2] == 0)
      }
      if !isLink { return false }
    }
    return true
  }
}
