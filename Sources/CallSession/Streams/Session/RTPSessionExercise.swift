package import MediaCore

/// Hands any bytes to a session as datagrams from a peer: what a fuzzer calls.
package enum RTPSessionExercise {
  package struct Report: Equatable {
    package var datagrams = 0
    package var events = 0
    package var answers = 0
    /// Whether deadlines were heeded, and all answers were packets.
    package var isConsistent = true
  }

  /// The sources that the session knows: those it sends and those it receives.
  package static let sent = [SSRC(1), SSRC(2), SSRC(3)]
  package static let received = [SSRC(11), SSRC(12)]

  /// - Parameter bytes: datagrams, each behind a byte that counts its bytes in fours and one of milliseconds
  ///   since the one before, in fours.
  package static func run(_ bytes: [UInt8]) -> Report {
    var random = Numbers()
    var session = Self.session(&random)
    var report = Report()
    var outputs = StreamOutputs()
    var now = MediaTime.zero
    var position = 0
    while position + 2 <= bytes.count {
      let count = min(Int(bytes[position]) * 4, bytes.count - position - 2)
      let next = now + MediaTime(milliseconds: Int64(bytes[position + 1]) * 4)
      report.isConsistent =
        wait(&session, until: next, &now, &random, &outputs) && report.isConsistent
      let datagram = Array(bytes[position + 2..<position + 2 + count])
      session.receive(datagram, at: now, into: &outputs)
      // What it sends is what feedback can tell of.
      session.sendAudio(
        [1, 2, 3], source: sent[0], ticks: now.nanoseconds / 20_833, at: now, into: &outputs)
      session.sendFrame([0x11, 0, 0, 1], source: sent[1], capturedAt: now, at: now, into: &outputs)
      report.datagrams += 1
      note(&outputs, in: &report)
      position += 2 + count
    }
    session.close(at: now, into: &outputs)
    note(&outputs, in: &report)
    return report
  }

  private static func session(_ random: inout Numbers) -> RTPSession {
    var session = RTPSession(RTPSession.Configuration(source: SSRC(9), canonicalName: "a"))
    for (source, type) in zip(sent, [111, 96, 98] as [UInt8]) {
      let stream = RTPSendStream(
        source: source, payloadType: type, clockRate: type == 111 ? 48_000 : 90_000, using: &random)
      let again = RetransmissionFormat(
        original: .init(ssrc: source, payloadType: type),
        retransmission: .init(ssrc: SSRC(source.rawValue + 100), payloadType: type + 1))
      switch type {
      case 111: session.addAudio(stream, retransmission: again, using: &random)
      case 96: session.addCamera(stream, retransmission: again, using: &random)
      default: session.addBoard(stream, retransmission: again, using: &random)
      }
    }
    session.receiveAudio(
      received[0], payloadType: 111,
      retransmission: RetransmissionFormat(
        original: .init(ssrc: received[0], payloadType: 111),
        retransmission: .init(ssrc: SSRC(111), payloadType: 112)))
    session.receiveVideo(
      received[1], payloadType: 96,
      retransmission: RetransmissionFormat(
        original: .init(ssrc: received[1], payloadType: 96),
        retransmission: .init(ssrc: SSRC(112), payloadType: 97)))
    session.announce(need: 2_000_000)
    return session
  }

  /// - Returns: whether time went on.
  private static func wait(
    _ session: inout RTPSession, until end: MediaTime, _ now: inout MediaTime,
    _ random: inout Numbers, _ outputs: inout StreamOutputs
  ) -> Bool {
    var stalls = 0
    while true {
      session.handleTimeout(at: now, using: &random, into: &outputs)
      guard let deadline = session.deadline, deadline < end else { break }
      stalls = deadline > now ? 0 : stalls + 1
      guard stalls < 20 else { return false }
      now = max(deadline, now)
    }
    now = end
    return true
  }

  private static func note(_ outputs: inout StreamOutputs, in report: inout Report) {
    report.events += outputs.events.count
    report.answers += outputs.datagrams.count
    for datagram in outputs.datagrams {
      let isSound =
        datagram.isControl
        ? RTCPDatagram(parsing: datagram.bytes.span).faults == 0
        : (try? RTPPacket(parsing: datagram.bytes.span)) != nil
      report.isConsistent = report.isConsistent && isSound
    }
    outputs.removeAll()
  }

  /// Equal in every run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state
    }
  }
}
