internal import CLinux
internal import Glibc
package import MediaCore

/// A file, a pipe or the standard input, read in pieces.
package final class FileSource: SeekableByteSource {
  package let name: FileName
  /// nil for a pipe.
  package let length: Int64?

  private let file: Int32
  private let ownsFile: Bool
  private let limit: Int64
  private var position: Int64 = 0
  /// What a pipe gave first, so that a format can be recognised and the source rewound.
  private var head: [UInt8] = []
  private static let headLimit = 1 << 16
  /// What a pipe holds on Linux unless told otherwise.
  private static let pipeSize = 1 << 16

  /// - Parameter limit: reading more bytes than this throws `.inputDamaged`.
  package init(_ name: FileName, limit: Int64 = .max) throws(MediaError) {
    guard let path = name.cString else {
      throw MediaError(.usage, "a file name is missing or holds a zero byte")
    }
    let file: Int32
    do throws(SystemError) {
      file = try SystemCall.run { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    } catch {
      throw FileError.input(name, error)
    }
    let status = Self.status(of: file)
    if status.isFolder {
      _ = close(file)
      throw FileError.input(name, SystemError(number: EISDIR))
    }
    self.name = name
    self.file = file
    length = status.length
    ownsFile = true
    self.limit = limit
  }

  /// The standard input.
  package init(standardInputUpTo limit: Int64 = .max) {
    name = "the standard input"
    file = STDIN_FILENO
    length = nil
    ownsFile = false
    self.limit = limit
  }

  deinit {
    if ownsFile { _ = close(file) }
  }

  /// Appends at most `count` bytes; a stop signal counts as the end.
  package func read(into buffer: inout [UInt8], atMost count: Int) throws(MediaError) -> Int {
    guard count > 0 else { return 0 }
    let old = buffer.count
    if length == nil, position < Int64(head.count) {
      let start = Int(position)
      let taken = min(count, head.count - start)
      buffer += head[start..<start + taken]
      position += Int64(taken)
      return taken
    }
    // A pipe hands over what it holds, however much is asked for.
    let size = min(count, length == nil ? Self.pipeSize : 1 << 20)
    buffer.append(contentsOf: repeatElement(0, count: size))
    let result: Int
    do throws(MediaError) {
      result = try read(size, over: &buffer, at: old)
    } catch {
      buffer.removeLast(size)
      throw error
    }
    buffer.removeLast(size - result)
    if length == nil, position == Int64(head.count), head.count < Self.headLimit {
      head += buffer[old..<old + result]
    }
    try advance(by: result)
    return result
  }

  package func read(over buffer: inout [UInt8], in range: Range<Int>) throws(MediaError) -> Int {
    guard !range.isEmpty else { return 0 }
    if length == nil, head.count < Self.headLimit || position < Int64(head.count) {
      var piece: [UInt8] = []
      let read = try read(into: &piece, atMost: range.count)
      buffer.replaceSubrange(range.lowerBound..<range.lowerBound + read, with: piece)
      return read
    }
    let result = try read(range.count, over: &buffer, at: range.lowerBound)
    try advance(by: result)
    return result
  }

  /// Both ends of a pipe wake each other each time it is full or empty, which costs more than the
  /// copying. It grows up to an eighth of a piece, so that what waits in it is never a whole one, and
  /// 1 MiB, which Linux allows everyone.
  package func expectPieces(of size: Int) {
    guard length == nil else { return }
    let wanted = min(size / 8, 1 << 20)
    // Refused for what is no pipe, or where a person has too many large ones: it works as it is.
    if wanted > Self.pipeSize { _ = CLinux_setPipeSize(file, Int32(wanted)) }
  }

  /// One system call's worth; 0 at the end and on a stop signal.
  private func read(
    _ count: Int, over buffer: inout [UInt8], at place: Int
  ) throws(MediaError) -> Int {
    precondition(place >= 0 && place + count <= buffer.count, "the piece lies outside the buffer")
    let offset = position
    do throws(SystemError) {
      return try SystemCall.run(unless: { StopSignals.isRaised }) {
        unsafe buffer.withUnsafeMutableBytes { bytes in
          unsafe length == nil
            ? Glibc.read(file, bytes.baseAddress! + place, count)
            : pread(file, bytes.baseAddress! + place, count, off_t(offset))
        }
      }
    } catch {
      if error.number == EINTR { return 0 }
      throw FileError.input(name, error)
    }
  }

  private func advance(by count: Int) throws(MediaError) {
    position += Int64(count)
    if position > limit {
      throw MediaError(
        .inputDamaged, "\(name) is larger than \(limit) bytes; it is not read further")
    }
  }

  package func rewind() throws(MediaError) {
    if length == nil, position > Int64(head.count) {
      throw MediaError(
        .inputUnreadable, "\(name) cannot be read twice; save it to a file and name that")
    }
    position = 0
  }

  package func seek(to offset: Int64) throws(MediaError) {
    guard let length else {
      throw MediaError(.inputUnreadable, "\(name) cannot be read at a place; save it to a file")
    }
    position = min(max(offset, 0), length)
  }

  private static func status(of file: Int32) -> (isFolder: Bool, length: Int64?) {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { return (false, nil) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: return (true, nil)
    case S_IFREG: return (false, Int64(status.st_size))
    default: return (false, nil)
    }
  }
}
