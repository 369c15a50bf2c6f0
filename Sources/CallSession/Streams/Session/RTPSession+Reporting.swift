package import MediaCore

extension RTPSession {
  /// When `handleTimeout` is to be called; nil when nothing is pending.
  package var deadline: MediaTime? {
    var deadline = MediaTime.earliest(pacer.deadline, estimator.deadline)
    deadline = MediaTime.earliest(deadline, transportFeedback.deadline)
    deadline = MediaTime.earliest(deadline, nextReport)
    for index in receiveTracks.indices where !receiveTracks[index].hasEnded {
      deadline = MediaTime.earliest(deadline, receiveTracks[index].deadline)
    }
    for index in sendTracks.indices {
      if sendTracks[index].isAudio {
        deadline = MediaTime.earliest(deadline, sendTracks[index].copies.deadline)
      } else {
        deadline = MediaTime.earliest(deadline, tailDeadline(index))
      }
    }
    return deadline
  }

  /// Does what is due.
  ///
  /// - Parameter random: spreads reports, so that those of many peers do not fall together (RFC 3550, 6.3.1).
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout StreamOutputs
  ) {
    if nextReport.map({ $0 <= now }) ?? true {
      // The first one early: it brings the round trip's first sample.
      let length = nextReport == nil ? Self.firstReport : Self.reportInterval
      if nextReport != nil { sendReport(goodbye: nil, at: now, into: &outputs) }
      nextReport =
        now + MediaTime(nanoseconds: Int64.random(in: length / 2...length * 3 / 2, using: &random))
    }
    sendFeedback(at: now, into: &outputs)
    probeTails(at: now)
    sendCopies(at: now)
    transmit(at: now, into: &outputs)
  }

  /// Nanoseconds.
  private static let reportInterval: Int64 = 1_000_000_000
  private static let firstReport: Int64 = 100_000_000

  /// Feedback that is due, by itself: without reports (RFC 5506).
  mutating func sendFeedback(at now: MediaTime, into outputs: inout StreamOutputs) {
    var packets: [RTCPPacket] = []
    for index in receiveTracks.indices where !receiveTracks[index].hasEnded {
      guard let deadline = receiveTracks[index].deadline, deadline <= now else { continue }
      receiveTracks[index].video?.takeFeedback(
        sender: configuration.source, at: now, into: &packets)
    }
    transportFeedback.takeFeedback(
      sender: configuration.source, source: peer ?? configuration.source, at: now, into: &packets)
    send(packets, into: &outputs)
  }

  /// A compound datagram: reports on all streams, and who we are (RFC 3550, 6.1).
  private mutating func sendReport(
    goodbye: Goodbye?, at now: MediaTime, into outputs: inout StreamOutputs
  ) {
    var reports: [ReceptionReport] = []
    for index in receiveTracks.indices where !receiveTracks[index].hasEnded {
      if let report = receiveTracks[index].report(at: now) { reports.append(report) }
    }
    var packets: [RTCPPacket] = []
    for track in sendTracks {
      guard let report = track.stream.report(at: now, wallClock: wallClock(now)) else { continue }
      packets.append(.senderReport(report))
    }
    let isSending = !packets.isEmpty
    // Reports of reception stand in the first packet; what does not fit, in more.
    repeat {
      let part = Array(reports.prefix(31))
      reports.removeFirst(part.count)
      packets.append(
        .receiverReport(ReceiverReport(sender: configuration.source, reports: part)))
    } while !reports.isEmpty
    packets.append(
      .sourceDescription([
        SourceDescription(source: configuration.source, canonicalName: configuration.canonicalName)
      ]))
    packets.append(contentsOf: extendedReport(isSending: isSending, at: now))
    if let goodbye { packets.append(.goodbye(goodbye)) }
    send(packets, into: &outputs)
  }

  /// Who sends nothing learns the round trip this way only (RFC 3611, 4.4).
  private mutating func extendedReport(isSending: Bool, at now: MediaTime) -> [RTCPPacket] {
    var report = ExtendedReport(sender: configuration.source)
    if !isSending { report.referenceTime = wallClock(now) }
    if let reference {
      let nanoseconds = (now - reference.arrival).nanoseconds
      report.delays = [
        ExtendedReport.DelaySinceLast(
          source: reference.sender, lastReferenceTime: reference.middle,
          delay: UInt32(clamping: nanoseconds / 1_000 * 65_536 / 1_000_000))
      ]
      self.reference = nil
    }
    return report.referenceTime == nil && report.delays.isEmpty ? [] : [.extendedReport(report)]
  }

  func send(_ packets: [RTCPPacket], into outputs: inout StreamOutputs) {
    guard !packets.isEmpty else { return }
    var writer = RTCPWriter()
    for packet in packets { writer.append(packet) }
    outputs.datagrams.append(StreamOutputs.Datagram(bytes: writer.bytes, isControl: true))
  }

  /// All our sources end (RFC 3550, 6.6).
  package mutating func close(at now: MediaTime, into outputs: inout StreamOutputs) {
    var sources = [configuration.source]
    for track in sendTracks { sources.append(track.source) }
    sendReport(goodbye: Goodbye(sources: Array(sources.prefix(31))), at: now, into: &outputs)
  }
}
