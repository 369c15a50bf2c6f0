import TestSupport

@testable import MediaCore

/// Faults of the container, planted byte by byte.
extension FaultyRecording {
  /// Packs the packets anew, as they are.
  ///
  /// - Parameter change: the bytes of a packet by kind of track ("V" or "A") and time; nil leaves
  ///   it out.
  static func remuxed(
    _ bytes: [UInt8], hasPicture: Bool = true,
    _ change: (_ kind: Character, _ bytes: [UInt8], MediaTime) -> [UInt8]? = { _, bytes, _ in bytes
    }
  ) throws -> [UInt8] {
    let contents = try WebMContents(bytes)
    var layout = WebMLayout(tracks: [], expectedDuration: contents.duration)
    var tracks: [UInt64: (index: Int, kind: Character, delay: MediaTime)] = [:]
    for track in contents.tracks {
      let kind: Character = track.codecID == "V_VP8" ? "V" : "A"
      if kind == "V" {
        guard hasPicture else { continue }
        layout.tracks.append(WebMTrack(.vp8(width: track.width, height: track.height)))
      } else {
        let preSkip = Int32((track.codecDelay * 48 + 500_000) / 1_000_000)
        layout.tracks.append(WebMTrack(.opus(channels: track.channels, preSkip: preSkip)))
      }
      tracks[track.number] = (
        layout.tracks.count - 1, kind, MediaTime(nanoseconds: track.codecDelay)
      )
    }
    let sink = MemorySink()
    var writer = try WebMWriter(to: sink, layout: layout)
    for block in contents.blocks {
      guard let (index, kind, delay) = tracks[block.track],
        let payload = change(kind, block.payload, block.time)
      else { continue }
      try writer.write(
        WebMPacket(
          track: index, time: kind == "A" ? block.time - delay : block.time,
          duration: kind == "A" ? MediaTime(milliseconds: 20) : nil,
          isKeyFrame: block.isKeyFrame, bytes: payload))
      try writer.advance(to: block.time - MediaTime(milliseconds: 500))
    }
    _ = try writer.finish(duration: contents.duration)
    return sink.bytes
  }

  /// Where an element stands directly in the segment.
  static func place(of id: UInt32, in bytes: [UInt8]) throws -> Range<Int> {
    var place = Int(try WebMContents(bytes).segmentStart)
    while let header = EBMLHeader(bytes, at: place), let size = header.size {
      let end = place + header.length + Int(size)
      if header.id == id { return place..<end }
      place = end
    }
    throw NothingCoded()
  }

  /// The element becomes a hole of the same size.
  static func without(_ id: UInt32, _ bytes: [UInt8]) throws -> [UInt8] {
    var bytes = bytes
    let range = try place(of: id, in: bytes)
    // A Void element with a size of eight bytes takes nine.
    let rest = range.count - 9
    bytes[range.lowerBound] = UInt8(WebMElement.void)
    bytes[range.lowerBound + 1] = 0x01
    for index in 0..<7 {
      bytes[range.lowerBound + 2 + index] = UInt8(truncatingIfNeeded: rest >> (8 * (6 - index)))
    }
    return bytes
  }

  /// Changes the last byte of every element `id` in the top-level element `parent`, or its first
  /// byte of all, which is the identifier's.
  static func changing(
    _ id: [UInt8], in parent: UInt32, _ bytes: [UInt8], after skipped: Int = 0,
    _ change: (inout ArraySlice<UInt8>) -> Void
  ) throws -> [UInt8] {
    var bytes = bytes
    let range = try place(of: parent, in: bytes)
    var found = 0
    var place = range.lowerBound + 4
    while place + id.count < range.upperBound {
      guard Array(bytes[place..<place + id.count]) == id else {
        place += 1
        continue
      }
      let length = Int(bytes[place + id.count] & 0x7F)
      let end = min(place + id.count + 1 + length, range.upperBound)
      found += 1
      if found > skipped { change(&bytes[place..<end]) }
      place = end
    }
    guard found > skipped else { throw NothingCoded() }
    return bytes
  }
}
