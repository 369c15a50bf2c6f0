import Testing

@testable import CallSession

@Suite struct MediaGroupTests {
  @Test func `port 0 is stopped, but not inside a bundle that says so`() throws {
    let description = try SessionDescription(
      """
      v=0
      a=group:LS 0 1
      a=group:BUNDLE 0 1
      a=group
      m=audio 0 UDP/TLS/RTP/SAVPF 96
      a=mid:0
      m=video 0 UDP/TLS/RTP/SAVPF 96
      a=mid:1
      a=bundle-only
      m=video 0 UDP/TLS/RTP/SAVPF 96
      a=mid:2
      a=bundle-only
      """)
    #expect(description.groups.map(\.semantics) == ["LS", "BUNDLE"])
    #expect(description.sections.map { description.isStopped($0) } == [true, false, true])
  }

  @Test func `kinds and transports are told apart`() throws {
    let description = try SessionDescription(
      """
      v=0
      m=audio 9 UDP/TLS/RTP/SAVPF 0
      m=video 9 rtp/savp 0
      m=application 9 UDP/BFCP *
      m=text 9 RTP/AVP 0
      m=audio 9 UDP/TLS/UDPTL 0
      """)
    #expect(description.sections.map(\.kind) == [.audio, .video, .application, .other, .audio])
    #expect(description.sections.map(\.isSecureRTP) == [true, true, false, false, false])
    #expect(description.sections.map(\.isRTP) == [true, true, false, true, false])
  }
}
