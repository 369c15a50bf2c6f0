import Foundation
import MediaIO
import Testing

@Suite struct FileNameIdentityTests {
  @Test func `one file has one identity under all its names`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.path
    try Data("a".utf8).write(to: folder.appending(path: "a"))
    try Data("a".utf8).write(to: folder.appending(path: "b"))
    try FileManager.default.createSymbolicLink(atPath: "\(path)/link", withDestinationPath: "a")
    try FileManager.default.linkItem(atPath: "\(path)/a", toPath: "\(path)/hard")
    let name = FileName("\(path)/a")
    #expect(name.leadsToSameFile(as: FileName("\(path)/./a")))
    #expect(name.leadsToSameFile(as: FileName("\(path)/link")))
    #expect(name.leadsToSameFile(as: FileName("\(path)/hard")))
    #expect(!name.leadsToSameFile(as: FileName("\(path)/b")))
    #expect(!name.leadsToSameFile(as: FileName("\(path)/none")))
    #expect(!FileName("\(path)/none").leadsToSameFile(as: FileName("\(path)/none")))
  }
}
