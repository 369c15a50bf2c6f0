import MediaCore
import MediaIO
import Strokes
import Testing

@testable import recorder

/// Sound that goes on longer than the drawing, and pauses.
@Suite struct LongSoundTests {
  let folder: TemporaryFolder
  let listener = Listener()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Two seconds of drawing with a narration of five; answers the length of the file.
  func record(
    _ actions: [(milliseconds: Int64, action: BoardAction)], _ more: String...
  ) throws -> MediaTime {
    let stroke = WrittenBoard.stroke(1, at: 100, from: (10, 10), to: (100, 60))
    try folder.write(WrittenBoard.bytes(stroke + actions), "a.board")
    try folder.write(Sounds.wave(seconds: 5), "talk.wav")
    let words = [
      "record", folder.path("a.board"), "-o", folder.path("a.webm"), "--size", "160x96", "--audio",
      folder.path("talk.wav"),
    ]
    let code = Recorder.run(words + more, console: listener.console())
    #expect(code == .success, "\(listener.errors)")
    let file = try WebMInspection(FileSource(FileName(folder.path("a.webm"))))
    #expect(file.isComplete)
    return try #require(file.duration)
  }

  /// Loud or not, by tenths of a second, as FFmpeg decodes it.
  func loudness() throws -> [Bool] {
    let result = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-i", folder.path("a.webm"), "-map", "0:a", "-ac", "1", "-ar",
        "16000", "-f", "s16le", "-y", folder.path("a.pcm"),
      ])
    #expect(result.code == 0)
    let bytes = folder.read("a.pcm") ?? []
    var tenths: [Bool] = []
    for start in stride(from: 0, to: bytes.count - 3_199, by: 3_200) {
      var sum = 0
      for index in stride(from: start, to: start + 3_200, by: 2) {
        sum += abs(Int(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)))
      }
      tenths.append(sum / 1_600 > 1_000)
    }
    return tenths
  }

  let end: (milliseconds: Int64, action: BoardAction) = (
    2_000, .pointer(x: 0, y: 0, isVisible: false)
  )

  @Test func `a narration that is longer than the drawing is heard to its end`() throws {
    #expect(try record([end]) == MediaTime(milliseconds: 5_000))
    #expect(try loudness() == Array(repeating: true, count: 50))
  }

  @Test func `it is cut where the recording is to end`() throws {
    #expect(try record([end], "--to", "3") == MediaTime(milliseconds: 3_000))
  }

  @Test func `what is said in a pause is not recorded`() throws {
    let length = try record([
      (500, .recordingPaused), (1_500, .recordingResumed), end,
    ])
    #expect(length == MediaTime(milliseconds: 4_000))
    #expect(try loudness().allSatisfy { $0 })
  }

  @Test func `a pause that is never resumed ends the recording`() throws {
    #expect(try record([(500, .recordingPaused), end]) == MediaTime(milliseconds: 500))
  }

  @Test func `a pause at the very end does so too`() throws {
    let length = try record([end, (2_000, .recordingPaused)])
    #expect(length == MediaTime(milliseconds: 2_000))
  }

  @Test func `a message near the end is shown until there`() throws {
    _ = try record([(1_800, .chat("late")), end], "--to", "2")
    let text = String(decoding: folder.read("a.vtt") ?? [], as: UTF8.self)
    #expect(text.contains("00:00:01.800 --> 00:00:02.000"))
    let packets = try RecorderProcess.run(
      "/usr/bin/ffprobe",
      [
        "-v", "error", "-select_streams", "s", "-show_entries", "packet=pts_time,duration_time",
        "-of", "csv=p=0", folder.path("a.webm"),
      ])
    #expect(packets.output.trimmed == "1.800000,0.200000")
  }
}
