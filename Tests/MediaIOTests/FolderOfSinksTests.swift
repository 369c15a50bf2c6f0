import Glibc
import MediaCore
import MediaIO
import Testing

@Suite struct FolderOfSinksTests {
  let outer = TemporaryFolder()

  func remove(_ names: [String]) {
    for name in names {
      unlink(outer.path + "/" + name)
      rmdir(outer.path + "/" + name)
    }
  }

  @Test func `a new folder is made, and one within it with its first file`() throws {
    defer { remove(["call/tracks/1.webm", "call/tracks/2.webm", "call/a", "call/tracks", "call"]) }
    let folder = try FolderOfSinks(outer.file("call"))
    for name in ["tracks/1.webm", "tracks/2.webm", "a"] {
      let sink = try folder.create(name)
      try sink.append(Array(name.utf8).span)
      try sink.close()
    }
    #expect(outer.contents("call/tracks/2.webm") == Array("tracks/2.webm".utf8))
    #expect(outer.contents("call/a") == [97])
    let error = #expect(throws: MediaError.self) { try folder.create("a") }
    #expect(error?.code == .outputExists)
  }

  @Test func `a folder that is empty is taken, another one refused`() throws {
    defer { remove(["call/a", "call", "file"]) }
    mkdir(outer.path + "/call", 0o777)
    let folder = try FolderOfSinks(outer.file("call"))
    try folder.create("a").close()
    for name in ["call", "call/a"] {
      let error = #expect(throws: MediaError.self) { try FolderOfSinks(outer.file(name)) }
      #expect(error?.code == .outputExists)
      #expect(error?.message.contains("choose another") == true)
    }
    let error = #expect(throws: MediaError.self) { try FolderOfSinks(outer.file("none/call")) }
    #expect(error?.code == .outputFailed)
  }
}
