import Glibc
import MediaCore
import MediaIO
import Testing

@Suite struct FileSinkTests {
  let folder = TemporaryFolder()

  func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func anExistingFileIsNeverOverwritten() throws {
    let first = try FileSink(folder.file("take.webm"))
    try first.append(bytes("first").span)
    try first.close()
    let error = #expect(throws: MediaError.self) { try FileSink(folder.file("take.webm")) }
    #expect(error?.code == .outputExists)
    #expect(error?.message.contains("take.webm") == true)
    #expect(error?.message.contains("choose another name") == true)
    #expect(folder.contents("take.webm") == bytes("first"))
  }

  @Test func aReplacedFileStaysUntilTheNewOneIsComplete() throws {
    let first = try FileSink(folder.file("take.webm"))
    try first.append(bytes("first").span)
    try first.close()
    let second = try FileSink(folder.file("take.webm"), replacing: true)
    try second.append(bytes("second").span)
    #expect(folder.contents("take.webm") == bytes("first"))
    #expect(folder.names == ["take.webm", "take.webm.part"])
    try second.close()
    #expect(folder.names == ["take.webm"])
    #expect(folder.contents("take.webm") == bytes("second"))
  }

  @Test func anInterruptedReplacementIsNotOverwrittenEither() throws {
    do {
      let sink = try FileSink(folder.file("take.webm"), replacing: true)
      try sink.append(bytes("half").span)
    }
    let error = #expect(throws: MediaError.self) {
      try FileSink(folder.file("take.webm"), replacing: true)
    }
    #expect(error?.code == .outputExists)
    #expect(error?.message.contains("take.webm.part") == true)
    #expect(folder.contents("take.webm.part") == bytes("half"))
  }

  @Test(arguments: [
    "das Brett.webm", "der-frühe-Vogel.webm", "der-fru\u{308}he-Vogel.webm", "板書 ✎.webm",
  ])
  func namesAreExactBytes(name: String) throws {
    let sink = try FileSink(folder.file(name))
    try sink.append(bytes("x").span)
    try sink.close()
    #expect(folder.names.map { Array($0.utf8) } == [Array(name.utf8)])
  }

  @Test func aNameThatIsNoTextWorks() throws {
    let raw = FileName(bytes: Array((folder.path + "/a").utf8) + [0xFF, 0xFE])
    let sink = try FileSink(raw)
    try sink.close()
    #expect(throws: MediaError.self) { try FileSink(raw) }
    unlink(raw.bytes.map { CChar(bitPattern: $0) } + [0])
  }

  @Test func messagesNameFileCauseAndRemedyInOneLine() {
    let missing = #expect(throws: MediaError.self) { try FileSink(folder.file("no/such/out.webm")) }
    #expect(missing?.code == .outputFailed)
    let text = "no/such/out.webm: its folder does not exist; create"
    #expect(missing?.message.contains(text) == true)
    let isFolder = #expect(throws: MediaError.self) { try FileSource(FileName(folder.path)) }
    #expect(isFolder?.code == .inputUnreadable && isFolder?.message.contains("folder") == true)
    let absent = #expect(throws: MediaError.self) { try FileSource(folder.file("line\nbreak")) }
    #expect(absent?.message.contains("\n") == false)
    #expect(throws: MediaError.self) { try FileSink("") }
  }

  @Test func writesInPlaceAndReservesWithoutGrowing() throws {
    let sink = try FileSink(folder.file("a"))
    try sink.reserve(through: 100_000)
    try sink.append(bytes("0123456789").span)
    #expect(folder.contents("a").count == 10)
    try sink.write(bytes("ab").span, at: 4)
    try sink.write(bytes("xyz").span, at: 9)
    #expect(sink.size == 12)
    try sink.truncate(to: 11)
    try sink.flush()
    try sink.close()
    #expect(folder.contents("a") == bytes("0123ab678xy"))
    var status = stat()
    stat(folder.path + "/a", &status)
    #expect(status.st_blocks <= 16, "reserved blocks are given back")
  }

  @Test func aDiscardedFileIsGone() throws {
    let sink = try FileSink(folder.file("a"))
    try sink.append(bytes("x").span)
    sink.discard()
    #expect(folder.names.isEmpty)
  }
}
