import CallSession
import Foundation
import Testing

@testable import MediaIO

@Suite struct WatchPageTests {
  private static let web = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Web")

  @Test func `what is served is what lies in Web`() throws {
    for (path, file) in WatchPage.files {
      let name = path == "/" ? "watch.html" : String(path.dropFirst())
      let bytes = [UInt8](try Data(contentsOf: Self.web.appending(path: name)))
      #expect(file.body == bytes, "\(name)")
    }
    let scripts = try FileManager.default.contentsOfDirectory(
      atPath: Self.web.appending(path: "watch").path)
    #expect(scripts.allSatisfy { WatchPage.files["/watch/\($0)"] != nil })
  }

  @Test func `everything that the page asks for is there, and nothing from elsewhere`() {
    for (path, file) in WatchPage.files {
      let text = String(decoding: file.body, as: UTF8.self)
      for mark in ["src=\"", "href=\"", "from '"] {
        for piece in text.components(separatedBy: mark).dropFirst() {
          let reference = piece.prefix { $0 != "\"" && $0 != "'" }
          guard !reference.hasPrefix("data:") else { continue }
          let base = URL(string: "http://here" + path)
          let found = URL(string: String(reference), relativeTo: base)?.absoluteURL
          #expect(
            found?.host() == "here" && WatchPage.files[found?.path() ?? ""] != nil, "\(reference)")
        }
      }
    }
  }
}
