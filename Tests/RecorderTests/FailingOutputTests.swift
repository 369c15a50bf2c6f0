import Foundation
import Glibc
import MediaCore
import MediaIO
import TestSupport
import Testing

/// Where a recording cannot be written, or not to its end, with the real program: REC-13, REC-18.
@Suite struct FailingOutputTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  func record(
    _ input: String, _ output: String, _ more: String...
  ) throws -> (code: Int32, output: String, errors: String) {
    try RecorderProcess.run(
      RecorderProcess.recorder,
      ["record", folder.path(input), "-o", output, "--size", "160x96"] + more)
  }

  /// A minute of frames with much noise in them, until the recorder has enough of it.
  func recordNoise(
    to output: String, limit: Int? = nil, _ more: String...
  ) throws -> (code: Int32, output: String, errors: String, written: Int) {
    let call = [RecorderProcess.recorder, "record"] + MovingFrames.options + ["-o", output] + more
    let process =
      if let limit {
        try RecorderProcess(
          "/usr/bin/prlimit", ["--fsize=\(limit)", "--"] + call, hasInput: true)
      } else {
        try RecorderProcess(call[0], Array(call[1...]), hasInput: true)
      }
    var frames = MovingFrames(seed: 5, noise: 20_000)
    var written = 0
    while written < 1_800, process.write(frames.next()) { written += 1 }
    let (code, output, errors) = process.finish()
    return (code, output, errors, written)
  }

  func expectPlays(_ path: String, toAtLeast share: Double, of bytes: Int) throws {
    let file = try WebMInspection(FileSource(FileName(path)))
    #expect(file.isComplete && Double(file.size) >= share * Double(bytes), "\(file.size)")
    #expect(try Media.errors(decoding: path) == "")
  }

  @Test(.enabled(if: SmallDisk.isPossible))
  func `a full disk refuses within a second and names the space`() throws {
    let disk = try #require(SmallDisk(size: "64k"))
    disk.fill()
    try folder.write(WrittenBoard.endless(), "a.board")
    let clock = ContinuousClock()
    let start = clock.now
    let (code, _, errors) = try record("a.board", disk.path + "/a.webm")
    #expect(clock.now - start < .seconds(1))
    #expect(code == 7)
    #expect(errors.contains("/a.webm: the disk is full; free some space"))
    #expect(errors.split(separator: "\n").count == 1)
    #expect(access(disk.path + "/a.webm", F_OK) != 0)
  }

  @Test(.enabled(if: SmallDisk.isPossible))
  func `a disk that fills up ends it once, and the file is complete`() throws {
    let disk = try #require(SmallDisk(size: "2m"))
    let path = disk.path + "/a.webm"
    let clock = ContinuousClock()
    let start = clock.now
    let (code, output, errors, written) = try recordNoise(to: path)
    #expect(clock.now - start < .seconds(5))
    #expect(code == 7 && output == "" && written < 1_800)
    #expect(errors.split(separator: "\n").count == 1, "\(errors)")
    #expect(errors.contains("the disk is full; free some space"))
    #expect(errors.contains("what was recorded until then plays and is in \(path)"))
    try expectPlays(path, toAtLeast: 0.8, of: 2 << 20)
  }

  @Test(.enabled(if: SmallDisk.isPossible))
  func `when it fails nothing is replaced, and what was recorded is beside it`() throws {
    let disk = try #require(SmallDisk(size: "2m"))
    let path = disk.path + "/a.webm"
    try Data([1, 2, 3]).write(to: URL(filePath: path))
    let (code, _, errors, _) = try recordNoise(to: path, "--force")
    #expect(code == 7)
    #expect(errors.contains("plays and is in \(path).part"))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
    try expectPlays(path + ".part", toAtLeast: 0.8, of: 2 << 20)
    let again = try recordNoise(to: path, "--force")
    #expect(again.code == 6 && again.errors.contains("a.webm.part is left from a recording"))
  }

  @Test(.enabled(if: SmallDisk.isPossible))
  func `a recovery for which there is no room changes nothing`() throws {
    let disk = try #require(SmallDisk(size: "2m"))
    let path = disk.path + "/a.webm"
    _ = try recordNoise(to: path)
    let before = try Data(contentsOf: URL(filePath: path))
    let (code, _, errors) = try RecorderProcess.run(
      RecorderProcess.recorder, ["recover", path])
    #expect(code == 7 && errors.contains("the disk is full"))
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    #expect(access(path + ".part", F_OK) != 0)
  }

  @Test func `a limit on the size of files ends it like a full disk`() throws {
    let path = folder.path("a.webm")
    let (code, _, errors, _) = try recordNoise(to: path, limit: 1_000_000)
    #expect(code == 7)
    #expect(errors.contains("the disk takes no larger files"))
    try expectPlays(path, toAtLeast: 0.8, of: 1_000_000)
  }

  @Test func `input that breaks off keeps what came before`() throws {
    let path = folder.path("a.webm")
    try folder.write([1, 2, 3], "a.webm")
    var stream = Array("YUV4MPEG2 W32 H32 F30:1 C420jpeg\n".utf8)
    for index in 0..<60 {
      stream += Array("FRAME\n".utf8) + [UInt8](repeating: UInt8(index * 2), count: 1_536)
    }
    stream += Array("broken".utf8) + [UInt8](repeating: 7, count: 1_600)
    try folder.write(stream, "a.y4m")
    let (code, _, errors) = try RecorderProcess.run(
      RecorderProcess.recorder,
      ["record", "--frames", folder.path("a.y4m"), "--format", "y4m", "-o", path, "--force"])
    #expect(code == 4)
    #expect(errors.contains("is in \(path).part") && errors.split(separator: "\n").count == 1)
    #expect(folder.read("a.webm") == [1, 2, 3])
    #expect(try Media.seconds(path + ".part") == 2)
  }

  @Test(arguments: [
    "das Brett.webm", "der-frühe-Vogel.webm", "der-fru\u{308}he-Vogel.webm", "板 ✎.webm",
  ])
  func `a name keeps its bytes, and a first take is not lost`(name: String) throws {
    try folder.write(
      WrittenBoard.bytes(WrittenBoard.stroke(1, at: 100, from: (9, 9), to: (80, 80))), "a.board")
    #expect(try record("a.board", folder.path(name)).code == 0)
    let first = folder.read(name)
    #expect(folder.names.map { Array($0.utf8) }.contains(Array(name.utf8)))
    let (code, _, errors) = try record("a.board", folder.path(name))
    #expect(code == 6)
    #expect(errors.contains("\(name) exists already; choose another name"))
    #expect(errors.contains("or replace it with --force"))
    #expect(folder.read(name) == first && folder.names.count == 2)
  }

  @Test(arguments: [[], ["--force"]])
  func `a place that cannot be written is refused at once, in a line`(options: [String]) throws {
    try folder.write(WrittenBoard.endless(), "a.board")
    for (path, expected) in [
      (folder.path("none/a.webm"), "its folder does not exist; create the folder first"),
      (folder.path("a.board/b.webm"), "its folder does not exist"),
      (folder.path("."), "it is a folder; add a file name"),
      ("/sys/a.webm", "no permission; choose a folder that you may write to"),
      ("/dev/null", "it is a device or pipe"),
    ] {
      let result = try RecorderProcess.run(
        RecorderProcess.recorder, ["record", folder.path("a.board"), "-o", path] + options)
      #expect(result.code == 7 && result.errors.contains(expected), "\(path): \(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    #expect(folder.names == ["a.board"])
  }
}
