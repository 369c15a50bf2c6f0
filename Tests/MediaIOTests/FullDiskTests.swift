import Glibc
import TestSupport
import Testing

@testable import MediaCore
@testable import MediaIO

@Suite(.enabled(if: SmallDisk.isPossible)) struct FullDiskTests {
  static let layout = WebMLayout(tracks: [WebMTrack(.vp8(width: 320, height: 240))])

  func noise(_ seed: UInt64, _ count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    var bytes: [UInt8] = [0x10, 0x02, 0x00, 0x9D, 0x01, 0x2A, 0x40, 0x01, 0xF0, 0x00]
    for _ in 0..<count { bytes.append(UInt8(truncatingIfNeeded: generator.next())) }
    return bytes
  }

  @Test func aFullDiskRefusesAtOnceAndLeavesNoEmptyFile() throws {
    let disk = try #require(SmallDisk(size: "64k"))
    disk.fill()
    if let sink = try? FileSink(FileName(disk.path + "/out.webm")) {
      let error = #expect(throws: MediaError.self) {
        _ = try WebMWriter(to: sink, layout: Self.layout)
      }
      #expect(error?.code == .outputFailed)
      #expect(error?.message.contains("disk is full") == true)
      #expect(error?.message.contains("out.webm") == true)
    }
    #expect(access(disk.path + "/out.webm", F_OK) != 0)
  }

  @Test func aDiskThatFillsUpStopsOnceAndTheFileIsComplete() throws {
    let disk = try #require(SmallDisk(size: "2m"))
    let sink = try FileSink(FileName(disk.path + "/out.webm"))
    var writer = try WebMWriter(to: sink, layout: Self.layout)
    var written = 0
    var failure: MediaError?
    for step in 0..<1800 {
      do throws(MediaError) {
        let time = MediaTime(count: Int64(step), rate: 30)
        try writer.write(
          WebMPacket(
            track: 0, time: time, isKeyFrame: step % 60 == 0, bytes: noise(UInt64(step), 5000)))
        try writer.advance(to: time)
        written = step
      } catch {
        failure = error
        break
      }
    }
    #expect(failure?.code == .outputFailed && written > 300)
    let summary = try writer.finish(duration: MediaTime(milliseconds: 60_000))
    try sink.close()
    #expect(summary.packetCounts[0] >= written - 1)
    #expect(Double(sink.size) > 0.8 * 2 * 1024 * 1024)
    #expect(summary.duration < MediaTime(milliseconds: 60_000))
    let source = try FileSource(FileName(disk.path + "/out.webm"))
    let scan = try RecoveryScan(source)
    #expect(scan.isComplete && scan.blockCount == summary.packetCounts[0])
    #expect(scan.declaredDuration == summary.duration)
  }
}
