import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct WebRTCOfferTests {
  private let offer = WebRTCOffer(
    .sending(channels: 2), fingerprint: SeededDTLSEngine.fingerprint(seed: 1),
    addresses: [
      TransportAddress(ipv4: 0xC000_0201, port: 443),
      TransportAddress(ipv6High: 0x2001_0DB8_0000_0000, low: 1, port: 443),
    ], wallClockOrigin: 0)

  private func refusal(_ text: String, of offer: WebRTCOffer? = nil) -> WebRTCOffer.Refusal? {
    var random = SeededGenerator(seed: 5)
    do throws(WebRTCOffer.Refusal) {
      _ = try (offer ?? self.offer).answer(Array(text.utf8), using: &random)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a browser gets board and sound from where we are`() throws {
    var random = SeededGenerator(seed: 5)
    let viewer = try Descriptions.parsed(Descriptions.viewer)
    let agreement = try offer.answer(Array(viewer.description.utf8), using: &random)
    let answer = try SessionDescription(bytes: agreement.answer)
    #expect(answer.lines.has("ice-lite"))
    #expect(agreement.dtls.role == .server && agreement.dtls.remoteFingerprints.count == 1)
    #expect(agreement.streams.board != nil && agreement.streams.sound != nil)
    #expect(agreement.mids == ["0", "1"])
    let candidates = answer.sections[0].lines.attributes("candidate")
    #expect(candidates.count == 2)
    #expect(candidates[0].contains(" 192.0.2.1 443 typ host"))
    #expect(candidates[1].contains(" 2001:db8::1 443 typ host"))
    let names = answer.sections.compactMap(\.streamIDs.first)
    #expect(names.count == 2 && names[0] != names[1], "so that the board waits for no sound")
  }

  @Test func `what frames depend on is told of a board, to who offers it`() throws {
    let plain = try Descriptions.parsed(Descriptions.viewer).description
    let delay = "a=extmap:5 \(RTPExtensionMap.playoutDelayURI)"
    let asking = plain.replacing(
      delay, with: "\(delay)\r\na=extmap:12 \(RTPExtensionMap.dependenciesURI)")
    #expect(asking != plain)
    func isTold(_ text: String) throws -> [Bool] {
      var random = SeededGenerator(seed: 5)
      let answer = try offer.answer(Array(text.utf8), using: &random).answer
      return try SessionDescription(bytes: answer).sections.map { section in
        section.lines.attributes("extmap").contains("12 \(RTPExtensionMap.dependenciesURI)")
      }
    }
    #expect(try isTold(plain) == [false, false])
    #expect(try isTold(asking) == [false, true])
    // Of an offer of ours it is no part: who passes the board on has more than who watches there.
    var random = SeededGenerator(seed: 6)
    let credentials = ICECredentials(using: &random)
    var negotiation = offer.negotiation(credentials, named: "us", using: &random)
    #expect(try !negotiation.offer().description.contains("dependency-descriptor"))
    // Nor of pictures that go back to who sent them.
    let echo = WebRTCOffer(
      .echoing, fingerprint: SeededDTLSEngine.fingerprint(seed: 1),
      addresses: [TransportAddress(ipv4: 0xC000_0201, port: 443)], wallClockOrigin: 0)
    let both = asking.replacing("a=recvonly", with: "a=sendrecv")
    let answer = try echo.answer(Array(both.utf8), using: &random).answer
    #expect(!String(decoding: answer, as: UTF8.self).contains("dependency-descriptor"))
  }

  @Test func `what is no use is refused for what it lacks`() throws {
    #expect(refusal("hello")?.reason == .malformed)
    let viewer = try Descriptions.parsed(Descriptions.viewer).description
    func without(_ prefix: String) -> String {
      viewer.split(separator: "\r\n").filter { !$0.hasPrefix(prefix) }
        .map { $0 + "\r\n" }.joined()
    }
    #expect(refusal(viewer) == nil)
    #expect(refusal(without("m="))?.reason != nil)
    #expect(refusal(without("a=fingerprint"))?.reason == .unprocessable)
    let unknown = viewer.replacing(
      Descriptions.fingerprint,
      with: "sha-224 " + [String](repeating: "AB", count: 28).joined(separator: ":"))
    #expect(refusal(unknown)?.message == NegotiationError.noFingerprint.message)
    #expect(refusal(without("a=ice-pwd"))?.reason == .unprocessable)
    let sender = viewer.split(separator: "\r\n").map {
      ($0 == "a=recvonly" ? "a=sendonly" : $0) + "\r\n"
    }.joined()
    #expect(refusal(sender)?.reason == .notAcceptable)
    let lite = viewer.split(separator: "\r\n").map { line in
      (line == "t=0 0" ? "t=0 0\r\na=ice-lite" : line) + "\r\n"
    }.joined()
    #expect(refusal(lite)?.reason == .unprocessable)
  }

  @Test func `without sound its section is refused and the board remains`() throws {
    var silent = offer
    silent.way = .sending(channels: 0)
    var random = SeededGenerator(seed: 5)
    let viewer = try Descriptions.parsed(Descriptions.viewer)
    let agreement = try silent.answer(Array(viewer.description.utf8), using: &random)
    #expect(agreement.streams.sound == nil && agreement.streams.board != nil)
    #expect(agreement.mids == ["1"])
  }

  @Test func `a restart says new credentials and the same addresses`() throws {
    var random = SeededGenerator(seed: 6)
    let credentials = ICECredentials(using: &random)
    let text = offer.restart(["1"], credentials).description
    let fragment = try TrickleFragment(bytes: Array(text.utf8))
    #expect(fragment.credentials?.fragment == credentials.fragment)
    #expect(fragment.candidates.map(\.port) == [443, 443])
    #expect(fragment.isComplete)
  }

  /// As a browser publishes that has no other codec for its camera.
  @Test func `who publishes H.264 is told which codecs are taken`() throws {
    var taking = offer
    taking.way = .receiving
    let viewer = try Descriptions.parsed(Descriptions.viewer).description
    let publisher = viewer.split(separator: "\r\n").map {
      ($0 == "a=recvonly" ? "a=sendonly" : $0) + "\r\n"
    }.joined()
    #expect(refusal(publisher, of: taking) == nil)
    let foreign = publisher.replacing("VP8/90000", with: "H264/90000")
    #expect(refusal(foreign, of: taking)?.reason == .otherCodecs)
    let silent = foreign.replacing("opus/48000", with: "PCMU/8000")
    #expect(refusal(silent, of: taking)?.reason == .otherCodecs)
    // Who only wants to watch has come to the wrong door.
    #expect(refusal(viewer, of: taking)?.reason == .notAcceptable)
  }
}
