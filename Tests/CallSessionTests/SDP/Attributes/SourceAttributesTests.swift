import MediaCore
import Testing

@testable import CallSession

@Suite struct SourceAttributesTests {
  @Test func `sources are known with what repairs them`() throws {
    let section = try SessionDescription(Descriptions.publisher).sections[1]
    #expect(
      section.remoteSources == [
        RemoteSource(
          source: SSRC(3_047_798_251), retransmission: SSRC(2_349_044_099), canonicalName: "PZjj",
          stream: MediaStreamID(stream: "stream", track: "track"))
      ])
  }

  @Test func `a pair may be said without its sources`() throws {
    let section = try SessionDescription(
      """
      v=0
      m=video 9 RTP/AVP 96
      a=msid:- {t}
      a=ssrc:7 cname:x
      a=ssrc:x cname:y
      a=ssrc:99999999999 cname:y
      a=ssrc-group:FID 1 2
      a=ssrc-group:FID 3
      a=ssrc-group:SIM 7 1
      """
    ).sections[0]
    #expect(section.remoteSources.map(\.source) == [SSRC(7), SSRC(1)])
    #expect(section.remoteSources.map(\.retransmission) == [nil, SSRC(2)])
    #expect(section.remoteSources[0].stream == MediaStreamID(stream: nil, track: "{t}"))
  }

  @Test func `there is a limit`() throws {
    var text = "v=0\nm=video 9 RTP/AVP 96\n"
    for number in 0..<500 { text += "a=ssrc:\(number) cname:x\n" }
    #expect(try SessionDescription(text).sections[0].sources.count == 64)
  }
}
