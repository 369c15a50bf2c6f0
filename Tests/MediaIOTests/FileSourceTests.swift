import Glibc
import MediaCore
import Testing

@testable import MediaIO

@Suite struct FileSourceTests {
  let folder = TemporaryFolder()

  func write(_ bytes: [UInt8]) throws -> FileName {
    let sink = try FileSink(folder.file("in"))
    try sink.append(bytes.span)
    try sink.close()
    return sink.name
  }

  @Test func readsInPiecesRewindsAndSeeks() throws {
    let content = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let source = try FileSource(try write(content))
    #expect(source.length == 200_000)
    var bytes: [UInt8] = []
    while try source.read(into: &bytes, atMost: 4099) > 0 {}
    #expect(bytes == content)
    try source.rewind()
    bytes = [1]
    #expect(try source.read(into: &bytes, atMost: 3) == 3)
    #expect(bytes == [1] + content[..<3])
    try source.seek(to: 199_999)
    bytes = []
    #expect(try source.read(into: &bytes, atMost: 10) == 1)
    #expect(try source.read(into: &bytes, atMost: 10) == 0)
  }

  @Test func aLimitStopsALargeFile() throws {
    let source = try FileSource(try write(Array(repeating: 1, count: 5000)), limit: 4999)
    var bytes: [UInt8] = []
    let error = #expect(throws: MediaError.self) {
      while try source.read(into: &bytes, atMost: 1000) > 0 {}
    }
    #expect(error?.code == .inputDamaged)
  }

  @Test func aPipeCanBeRewoundWhileItsHeadIsKnown() throws {
    let name = folder.file("pipe")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    // Both ends in one process: opened for both, a pipe does not wait.
    let writer = open(folder.path + "/pipe", O_RDWR)
    defer { close(writer) }
    let content = (0..<3000).map { UInt8(truncatingIfNeeded: $0) }
    #expect(Glibc.write(writer, content, content.count) == content.count)
    let source = try FileSource(name)
    #expect(source.length == nil)
    var bytes: [UInt8] = []
    #expect(try source.read(into: &bytes, atMost: 100) == 100)
    try source.rewind()
    bytes = []
    while bytes.count < content.count { _ = try source.read(into: &bytes, atMost: 700) }
    #expect(bytes == content)
    #expect(throws: MediaError.self) { try source.seek(to: 5) }
  }

  @Test(arguments: [(8_294_400, 1 << 20), (3_686_400, 1 << 19), (60_000, 1 << 16)])
  func aPipeGrowsWithWhatIsReadFromItButHoldsNoWholePiece(piece: Int, size: Int32) throws {
    let name = folder.file("pipe")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    let writer = open(folder.path + "/pipe", O_RDWR)
    defer { close(writer) }
    let source = try FileSource(name)
    source.expectPieces(of: piece)
    // 1032 is F_GETPIPE_SZ.
    #expect(fcntl(writer, 1032) == size)
  }

  @Test func piecesOfAFileAreReadWhereTheyAreWanted() throws {
    let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 11) }
    let source = try FileSource(try write(content))
    source.expectPieces(of: 1 << 24)
    var bytes = [UInt8](repeating: 0, count: 50)
    #expect(try source.read(over: &bytes, in: 10..<30) == 20)
    #expect(
      bytes == [UInt8](repeating: 0, count: 10) + content[..<20] + [UInt8](repeating: 0, count: 20))
  }

  @Test func interruptedCallsAreRepeatedUnlessTheyShallNot() throws {
    var calls = 0
    let result = try SystemCall.run { () -> Int in
      calls += 1
      errno = EINTR
      return calls < 4 ? -1 : 7
    }
    #expect(result == 7 && calls == 4)
    #expect(throws: SystemError(number: EINTR)) {
      try SystemCall.run(unless: { true }) { () -> Int in
        errno = EINTR
        return -1
      }
    }
    #expect(throws: SystemError(number: ENOSPC)) {
      try SystemCall.run { () -> Int32 in
        errno = ENOSPC
        return -1
      }
    }
  }

  @Test func theMonotonicClockNeverGoesBack() {
    var last = SystemClock.monotonic
    for _ in 0..<1000 {
      let now = SystemClock.monotonic
      #expect(now >= last)
      last = now
    }
  }
}
