import Testing

@testable import CallSession

/// Descriptions in the manner of those that peers really send, with made-up keys and fewer codecs.
enum Descriptions {
  static let fingerprint =
    "sha-256 01:02:03:04:05:06:07:08:09:0A:0B:0C:0D:0E:0F:10:"
    + "11:12:13:14:15:16:17:18:19:1A:1B:1C:1D:1E:1F:20"
  static let otherFingerprint =
    "sha-256 " + [String](repeating: "AB", count: 32).joined(separator: ":")

  static let transport = """
    a=ice-ufrag:Ab/+
    a=ice-pwd:abcdefghijklmnop12345678
    a=ice-options:trickle
    a=fingerprint:\(fingerprint)
    a=setup:actpass
    """

  static let head = """
    v=0
    o=- 4611731400430051336 2 IN IP4 127.0.0.1
    s=-
    t=0 0
    """

  /// A section as Chromium 156 offers it.
  static func audio(
    _ mid: String, _ direction: String, port: Int = 9, sources: String = ""
  ) -> String {
    """
    m=audio \(port) UDP/TLS/RTP/SAVPF 111 63 9 0 110
    c=IN IP4 0.0.0.0
    a=rtcp:9 IN IP4 0.0.0.0
    \(transport)
    a=mid:\(mid)
    a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level
    a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
    a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
    a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
    a=\(direction)
    a=rtcp-mux
    a=rtcp-rsize
    a=rtcp-xr:rcvr-rtt=all
    a=rtpmap:111 opus/48000/2
    a=rtcp-fb:111 transport-cc
    a=fmtp:111 minptime=10;useinbandfec=1
    a=rtpmap:63 red/48000/2
    a=fmtp:63 111/111
    a=rtpmap:9 G722/8000
    a=rtpmap:0 PCMU/8000
    a=rtpmap:110 telephone-event/48000
    """ + (sources.isEmpty ? "" : "\n" + sources)
  }

  static func video(
    _ mid: String, _ direction: String, port: Int = 9, sources: String = ""
  ) -> String {
    """
    m=video \(port) UDP/TLS/RTP/SAVPF 98 96 97 118 119 120 49
    c=IN IP4 0.0.0.0
    a=rtcp:9 IN IP4 0.0.0.0
    \(transport)
    a=mid:\(mid)
    a=extmap:14 urn:ietf:params:rtp-hdrext:toffset
    a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
    a=extmap:5 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay
    a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid
    a=\(direction)
    a=rtcp-mux
    a=rtcp-rsize
    a=rtcp-xr:rcvr-rtt=all
    a=rtpmap:98 VP9/90000
    a=rtcp-fb:98 nack
    a=rtpmap:96 VP8/90000
    a=rtcp-fb:96 goog-remb
    a=rtcp-fb:96 transport-cc
    a=rtcp-fb:96 ccm fir
    a=rtcp-fb:96 nack
    a=rtcp-fb:96 nack pli
    a=rtpmap:97 rtx/90000
    a=fmtp:97 apt=96
    a=rtpmap:118 red/90000
    a=rtpmap:119 rtx/90000
    a=fmtp:119 apt=118
    a=rtpmap:120 ulpfec/90000
    a=rtpmap:49 flexfec-03/90000
    a=fmtp:49 repair-window=10000000
    """ + (sources.isEmpty ? "" : "\n" + sources)
  }

  static let data = """
    m=application 9 UDP/DTLS/SCTP webrtc-datachannel
    c=IN IP4 0.0.0.0
    \(transport)
    a=mid:data
    a=sctp-port:5000
    a=sctp-init:AQID
    a=max-message-size:262144
    """

  static let videoSources = """
    a=msid:stream track
    a=ssrc-group:FID 3047798251 2349044099
    a=ssrc:3047798251 cname:PZjj
    a=ssrc:3047798251 msid:stream track
    a=ssrc:2349044099 cname:PZjj
    a=ssrc:2349044099 msid:stream track
    """

  static func offer(bundle: String? = "0 1", session: String = "", _ sections: String...) -> String
  {
    var parts = [head]
    if let bundle { parts.append("a=group:BUNDLE \(bundle)") }
    if !session.isEmpty { parts.append(session) }
    return (parts + sections).joined(separator: "\n") + "\n"
  }

  /// A browser's tab that views.
  static let viewer = offer(
    session: "a=extmap-allow-mixed\na=msid-semantic: WMS", audio("0", "recvonly"),
    video("1", "recvonly"))
  /// A browser's tab that publishes.
  static let publisher = offer(
    audio(
      "0", "sendonly", sources: "a=msid:stream voice\na=ssrc:1711684628 cname:PZjj"),
    video("1", "sendonly", sources: videoSources))

  static func parsed(_ text: String) throws -> SessionDescription { try SessionDescription(text) }
}
