import Foundation
import Testing

/// What the README shows is what is compiled and run.
@Suite struct ReadmeTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func `the first Swift example is a file of the sample package`() throws {
    let readme = try Self.text("README.md")
    let start = try #require(readme.firstRange(of: "```swift\n")).upperBound
    let end = try #require(readme[start...].firstRange(of: "```")).lowerBound
    let sample = try Self.text("Samples/FrameRecorder/Sources/FrameRecorder/Record.swift")
    #expect(readme[start..<end] == sample)
  }
}
