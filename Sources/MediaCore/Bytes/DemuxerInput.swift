internal import CFFmpeg

/// The seam between libavformat's input and a `ByteSource`: its read and seek callbacks.
///
/// A class because the C side holds a pointer to it; its owner, `Demuxer`, keeps it alive.
final class DemuxerInput {
  private let source: any ByteSource
  private let seekable: (any SeekableByteSource)?
  private let length: Int64
  private var position: Int64 = 0
  private var buffer: [UInt8] = []
  private(set) var error: MediaError?

  init(_ source: any ByteSource) {
    self.source = source
    let candidate = source as? any SeekableByteSource
    seekable = candidate?.length == nil ? nil : candidate
    length = seekable?.length ?? -1
  }

  var canSeek: Bool { seekable != nil }

  private func read(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int32 {
    buffer.removeAll(keepingCapacity: true)
    do throws(MediaError) {
      let taken = try source.read(into: &buffer, atMost: count)
      guard taken > 0 else { return CFFmpeg_endOfFile }
      for index in 0..<taken { unsafe target[index] = buffer[index] }
      position += Int64(taken)
      return Int32(taken)
    } catch {
      self.error = error
      return CFFmpeg_ioError
    }
  }

  private func seek(_ offset: Int64, _ whence: Int32) -> Int64 {
    guard let seekable, error == nil else { return Int64(CFFmpeg_ioError) }
    let target: Int64
    switch whence & ~AVSEEK_FORCE {
    case AVSEEK_SIZE: return length
    case SEEK_SET: target = offset
    case SEEK_CUR: target = position.addingReportingOverflow(offset).partialValue
    case SEEK_END: target = length.addingReportingOverflow(offset).partialValue
    default: return Int64(CFFmpeg_ioError)
    }
    guard target >= 0, target <= length else { return Int64(CFFmpeg_ioError) }
    do throws(MediaError) {
      try seekable.seek(to: target)
      position = target
      return target
    } catch {
      self.error = error
      return Int64(CFFmpeg_ioError)
    }
  }

  /// A new input context of libavformat over this source; its buffer and itself are the caller's to free.
  func makeContext() -> UnsafeMutablePointer<AVIOContext>? {
    let size: Int32 = 65536
    guard let buffer = unsafe av_malloc(Int(size)) else { return nil }
    let context = unsafe avio_alloc_context(
      buffer.assumingMemoryBound(to: UInt8.self), size, 0,
      Unmanaged.passUnretained(self).toOpaque(),
      { owner, bytes, count in
        guard let owner = unsafe owner, let bytes = unsafe bytes, count > 0 else {
          return CFFmpeg_ioError
        }
        let input = unsafe Unmanaged<DemuxerInput>.fromOpaque(owner).takeUnretainedValue()
        return unsafe input.read(bytes, Int(count))
      },
      nil,
      { owner, offset, whence in
        guard let owner = unsafe owner else { return Int64(CFFmpeg_ioError) }
        let input = unsafe Unmanaged<DemuxerInput>.fromOpaque(owner).takeUnretainedValue()
        return input.seek(offset, whence)
      })
    if unsafe context == nil { unsafe av_free(buffer) }
    unsafe context?.pointee.seekable = canSeek ? AVIO_SEEKABLE_NORMAL : 0
    return unsafe context
  }
}
