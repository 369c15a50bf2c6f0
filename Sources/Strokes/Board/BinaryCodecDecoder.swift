/// Takes headers and events from a stream of the binary form.
///
/// Give it bytes as they come. A broken frame throws and is behind when it does, so reading goes
/// on with the next one; after `truncated` it goes on once more bytes have been given.
package struct BinaryCodecDecoder {
  private var bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8] = []) {
    self.bytes = bytes
  }

  package mutating func append(_ more: [UInt8]) {
    if position > 65_536, position > bytes.count / 2 {
      bytes.removeFirst(position)
      position = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The magic and the header, with which a stream begins.
  package mutating func header() throws(BinaryCodecError) -> BoardHeader {
    let start = position
    do throws(BinaryCodecError) {
      for expected in BinaryCodec.magic {
        guard position < bytes.count else { throw .truncated }
        guard bytes[position] == expected else { throw .notABoard }
        position += 1
      }
      guard let frame = try nextFrame() else { throw .truncated }
      var reader = BinaryCodecReader(bytes, frame)
      return try reader.header().whole()
    } catch {
      position = start
      throw error
    }
  }

  /// The next event; nil at the end of the bytes.
  package mutating func next() throws(BinaryCodecError) -> BoardEvent? {
    guard let frame = try nextFrame() else { return nil }
    var reader = BinaryCodecReader(bytes, frame)
    do throws(BinaryCodecError) {
      let event = try reader.event()
      do throws(BoardSchemaError) {
        try event.check()
      } catch {
        throw .schema(error)
      }
      return event
    } catch {
      // The frame is whole, so what it lacks will not come.
      throw error == .truncated ? .malformed : error
    }
  }

  /// Where the next frame's body lies; nil when no byte is left.
  private mutating func nextFrame() throws(BinaryCodecError) -> Range<Int>? {
    guard position < bytes.count else { return nil }
    var reader = BinaryCodecReader(bytes, position..<bytes.count)
    let length = try reader.varint()
    guard length <= UInt64(BinaryCodec.largestFrame) else { throw .frameTooLong }
    guard Int(length) <= reader.remaining else { throw .truncated }
    let frame = reader.position..<reader.position + Int(length)
    position = frame.upperBound
    return frame
  }
}

extension BoardHeader {
  /// Itself, when it keeps the limits.
  fileprivate func whole() throws(BinaryCodecError) -> BoardHeader {
    do throws(BoardSchemaError) {
      try check()
    } catch {
      throw .schema(error)
    }
    return self
  }
}
