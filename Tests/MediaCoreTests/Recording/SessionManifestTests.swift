import MediaCore
import TestSupport
import Testing

@Suite struct SessionManifestTests {
  static func seconds(_ seconds: Int64) -> MediaTime { MediaTime(milliseconds: seconds * 1_000) }

  static var example: SessionManifest {
    var manifest = SessionManifest(start: seconds(10), end: seconds(100))
    manifest.wallClockOrigin = 1_764_475_978_000
    manifest.pauses = [.init(start: seconds(20), end: seconds(30))]
    var track = SessionManifest.Track(
      file: "tracks/3.webm", participant: 2, participantName: "Amélie \"A\"", kind: .microphone,
      name: "headset", offset: MediaTime(nanoseconds: 12_000_000_001))
    track.driftPPM = -37.25
    track.gaps = [
      .init(.init(start: seconds(10), end: seconds(12)), .absent),
      .init(.init(start: seconds(40), end: seconds(41)), .lost),
    ]
    manifest.tracks = [track]
    manifest.announcements = [.init(participant: 1, time: seconds(10))]
    return manifest
  }

  @Test func `a manifest comes back as it was, and equal ones give equal bytes`() throws {
    let bytes = try Self.example.json()
    #expect(try SessionManifest(json: bytes) == Self.example)
    #expect(try SessionManifest(json: bytes).json() == bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("\"driftPPM\" : -37.25"))
    #expect(text.contains("\"offset\" : 12000000001"), "no time is rounded")
    #expect(text.contains("\"file\" : \"tracks/3.webm\""))
  }

  @Test func `a manifest that breaks a rule is neither written nor read`() throws {
    let broken: [(SessionManifestError, (inout SessionManifest) -> Void)] = [
      (.newerVersion(2), { $0.version = 2 }),
      (.time("recording"), { $0.end = Self.seconds(9) }),
      (.time("recording"), { $0.start = Self.seconds(-1) }),
      (.time("pauses"), { $0.pauses[0].start = Self.seconds(9) }),
      (.time("pauses"), { $0.pauses[0].end = Self.seconds(101) }),
      (.time("pauses"), { $0.pauses[0].end = $0.pauses[0].start }),
      (.time("pauses"), { $0.pauses.append($0.pauses[0]) }),
      (.time("tracks/3.webm"), { $0.tracks[0].gaps.reverse() }),
      (.time("tracks/3.webm"), { $0.tracks[0].offset = Self.seconds(-1) }),
      (.drift("tracks/3.webm"), { $0.tracks[0].driftPPM = .nan }),
      (.drift("tracks/3.webm"), { $0.tracks[0].driftPPM = -.infinity }),
      (.file("../other.webm"), { $0.tracks[0].file = "../other.webm" }),
      (.file("/etc/passwd"), { $0.board = "/etc/passwd" }),
      (.file(""), { $0.mix = "" }),
      (.file("a//b"), { $0.chat = "a//b" }),
    ]
    for (error, change) in broken {
      var manifest = Self.example
      change(&manifest)
      #expect(throws: error) { try manifest.json() }
    }
    // What a reader meets: the same rules, in a text that somebody else wrote.
    let text = String(decoding: try Self.example.json(), as: UTF8.self)
    let foreign = [("tracks/3.webm", "../3.webm"), ("\"version\" : 1", "\"version\" : 9")]
    for (old, new) in foreign {
      let bytes = Array(Self.replacing(old, new, in: text).utf8)
      #expect(throws: SessionManifestError.self) { try SessionManifest(json: bytes) }
    }
  }

  @Test func `a text that is no manifest says where it is wrong`() {
    let texts: [(String, SessionManifestError)] = [
      ("", .malformed("it is not JSON")),
      ("[]", .malformed("it is not JSON")),
      ("{\"version\":1}", .malformed("start is missing or wrong")),
      ("{\"version\":1,\"start\":\"now\"}", .malformed("start is missing or wrong")),
      ("{\"version\":1,\"start\":0.5}", .malformed("start is missing or wrong")),
    ]
    for (text, error) in texts {
      #expect(throws: error) { try SessionManifest(json: Array(text.utf8)) }
    }
  }

  @Test func `no cut and no changed byte of a manifest traps`() throws {
    let bytes = try Self.example.json()
    for length in 0..<bytes.count - 2 {
      #expect(throws: SessionManifestError.self) {
        try SessionManifest(json: Array(bytes.prefix(length)))
      }
    }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      if let manifest = try? SessionManifest(json: changed) {
        #expect(throws: Never.self) { try manifest.json() }
      }
    }
  }

  private static func replacing(_ old: String, _ new: String, in text: String) -> String {
    guard let range = text.firstRange(of: old) else { return text }
    var changed = text
    changed.replaceSubrange(range, with: new)
    return changed
  }
}
