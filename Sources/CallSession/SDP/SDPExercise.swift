/// Reads any bytes as a description, answers it, and offers again: what a fuzzer calls.
package enum SDPExercise {
  package struct Report: Equatable {
    package var isDescription = false
    package var isAnswered = false
    /// Whether what was read is written again as it was, and what we say can be read and holds to the
    /// offer.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    if let fragment = try? TrickleFragment(bytes: bytes) {
      // Once written it stays as it is; the ends of the lines may have grown to twice their size.
      let text = fragment.description
      let again = try? TrickleFragment(text)
      report.isConsistent =
        again?.description == text || text.utf8.count > SessionDescription.largestSize
    }
    if let plain = try? PlainRTPDescription(bytes: bytes) {
      let again = try? PlainRTPDescription(bytes: Array(plain.description.description.utf8))
      if again?.streams.count != plain.streams.count { report.isConsistent = false }
    }
    guard let description = try? SessionDescription(bytes: bytes) else { return report }
    report.isDescription = true
    let text = description.description
    let again = try? SessionDescription(text)
    if let again, again != description || !again.description.utf8.elementsEqual(text.utf8) {
      report.isConsistent = false
    }
    answer(description, &report)
    accept(description, &report)
    return report
  }

  private static func answer(_ offer: SessionDescription, _ report: inout Report) {
    guard var negotiation = SDPExercise.negotiation else {
      report.isConsistent = false
      return
    }
    guard let answer = try? negotiation.answer(to: offer) else {
      if negotiation.current != nil { report.isConsistent = false }
      return
    }
    report.isAnswered = true
    guard let session = negotiation.current,
      answer.sections.count == offer.sections.count,
      (try? SessionDescription(answer.description)) == answer,
      !session.media.isEmpty
    else {
      report.isConsistent = false
      return
    }
    for media in session.media where !holds(media, answer, offer) { report.isConsistent = false }
    // The session goes on: the same offer again, one of ours, and its refusal.
    if (try? negotiation.answer(to: offer)) == nil { report.isConsistent = false }
    negotiation.wishes.removeFirst()
    guard let own = try? negotiation.offer(), (try? SessionDescription(own.description)) == own,
      own.sections.count >= offer.sections.count
    else {
      report.isConsistent = false
      return
    }
    let refusal = SessionDescription(
      lines: own.lines, sections: own.sections.map { .stopped($0.media, mid: $0.mid) })
    if (try? negotiation.accept(refusal)) == nil { report.isConsistent = false }
  }

  /// Numbers are the offerer's, and ways those that it left to us.
  private static func holds(
    _ media: NegotiatedMedia, _ answer: SessionDescription, _ offer: SessionDescription
  ) -> Bool {
    let offered = offer.sections[media.index]
    let answered = answer.sections[media.index]
    let way = offer.direction(of: offered).reversed
    return answered.mid == offered.mid && !offer.isStopped(offered) && !answer.isStopped(answered)
      && media.direction.cut(to: way) == media.direction
      && answered.media.formats.allSatisfy { type in
        offered.media.formats.contains {
          $0[...].number(UInt8.self) == type[...].number(UInt8.self)
        }
      }
      && media.extensions.allSatisfy { mapping in
        offer.extensions(of: offered).contains { $0.id == mapping.id && $0.uri == mapping.uri }
      }
  }

  /// The bytes as the answer to an offer of ours.
  private static func accept(_ answer: SessionDescription, _ report: inout Report) {
    guard var negotiation = SDPExercise.negotiation, (try? negotiation.offer()) != nil else {
      report.isConsistent = false
      return
    }
    guard (try? negotiation.accept(answer)) != nil else {
      if negotiation.current != nil || !negotiation.isPending { report.isConsistent = false }
      return
    }
    if negotiation.current?.media.isEmpty != false { report.isConsistent = false }
  }

  private static var negotiation: SessionNegotiation? {
    guard
      let credentials = ICECredentials(fragment: "abcd", password: "abcdefghijklmnopqrstuv"),
      let fingerprint = DTLSFingerprint(.sha256, digest: [UInt8](repeating: 1, count: 32))
    else { return nil }
    return SessionNegotiation(
      sessionID: 1, wishes: [.audio(id: 0, direction: .both), .video(id: 1, direction: .both)],
      transport: LocalTransport(
        credentials: credentials, fingerprints: [fingerprint], isLite: true))
  }
}
