import Glibc
import MediaCore
import MediaIO
import TestSupport
import Testing

/// Real drawings of other people become videos, where they are at hand.
@Suite(.enabled(if: SharedCases.arePresent)) struct SharedDrawingsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  static func drawings(in subfolder: String) -> [String] {
    guard let root = SharedCases.folder, let directory = opendir("\(root)/\(subfolder)") else {
      return []
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.contains(".excalidraw"), !name.contains("cut-json") {
        names.append("\(subfolder)/\(name)")
      }
    }
    return names.sorted()
  }

  /// Levels of grey of the last picture, at most 1.
  func lastPicture(_ path: String) throws -> [UInt8] {
    let file = folder.path("last.gray")
    let result = try RecorderProcess.run(
      "/usr/bin/ffmpeg",
      [
        "-nostdin", "-v", "error", "-sseof", "-1.5", "-i", path, "-map", "0:v", "-pix_fmt", "gray",
        "-update", "1", "-f", "rawvideo", "-y", file,
      ])
    #expect(result.code == 0 && result.errors == "")
    let bytes = folder.read("last.gray") ?? []
    return Array(bytes.suffix(640 * 360))
  }

  @Test(arguments: drawings(in: "excalidraw") + drawings(in: "synthetic"))
  func `a drawing is recorded, decodes and shows its ink`(path: String) throws {
    let root = try #require(SharedCases.folder)
    let output = folder.path("a.webm")
    let (code, printed, errors) = try RecorderProcess.run(
      RecorderProcess.recorder,
      [
        "record", "\(root)/\(path)", "-o", output, "--size", "640x360", "--pace", "20",
      ])
    #expect(code == 0 && printed == "", "\(errors)")
    #expect(errors.contains("a.webm: "))
    #expect(try Media.errors(decoding: output) == "")
    let file = try WebMInspection(FileSource(FileName(output)))
    #expect(file.isComplete && file.duration ?? .zero > .zero)

    let picture = try lastPicture(output)
    let paper = try #require(picture.first)
    var inked = 0
    for level in picture where abs(Int(level) - Int(paper)) > 24 { inked += 1 }
    #expect(path.contains("INK-18.empty") ? inked == 0 : inked >= 8, "\(inked) pixels of ink")
  }
}
