import Glibc
import Testing

@testable import MediaCore

@Suite struct WebMLongRunTests {
  /// In a process of its own: what other tests hold must not count.
  @Test func tenHoursTakeNoMoreMemoryThanAMinute() async {
    await #expect(processExitsWith: .success) {
      let growth = try recordTenHours()
      precondition(growth < 20 << 20, "memory grew by \(growth) bytes")
    }
  }

  @Test func aSinkThatRefusesInTheMiddleIsCutBackToWholeClusters() throws {
    // It cannot reserve, so the refusal comes in the middle of a cluster.
    final class Breaking: ByteSink {
      let inner = MemorySink()
      var size: Int64 { inner.size }
      func write(_ bytes: Span<UInt8>, at offset: Int64) throws(MediaError) {
        if offset > 60_000 {
          try inner.write(bytes.extracting(..<min(100, bytes.count)), at: offset)
          throw MediaError(.outputFailed, "cannot write out.webm: the disk reported an error")
        }
        try inner.write(bytes, at: offset)
      }
      func truncate(to size: Int64) throws(MediaError) { try inner.truncate(to: size) }
    }
    let sink = Breaking()
    var writer = try WebMWriter(
      to: sink, layout: WebMLayout(tracks: [WebMTrack(.vp8(width: 320, height: 240))]))
    var failures = 0
    for step in 0..<Int64(300) {
      do throws(MediaError) {
        try writer.write(
          WebMPacket(
            track: 0, time: MediaTime(milliseconds: step * 40), isKeyFrame: step % 50 == 0,
            bytes: frameBytes(isKey: step % 50 == 0, size: 500, seed: UInt64(step))))
        try writer.advance(to: MediaTime(milliseconds: step * 40))
      } catch {
        failures += 1
        break
      }
    }
    #expect(failures == 1)
    do throws(MediaError) {
      _ = try writer.finish(duration: nil)
      Issue.record("a broken sink finished")
    } catch {
      #expect(error.code == .outputFailed)
    }
    let contents = try WebMContents(sink.inner.bytes)
    #expect(!contents.isCut && contents.damage == 0 && contents.blocks.count > 80)
    let report = Recovery.complete(bytes: sink.inner.bytes)
    #expect(report?.videoFrames == contents.blocks.count)
  }

  @Test(arguments: Array(stride(from: 36_000, through: 120_000, by: 2_777)))
  func wheneverMemoryEndsTheFileIsComplete(capacity: Int) throws {
    let sink = MemorySink(capacity: capacity)
    var writer = try WebMWriter(
      to: sink, layout: WebMLayout(tracks: [WebMTrack(.vp8(width: 320, height: 240))]))
    var failed = false
    for step in 0..<Int64(400) where !failed {
      do throws(MediaError) {
        try writer.write(
          WebMPacket(
            track: 0, time: MediaTime(milliseconds: step * 40), isKeyFrame: step % 50 == 0,
            bytes: frameBytes(isKey: step % 50 == 0, size: 500, seed: UInt64(step))))
        try writer.advance(to: MediaTime(milliseconds: step * 40))
      } catch {
        failed = true
      }
    }
    #expect(failed)
    let summary = try writer.finish(duration: MediaTime(milliseconds: 16_000))
    let contents = try WebMContents(sink.bytes)
    #expect(contents.duration == summary.duration && contents.cuesHitKeyFrames)
    #expect(contents.blocks.count == summary.packetCounts[0])
    #expect(Double(sink.bytes.count) > 0.9 * Double(capacity - 1000) - 2000)
  }
}

/// Bytes of memory that this process holds.
private func residentBytes() -> Int {
  guard let file = fopen("/proc/self/statm", "r") else { return 0 }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  guard fgets(&line, 256, file) != nil else { return 0 }
  let text = String(decoding: line.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
}

/// Five small frames a second and silence for ten hours; answers how memory grew after a minute.
private func recordTenHours() throws -> Int {
  let settings = OpusSettings(complexity: 0)
  var writer = try WebMWriter(
    to: NullSink(),
    layout: WebMLayout(
      tracks: [WebMTrack(.vp8(width: 160, height: 120)), try OpusTrack.layout(settings)],
      expectedDuration: MediaTime(milliseconds: 36_000_000)))
  var track = try OpusTrack(track: 1, settings: settings)
  let key = frameBytes(isKey: true, width: 160, height: 120, size: 400, seed: 1)
  let inter = frameBytes(isKey: false, size: 30, seed: 2)
  var afterAMinute = 0
  for step in 0..<Int64(180_000) {
    let time = MediaTime(milliseconds: step * 200)
    let isKey = step % 25 == 0
    try track.fill(to: time, &writer)
    try writer.write(
      WebMPacket(track: 0, time: time, isKeyFrame: isKey, bytes: isKey ? key : inter))
    try writer.advance(to: min(time, track.nextPacketTime))
    if step == 300 { afterAMinute = residentBytes() }
  }
  let growth = residentBytes() - afterAMinute
  let end = MediaTime(milliseconds: 36_000_000)
  try track.finish(at: end, to: &writer)
  let summary = try writer.finish(duration: end)
  precondition(summary.packetCounts == [180_000, 1_800_001], "\(summary.packetCounts)")
  precondition(summary.duration == end && summary.indexIsAtFront)
  return growth
}
