import TestSupport
import Testing

@testable import MediaCore

@Suite struct FilmDecoderTests {
  private func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  private func decoder(
    _ bytes: [UInt8], within bounds: (Int32, Int32) = (1_920, 1_080)
  ) throws -> FilmDecoder {
    try FilmDecoder(MemorySource(bytes), within: (width: bounds.0, height: bounds.1))
  }

  @Test func `pictures come in order, each with its time and the next one's`() throws {
    var film = try decoder(GreyFilm(pictures: 12).bytes)
    #expect(film.width == 64 && film.height == 48)
    var bytes: [UInt8] = []
    var times: [MediaTime] = []
    var levels: [Int?] = []
    var end: MediaTime?
    while let shown = try film.next() {
      if let end { #expect(shown.time == end) }
      end = shown.end
      times.append(shown.time)
      let isCopied = film.copy(into: &bytes)
      #expect(isCopied && bytes.count == 64 * 48 * 3 / 2)
      levels.append(GreyFilm.index(bytes))
      #expect(abs(Int(bytes[64 * 48]) - 128) <= 2)
    }
    // Ours has a sharper one at the end.
    #expect(times.prefix(12) == (0..<12).map { milliseconds($0 * 100) }[...])
    #expect(levels.prefix(12) == (0..<12).map { $0 }[...])
    #expect(end == nil && film.reached >= milliseconds(1_100))
  }

  @Test(
    arguments: [
      (32, 32, 32, 24), (64, 48, 64, 48), (1_000, 24, 32, 24), (33, 1_000, 32, 24),
    ] as [(Int32, Int32, Int32, Int32)])
  func `it is made as large as fits, even, and never larger than it is`(
    width: Int32, height: Int32, expectedWidth: Int32, expectedHeight: Int32
  ) throws {
    var film = try decoder(GreyFilm(pictures: 1).bytes, within: (width, height))
    #expect(film.width == expectedWidth && film.height == expectedHeight)
    var bytes: [UInt8] = []
    _ = try film.next()
    let isCopied = film.copy(into: &bytes)
    #expect(isCopied && GreyFilm.index(bytes) == 0)
  }

  @Test func `it goes on from any place, at or before it`() throws {
    var film = try decoder(GreyFilm(pictures: 20).bytes)
    while try film.next() != nil {}
    try film.seek(to: milliseconds(1_000))
    let first = try #require(try film.next())
    #expect(first.time <= milliseconds(1_000))
    var last = first
    while let shown = try film.next() { last = shown }
    #expect(last.time >= milliseconds(1_900))
  }

  @Test func `a cut or broken file gives what is there, and nothing is no film`() throws {
    let whole = try GreyFilm(pictures: 20).bytes
    for part in [whole.count / 2, whole.count - 40] {
      var film = try decoder(Array(whole.prefix(part)))
      var count = 0
      while try film.next() != nil { count += 1 }
      #expect(count > 3)
    }
    #expect(throws: MediaError.self) { _ = try decoder([]) }
    #expect(throws: MediaError.self) { _ = try decoder(Array("no film at all".utf8)) }
    var random = SeededGenerator(seed: 9)
    for _ in 0..<40 {
      var bytes = whole
      for _ in 0..<20 {
        bytes[Int.random(in: 300..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard var film = try? decoder(bytes) else { continue }
      var planes: [UInt8] = []
      var count = 0
      while count < 100, (try? film.next()) ?? nil != nil {
        _ = film.copy(into: &planes)
        count += 1
      }
      #expect(count < 100)
    }
  }
}
