import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// Packets of peers that do not say what they send.
@Suite struct WebRTCReceptionTests {
  /// Sections without a word of sources, as the peer's offer has them.
  private func media(sources: [RemoteSource] = []) throws -> [NegotiatedMedia] {
    var media: [NegotiatedMedia] = []
    for (index, codec) in [MediaCodec.vp8, .opus].enumerated() {
      let types = PayloadTypes(
        media: codec == .vp8 ? 96 : 111, retransmission: codec == .vp8 ? 97 : nil)
      media.append(
        NegotiatedMedia(
          wish: index, index: index, mid: "\(index)", codec: codec, direction: .receiving,
          sending: types, receiving: types, feedback: [], remoteParameters: FormatParameters(),
          extensions: [], usesReducedSize: true, source: nil,
          remoteSources: codec == .vp8 ? sources : [], remoteStreams: [], remoteRestrictionIDs: []))
    }
    return media
  }

  private var session: RTPSession {
    RTPSession(RTPSession.Configuration(source: SSRC(1), canonicalName: "a"))
  }

  private func packet(
    _ type: UInt8, _ source: UInt32, _ number: UInt16, payload: [UInt8]
  ) -> [UInt8] {
    let header = RTPHeader(
      payloadType: type, sequenceNumber: SequenceNumber(number),
      timestamp: UInt32(number) * 3_000, ssrc: SSRC(source),
      hasMarker: true)
    return OutgoingPacket(header: header, payload: payload).serialized(
      .none, transportSequence: SequenceNumber(0))
  }

  /// A key frame of one packet behind its descriptor.
  private var frame: [UInt8] { [0x10] + SmallFrame.bytes(isKeyFrame: true) }

  @Test func `sources are known by their payload type`() throws {
    var (session, reception) = (self.session, WebRTCReception(try media()))
    var outputs = StreamOutputs()
    for (index, bytes) in [
      packet(111, 5, 1, payload: [1, 2]), packet(96, 6, 9, payload: frame),
      packet(13, 7, 1, payload: [1]),
    ].enumerated() {
      reception.note(bytes, at: MediaTime(milliseconds: Int64(index)), in: &session)
      session.receive(bytes, at: MediaTime(milliseconds: Int64(index)), into: &outputs)
    }
    for event in outputs.events { reception.take(event, at: .zero) }
    let kinds = reception.takeEvents().map { event in
      switch event {
      case .sound: "sound"
      case .frame: "frame"
      default: "other"
      }
    }
    #expect(kinds == ["sound", "frame"] && reception.takeEvents().isEmpty)
    #expect(reception.statistics.packets == 2 && reception.statistics.refused == 1)
    #expect(reception.videoSource == SSRC(6))
  }

  @Test func `what repairs is known by its type, too`() throws {
    var (session, reception) = (self.session, WebRTCReception(try media()))
    var outputs = StreamOutputs()
    func pass(_ bytes: [UInt8]) {
      reception.note(bytes, at: .zero, in: &session)
      session.receive(bytes, at: .zero, into: &outputs)
    }
    pass(packet(96, 6, 9, payload: frame))
    // The one after the next came first; the next comes again.
    let change = [0x10] + SmallFrame.bytes(isKeyFrame: false)
    pass(packet(96, 6, 11, payload: change))
    pass(packet(97, 60, 1, payload: [0, 10] + change))
    var numbers: [Int64] = []
    for event in outputs.events {
      if case .frame(_, let frame) = event { numbers.append(frame.sequences.lowerBound & 0xFFFF) }
    }
    #expect(numbers == [9, 10, 11])
  }

  @Test func `another source takes over after a silence, and the old one is forgotten`() throws {
    var (session, reception) = (self.session, WebRTCReception(try media()))
    for source in 0..<50 as Range<UInt32> {
      let time = MediaTime(milliseconds: Int64(source) * 2_000)
      reception.note(packet(96, 100 + source, 9, payload: frame), at: time, in: &session)
      // Too early to be believed.
      reception.note(packet(96, 900 + source, 9, payload: frame), at: time, in: &session)
      #expect(reception.videoSource == SSRC(100 + source))
    }
    #expect(session.receiveTracks.count == 1)
  }
}
