import Glibc

@testable import MediaCore

/// A PCM file in memory, 16 bits.
func wave(_ samples: [Float], rate: Int, channels: Int = 1) -> [UInt8] {
  func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
  let size = samples.count * 2
  var file = Array("RIFF".utf8) + bytes(36 + size, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
  file += bytes(1, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * channels * 2, 4)
  file += bytes(channels * 2, 2) + bytes(16, 2) + Array("data".utf8) + bytes(size, 4)
  file.reserveCapacity(file.count + size)
  for sample in samples {
    let value = Int16(max(-32767, min(32767, (sample * 32767).rounded())))
    file.append(UInt8(truncatingIfNeeded: value))
    file.append(UInt8(truncatingIfNeeded: value >> 8))
  }
  return file
}

/// An hour-sized PCM file that is made while it is read: silence with bursts of 20 ms at 1 kHz.
final class SparseWave: SeekableByteSource {
  private let header: [UInt8]
  private let rate: Int
  private let starts: [Int]
  private let burst: [UInt8]
  private let size: Int
  private var position = 0

  /// - Parameter bursts: seconds.
  init(seconds: Int, rate: Int, bursts: [Double]) {
    let sound = wave(sine(1000, seconds: 0.02, rate: Double(rate), level: 0.8), rate: rate)
    burst = Array(sound[44...])
    size = seconds * rate * 2
    self.rate = rate
    starts = bursts.map { Int(($0 * Double(rate)).rounded()) * 2 }
    var header = Array(sound[..<44])
    for (place, value) in [(4, size + 36), (40, size)] {
      for index in 0..<4 { header[place + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    }
    self.header = header
  }

  var length: Int64? { Int64(44 + size) }

  func read(into buffer: inout [UInt8], atMost count: Int) throws(MediaError) -> Int {
    let end = min(position + count, 44 + size)
    let old = buffer.count
    buffer.append(contentsOf: repeatElement(0, count: end - position))
    copy(header, at: 0, into: &buffer, old, end)
    for start in starts { copy(burst, at: 44 + start, into: &buffer, old, end) }
    defer { position = end }
    return end - position
  }

  private func copy(
    _ bytes: [UInt8], at place: Int, into buffer: inout [UInt8], _ old: Int, _ end: Int
  ) {
    let from = max(place, position)
    let to = min(place + bytes.count, end)
    guard from < to else { return }
    for offset in from..<to { buffer[old + offset - position] = bytes[offset - place] }
  }

  func rewind() throws(MediaError) { position = 0 }
  func seek(to offset: Int64) throws(MediaError) {
    position = Int(min(max(offset, 0), Int64(44 + size)))
  }
}

/// A small file that is kept with the tests.
func fixture(_ path: String) -> [UInt8] {
  let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
  guard let file = fopen("/" + folder + "/Fixtures/" + path, "rb") else { return [] }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return Array(bytes[..<count])
}

extension AudioFileDecoder {
  /// Everything that is left.
  mutating func readAll() throws -> [Float] {
    var samples: [Float] = []
    while try read(4800, into: &samples) == 4800 {}
    return samples
  }

  /// Where bursts begin, in seconds: a sample above the level after 100 ms below it.
  mutating func bursts(level: Float = 0.25) throws -> [Double] {
    var starts: [Double] = []
    var quiet = 4800
    var buffer: [Float] = []
    var place = 0
    while true {
      buffer.removeAll(keepingCapacity: true)
      let count = try read(48000, into: &buffer)
      if count == 0 { return starts }
      for index in 0..<count {
        let value = buffer[index * Int(channels)]
        if value > level || value < -level {
          if quiet >= 4800 { starts.append(Double(place + index) / 48000) }
          quiet = 0
        } else {
          quiet += 1
        }
      }
      place += count
    }
  }
}

/// A recording with sound alone.
func recordSound(
  settings: OpusSettings = OpusSettings(complexity: 0), duration: MediaTime?,
  to sink: any ByteSink,
  _ body: (inout OpusTrack, inout WebMWriter) throws -> Void
) throws -> WebMSummary {
  var writer = try WebMWriter(
    to: sink, layout: WebMLayout(tracks: [try OpusTrack.layout(settings)]))
  var track = try OpusTrack(track: 0, settings: settings)
  try body(&track, &writer)
  let end = duration ?? MediaTime(count: track.position, rate: 48000)
  try track.finish(at: end, to: &writer)
  return try writer.finish(duration: end)
}

/// A sink that keeps nothing.
final class NullSink: ByteSink {
  var size: Int64 = 0
  func write(_ bytes: Span<UInt8>, at offset: Int64) throws(MediaError) {
    size = max(size, offset + Int64(bytes.count))
  }
  func truncate(to size: Int64) throws(MediaError) { self.size = size }
}
