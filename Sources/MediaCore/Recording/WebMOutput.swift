internal import CFFmpeg

/// The seam between libavformat's output and a `ByteSink`: its write and seek callbacks.
///
/// A class because the C side holds a pointer to it; its owner, `WebMMuxer`, keeps it alive.
final class WebMOutput {
  let sink: any ByteSink
  /// What the sink threw first. After that nothing more is handed to it.
  private(set) var error: MediaError?
  /// The first bytes of the file as they stand, for what is completed behind the muxer's back.
  private(set) var front: [UInt8] = []
  static let frontLimit = 4096

  private var position: Int64 = 0

  init(sink: any ByteSink) {
    self.sink = sink
  }

  /// Writes at the current position, or remembers why that failed.
  func write(_ bytes: Span<UInt8>) -> Bool {
    guard error == nil else { return false }
    do throws(MediaError) {
      try sink.write(bytes, at: position)
    } catch {
      self.error = error
      return false
    }
    mirror(bytes, at: position)
    position += Int64(bytes.count)
    return true
  }

  func patch(_ bytes: [UInt8], at offset: Int64) throws(MediaError) {
    try sink.write(bytes.span, at: offset)
    mirror(bytes.span, at: offset)
  }

  /// Answers a seek as libavformat asks for it; nil for a place that is not there.
  func seek(to offset: Int64, whence: Int32) -> Int64? {
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return sink.size
    case SEEK_SET: return move(to: offset)
    case SEEK_CUR: return move(to: position + offset)
    case SEEK_END: return move(to: sink.size + offset)
    default: return nil
    }
  }

  private func move(to offset: Int64) -> Int64? {
    guard offset >= 0, offset <= sink.size else { return nil }
    position = offset
    return offset
  }

  private func mirror(_ bytes: Span<UInt8>, at offset: Int64) {
    guard offset < Self.frontLimit else { return }
    for index in bytes.indices {
      let place = Int(offset) + index
      guard place < Self.frontLimit else { return }
      if place < front.count {
        front[place] = bytes[index]
      } else {
        front.append(bytes[index])
      }
    }
  }
}

extension WebMOutput {
  /// A new output context of libavformat over this sink; its buffer and itself are the caller's to free.
  func makeContext() -> UnsafeMutablePointer<AVIOContext>? {
    let size: Int32 = 65536
    guard let buffer = unsafe av_malloc(Int(size)) else { return nil }
    let context = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), size, 1,
      Unmanaged.passUnretained(self).toOpaque(), nil,
      { owner, bytes, count in
        guard let owner = unsafe owner, let bytes = unsafe bytes, count >= 0 else {
          return CFFmpeg_ioError
        }
        let output = unsafe Unmanaged<WebMOutput>.fromOpaque(owner).takeUnretainedValue()
        let span = unsafe Span(
          _unsafeElements: UnsafeBufferPointer(start: bytes, count: Int(count)))
        return output.write(span) ? count : CFFmpeg_ioError
      },
      { owner, offset, whence in
        guard let owner = unsafe owner else { return Int64(CFFmpeg_ioError) }
        let output = unsafe Unmanaged<WebMOutput>.fromOpaque(owner).takeUnretainedValue()
        return output.seek(to: offset, whence: whence) ?? Int64(CFFmpeg_ioError)
      })
    if unsafe context == nil { unsafe av_free(buffer) }
    return unsafe context
  }
}
