import TestSupport
import Testing

@testable import CallSession

@Suite struct SessionDescriptionTests {
  @Test func `text comes back as it was, with CR and LF`() throws {
    let unix =
      "v=0\no=x\ns= \nz=what\nm=audio 9  RTP/AVP 0\n\na=:\na=x\nf=invalid:yes\na=note:a\tb é\n"
    let network = unix.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    for text in [unix, network, String(unix.dropLast())] {
      let description = try SessionDescription(text)
      #expect(description.description.utf8.elementsEqual(network.utf8))
      #expect(description.lines.map(\.text) == ["v=0", "o=x", "s= ", "z=what"])
      #expect(description.sections.count == 1)
    }
  }

  @Test func `changing the media line changes that line only`() throws {
    var description = try SessionDescription("v=0\nm=audio  9  RTP/AVP 0\na=mid:0\n")
    description.sections[0].media.port = 0
    #expect(description.description == "v=0\r\nm=audio 0 RTP/AVP 0\r\na=mid:0\r\n")
  }

  @Test(arguments: [
    ("", 1, SDPError.Cause.noVersion), ("\nv=0\n", 1, .noVersion), ("v=1\n", 1, .noVersion),
    ("v=0\ns=-\nwhat\n", 3, .malformedLine), ("v=0\n=x\n", 2, .malformedLine),
    ("v=0\n a=x\n", 2, .malformedLine), ("v=0\n3=x\n", 2, .malformedLine),
    ("v=0\ns=a\rb=c\n", 2, .notText), ("v=0\ns=\u{0}\n", 2, .notText), ("v=0\ns=-\r", 2, .notText),
    ("v=0\nm=audio\n", 2, .malformedMediaLine),
    ("v=0\nm=audio 9 RTP/AVP\n", 2, .malformedMediaLine),
    ("v=0\nm=audio 65536 RTP/AVP 0\n", 2, .malformedMediaLine),
    ("v=0\nm=audio -1 RTP/AVP 0\n", 2, .malformedMediaLine),
    ("v=0\nm=audio 9/x RTP/AVP 0\n", 2, .malformedMediaLine),
  ])
  func `what cannot be read is named by line and cause`(
    text: String, line: Int, cause: SDPError.Cause
  ) {
    #expect(throws: SDPError(line: line, cause)) { try SessionDescription(text) }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    #expect(throws: SDPError(line: 2, .notText)) {
      try SessionDescription(bytes: Array("v=0\ns=".utf8) + [0xC3, 0x28])
    }
  }

  @Test func `there are limits to everything`() throws {
    func error(_ text: String) -> SDPError? {
      do throws(SDPError) {
        _ = try SessionDescription(text)
        return nil
      } catch {
        return error
      }
    }
    let line = "a=" + String(repeating: "x", count: SessionDescription.longestLine - 2) + "\n"
    #expect(error("v=0\n" + line) == nil)
    #expect(error("v=0\na" + line) == SDPError(line: 2, .lineTooLong))
    #expect(
      error("v=0\n" + String(repeating: line, count: 33)) == SDPError(line: 0, .tooLarge))
    let section = "m=audio 9 RTP/AVP 0\n"
    #expect(
      error("v=0\n" + String(repeating: "\n", count: 512)) == SDPError(line: 513, .tooManyLines))
    #expect(
      error("v=0\n" + section + String(repeating: "\n", count: SessionDescription.mostLines))
        == SDPError(line: SessionDescription.mostLines + 1, .tooManyLines))
    #expect(error("v=0\n" + String(repeating: section, count: 256)) == nil)
    #expect(
      error("v=0\n" + String(repeating: section, count: 257))
        == SDPError(line: 258, .tooManySections))
  }

  @Test func `a line of ours has no ends in it`() {
    #expect(SDPLine.attribute("msid", "a\r\na=x").text == "a=msid:aa=x")
  }

  @Test func `a mark on a separator does not join it`() throws {
    let description = try SessionDescription(
      "v=0\nm=audio 9 RTP/AVP 0\na=mid:\u{301}1\na=x:1 \u{301}2\n")
    #expect(description.sections[0].mid == "\u{301}1")
    #expect(description.sections[0].lines.attribute("x")?.words.count == 2)
  }

  @Test func `an origin is read`() throws {
    let origin = try #require(try SessionDescription(Descriptions.viewer).origin)
    #expect(origin.session == 4_611_731_400_430_051_336 && origin.version == 2)
  }

  @Test func `text that is cut at any length is survived`() {
    let bytes = Array(Descriptions.publisher.utf8)
    for length in bytes.indices {
      #expect(SDPExercise.run(Array(bytes[..<length])).isConsistent, "\(length) bytes")
    }
  }

  @Test func `damaged text is survived`() {
    let seed: UInt64 = 2031
    var random = SeededGenerator(seed: seed)
    let texts = [Descriptions.publisher, Descriptions.viewer].map { Array($0.utf8) }
    for round in 0..<600 {
      var bytes = texts[round % 2]
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(UInt8.random(in: 32...126, using: &random), at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...200, using: &random))
          bytes += bytes[place..<end]
        }
      }
      #expect(SDPExercise.run(bytes).isConsistent, "seed \(seed), round \(round)")
    }
  }
}
