import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct StreamRecordingTests {
  static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// Real frames of a board of 160×96 that changes ten times a second.
  private func frames(_ count: Int) throws -> [EncodedFrame] {
    var encoder = try VideoTrackEncoder<RecordingEncoder>(
      RecordingConfiguration.Video(width: 160, height: 96), seeks: false)
    var picture = I420Picture(width: 160, height: 96)
    var blocks = BlockMap(width: 160, height: 96)
    blocks.insert(7)
    var frames: [EncodedFrame] = []
    for index in 0..<count {
      let time = Self.milliseconds(Int64(index) * 100)
      while let frame = try encoder.nextFrame(before: time) { frames.append(frame) }
      picture.withMutablePlane(.luma) { samples, stride in
        for row in 0..<16 { samples[row * stride + 112] = UInt8(40 + index * 5) }
      }
      if index % 10 == 5 { encoder.wantKeyFrame(at: time) }
      encoder.update(from: picture, blocks: blocks, at: time)
    }
    return frames
  }

  /// Three seconds of a stream.
  ///
  /// - Parameters:
  ///   - sending: when frames are made at all.
  ///   - passing: when the path of the pictures is open.
  ///   - reported: until when the sender says that it is there.
  private func record(
    into folder: MemoryFolder, sending: (MediaTime) -> Bool = { _ in true },
    passing: (MediaTime) -> Bool = { _ in true },
    reported: MediaTime = milliseconds(3_000)
  ) throws -> SessionRecordingReport? {
    let pair = try PlainRTPReceiverTests.Pair()
    let recording = try StreamRecording(
      to: folder, title: "board", wallClockOrigin: 1_796_040_000_000_000_000,
      lanes: MediaLane.allCases)
    var upcoming = try frames(31)[...]
    var now = MediaTime.zero
    for tick in 0...150 {
      now = Self.milliseconds(Int64(tick) * 20)
      pair.isOpen = passing(now)
      while let frame = upcoming.first, frame.time <= now {
        upcoming.removeFirst()
        if sending(now) { pair.send(frame, at: now) }
      }
      try pair.tick(at: now)
      for event in pair.outputs.events {
        if case .alive = event, now > reported { continue }
        recording.take(event, at: now)
      }
      pair.outputs.removeAll()
      recording.advance(to: now)
    }
    return recording.finish(at: now)
  }

  @Test func `a stream becomes tracks as they were sent, a mix of its size and a manifest`() throws
  {
    let folder = MemoryFolder()
    let report = try #require(try record(into: folder))
    #expect(report.failures.isEmpty)
    #expect(
      Set(folder.names)
        == [
          "session.board", "chat.vtt", "mix.webm", "tracks/1.webm", "tracks/2.webm",
          "manifest.json",
        ])
    let manifest = try #require(report.manifest)
    #expect(manifest.tracks.map(\.kind) == [.screen, .microphone])
    #expect(manifest.end - manifest.start == Self.milliseconds(3_000))
    let passed = report.tracks.map(\.result.passed)
    #expect(passed[0] >= 30 && passed[1] >= 145, "\(passed)")
    #expect(report.tracks.allSatisfy { $0.result.leftOut == 0 })
    #expect(manifest.tracks.flatMap(\.gaps).allSatisfy { $0.reason != .lost })
  }

  /// Nothing changes for a while, and none of it is missing.
  @Test func `a picture that stands still is no gap`() throws {
    let folder = MemoryFolder()
    let report = try #require(
      try record(
        into: folder, sending: { $0 <= Self.milliseconds(600) || $0 > Self.milliseconds(2_400) }))
    let screen = try #require(report.manifest?.tracks.first { $0.kind == .screen })
    #expect(screen.gaps.allSatisfy { $0.reason != .lost }, "\(screen.gaps)")
  }

  /// The end falls between the last picture and the report that would follow it.
  @Test func `a picture that stands at the end is no gap before the next report is missed`() throws
  {
    let folder = MemoryFolder()
    let last = Self.milliseconds(1_700)
    let report = try #require(try record(into: folder, sending: { $0 <= last }, reported: last))
    let screen = try #require(report.manifest?.tracks.first { $0.kind == .screen })
    #expect(screen.gaps.allSatisfy { $0.reason != .lost }, "\(screen.gaps)")
  }

  @Test func `what was lost is a gap`() throws {
    let folder = MemoryFolder()
    let report = try #require(
      try record(
        into: folder, passing: { $0 <= Self.milliseconds(600) || $0 > Self.milliseconds(2_400) }))
    let screen = try #require(report.manifest?.tracks.first { $0.kind == .screen })
    let gaps = screen.gaps.filter { $0.reason == .lost }
    #expect(gaps.count == 1)
    let gap = try #require(gaps.first)
    #expect(gap.span.start < Self.milliseconds(800) && gap.span.end >= Self.milliseconds(2_400))
  }

  @Test func `nothing is no recording`() throws {
    let folder = MemoryFolder()
    let recording = try StreamRecording(
      to: folder, title: "x", wallClockOrigin: 0, lanes: [.video])
    recording.advance(to: Self.milliseconds(10_000))
    #expect(recording.finish(at: Self.milliseconds(10_000)) == nil && folder.names.isEmpty)
  }
}
