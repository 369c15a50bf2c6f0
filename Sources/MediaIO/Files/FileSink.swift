internal import CLinux
internal import Glibc
public import MediaCore

/// A recording's file. It never replaces one that exists, unless it is told to.
public final class FileSink: ByteSink {
  /// The name that the file has after `close`.
  public let name: FileName
  public private(set) var size: Int64 = 0

  /// The name while it is being written: `name`, or with `.part` when `name` is to be replaced.
  /// What was not completed keeps it.
  public let workingName: FileName
  private let replaces: Bool
  /// -1 when closed.
  private var file: Int32
  private var reservedEnd: Int64 = 0
  private var canReserve = true
  private var syncedEnd: Int64 = 0

  /// More than is asked for is reserved at a time: a call a second is too many for some disks.
  private static let reserveStep: Int64 = 1 << 20

  /// Creates the file at once.
  ///
  /// - Parameter replacing: writes `name.part` and renames it at `close`, so that an existing file
  ///   stays until then; a `.part` that exists is never overwritten.
  public init(_ name: FileName, replacing: Bool = false) throws(MediaError) {
    let workingName = replacing ? name.appending(".part") : name
    guard let path = workingName.cString else {
      throw MediaError(.usage, "a file name is missing or holds a zero byte")
    }
    switch name.kind {
    case .folder: throw FileError.output(name, SystemError(number: EISDIR))
    case .other: throw FileError.noFile(name)
    case .file, .none: break
    }
    let file: Int32
    do throws(SystemError) {
      file = try SystemCall.run {
        unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
    } catch {
      guard error.number == EEXIST else { throw FileError.output(name, error) }
      throw replacing ? FileError.partExists(workingName) : FileError.exists(name)
    }
    self.name = name
    self.workingName = workingName
    replaces = replacing
    self.file = file
  }

  deinit {
    if file >= 0 { _ = Glibc.close(file) }
  }

  public func write(_ bytes: Span<UInt8>, at offset: Int64) throws(MediaError) {
    precondition(offset >= 0 && offset <= size, "bytes are written in place or at the end")
    do throws(SystemError) {
      try writeAll(bytes, at: offset)
    } catch {
      throw failure(error)
    }
    size = max(size, offset + Int64(bytes.count))
  }

  public func reserve(through end: Int64) throws(MediaError) {
    let start = max(reservedEnd, size)
    guard canReserve, end > start else { return }
    do throws(SystemError) {
      do throws(SystemError) {
        try reserve(from: start, to: end + Self.reserveStep)
      } catch {
        guard error.number == ENOSPC || error.number == EDQUOT || error.number == EFBIG else {
          throw error
        }
        try reserve(from: start, to: end)
      }
    } catch {
      switch error.number {
      case ENOSPC, EDQUOT, EFBIG, EIO: throw failure(error)
      default: canReserve = false
      }
    }
  }

  public func truncate(to size: Int64) throws(MediaError) {
    guard size < self.size else { return }
    do throws(SystemError) {
      try SystemCall.run { ftruncate(file, off_t(size)) }
    } catch {
      throw FileError.output(name, error)
    }
    self.size = size
    reservedEnd = min(reservedEnd, size)
  }

  /// Asks the disk to start; it has the bytes even if this process is killed.
  public func flush() throws(MediaError) {
    guard size > syncedEnd else { return }
    _ = CLinux_startWriteback(file, syncedEnd, size - syncedEnd)
    syncedEnd = size
  }

  public func close() throws(MediaError) {
    try close(completed: true)
  }

  /// Closes what was not completed; an existing file that it was to replace stays.
  public func closeUnfinished() throws(MediaError) {
    try close(completed: false)
  }

  private func close(completed: Bool) throws(MediaError) {
    guard file >= 0 else { return }
    do throws(SystemError) {
      // Gives back what was reserved and not used.
      if reservedEnd > size { try SystemCall.run { ftruncate(file, off_t(size)) } }
      try SystemCall.run { fdatasync(file) }
      let closing = file
      file = -1
      // Linux closes the descriptor even when it says EINTR: not retried.
      if Glibc.close(closing) < 0, errno != EINTR { throw SystemError(number: errno) }
      if replaces, completed { try rename() }
    } catch {
      throw FileError.output(name, error)
    }
  }

  /// Closes and deletes what was written; for a recording that holds nothing.
  public func discard() {
    guard file >= 0 else { return }
    _ = Glibc.close(file)
    file = -1
    if let path = workingName.cString { unsafe _ = unlink(path) }
  }

  private func writeAll(_ bytes: Span<UInt8>, at offset: Int64) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count: Int
      do throws(SystemError) {
        count = try SystemCall.run {
          unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(
              file, buffer.baseAddress! + done, buffer.count - done, off_t(offset) + off_t(done))
          }
        }
      } catch { throw error }
      done += count
    }
  }

  private func reserve(from start: Int64, to end: Int64) throws(SystemError) {
    // The system minds this limit only when it is too late, at a write.
    var limit = rlimit()
    if unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
      limit.rlim_cur < UInt64(max(end, 0))
    {
      throw SystemError(number: EFBIG)
    }
    try SystemCall.run { CLinux_reserve(file, start, end - start) }
    reservedEnd = end
  }

  private func rename() throws(SystemError) {
    guard let from = workingName.cString, let to = name.cString else { return }
    try SystemCall.run { unsafe Glibc.rename(from, to) }
    guard let folder = name.folder.cString else { return }
    // The new name outlives a power cut only when its folder is written, too.
    let directory = unsafe open(folder, O_RDONLY | O_CLOEXEC)
    guard directory >= 0 else { return }
    _ = fsync(directory)
    _ = Glibc.close(directory)
  }

  /// An empty file is not left behind.
  private func failure(_ error: SystemError) -> MediaError {
    if size == 0 { discard() }
    return FileError.output(name, error)
  }
}
