package import MediaCore

/// Sends VP8 and Opus by plain RTP (RFC 3550, RFC 7741, RFC 7587), to one address or a group, whoever
/// listens there.
///
/// Receivers may come at any time and need not say so: key frames come again and again, whether
/// or not anything changes, and as soon as somebody asks for one or tells for the first time that they
/// receive. Every call takes the time and leaves its answers in `datagrams`; after each of them `deadline`
/// says when to call `handleTimeout`.
package struct PlainRTPSender: Sendable {
  package struct Configuration: Sendable {
    /// Who sends, by which a receiver knows that both streams belong together (RFC 3550, 6.5.1).
    package var canonicalName: String
    /// Nanoseconds from 1970 to stream time 0.
    package var wallClockOrigin: Int64
    package var lanes: [MediaLane]
    /// The longest time from one key frame to the next.
    package var keyFrameInterval = MediaTime(milliseconds: 3_000)
    /// Bits a second at which a large frame leaves, about: a burst would fill the buffers of receivers.
    package var pace: Int64 = 12_000_000

    package init(canonicalName: String, wallClockOrigin: Int64, lanes: [MediaLane]) {
      self.canonicalName = canonicalName
      self.wallClockOrigin = wallClockOrigin
      self.lanes = lanes
    }
  }

  private let configuration: Configuration
  /// By lane.
  private var streams: [RTPSendStream?]
  private var packetizer: VP8Packetizer
  private var pacer: Pacer<OutgoingPacket>
  private var filter = KeyFrameRequestFilter()
  /// Nil before the first.
  private var lastKeyFrame: MediaTime?
  private var isKeyFrameWanted = false
  /// The wish was passed on, and no key frame has come yet.
  private var isKeyFrameAsked = false
  /// What follows a frame that was dropped cannot be decoded.
  private var isBroken = false
  private var lastTicks: Int64?
  private var nextReport = MediaTime.zero
  package private(set) var receivers = PlainRTPReceivers()
  package private(set) var statistics = Statistics()

  /// A frame that waits longer is of no use to anybody who watches.
  private static let longestWait = MediaTime(milliseconds: 1_000)
  /// Nanoseconds.
  private static let reportInterval: Int64 = 1_000_000_000
  /// Bytes of IPv4 and UDP around each packet.
  private static let overhead = 28

  package init(_ configuration: Configuration, using random: inout some RandomNumberGenerator) {
    self.configuration = configuration
    var streams: [RTPSendStream?] = []
    for lane in MediaLane.allCases {
      let source = SSRC.new(using: &random)
      streams.append(
        configuration.lanes.contains(lane)
          ? RTPSendStream(
            source: source, payloadType: lane.payloadType, clockRate: lane.clockRate,
            using: &random) : nil)
    }
    self.streams = streams
    packetizer = VP8Packetizer(firstPicture: UInt16.random(in: 0...0x7FFF, using: &random))
    pacer = Pacer(estimate: configuration.pace)
  }

  package func source(of lane: MediaLane) -> SSRC? { streams[lane.rawValue]?.source }

  /// Whether the next frame should be a key frame: somebody asked, or it is time. True once until one comes.
  package mutating func takeKeyFrameWish(at now: MediaTime) -> Bool {
    guard !isKeyFrameAsked,
      isKeyFrameWanted || lastKeyFrame.map({ now - $0 >= configuration.keyFrameInterval }) ?? false
    else { return false }
    isKeyFrameAsked = true
    return true
  }

  /// All that was sent has left.
  package var isEmpty: Bool { pacer.isEmpty }

  package var deadline: MediaTime? {
    var deadline = MediaTime.earliest(pacer.deadline, nextReport)
    if let lastKeyFrame, !isKeyFrameAsked {
      deadline = MediaTime.earliest(
        deadline, isKeyFrameWanted ? .zero : lastKeyFrame + configuration.keyFrameInterval)
    }
    return deadline
  }

  /// Sends a frame of the picture; its time is when it was captured.
  package mutating func send(
    _ frame: EncodedFrame, at now: MediaTime, into datagrams: inout [PlainRTPDatagram]
  ) {
    let lane = MediaLane.video
    guard var stream = streams[lane.rawValue] else { return }
    guard pacer.expectedWait <= Self.longestWait, frame.isKeyFrame || !isBroken else {
      statistics.droppedFrames += 1
      (isBroken, isKeyFrameWanted) = (true, true)
      if frame.isKeyFrame { isKeyFrameAsked = false }
      return
    }
    statistics.frames += 1
    if frame.isKeyFrame {
      (isBroken, isKeyFrameWanted, isKeyFrameAsked) = (false, false, false)
      lastKeyFrame = now
      statistics.keyFrames += 1
    }
    // Two frames never share a timestamp.
    var ticks = frame.time.ticks(of: lane.clockRate)
    if let lastTicks { ticks = max(ticks, lastTicks + 1) }
    lastTicks = ticks
    let payloads = packetizer.payloads(of: frame.bytes.span)
    for (place, payload) in payloads.enumerated() {
      let header = stream.header(
        ticks: ticks, capturedAt: frame.time, hasMarker: place == payloads.count - 1,
        octets: payload.count)
      let packet = OutgoingPacket(header: header, payload: payload)
      pacer.enqueue(packet, size: packet.size + Self.overhead, priority: .video, at: now)
    }
    streams[lane.rawValue] = stream
    transmit(at: now, into: &datagrams)
  }

  /// Sends a packet of the sound.
  package mutating func send(
    _ sound: LiveSoundEncoder.Packet, at now: MediaTime, into datagrams: inout [PlainRTPDatagram]
  ) {
    let lane = MediaLane.sound
    guard
      let header = streams[lane.rawValue]?.header(
        ticks: sound.ticks, capturedAt: sound.time, hasMarker: sound.ticks == 0,
        octets: sound.bytes.count)
    else { return }
    let packet = OutgoingPacket(header: header, payload: sound.bytes)
    pacer.enqueue(packet, size: packet.size + Self.overhead, priority: .audio, at: now)
    transmit(at: now, into: &datagrams)
  }

  /// Takes an RTCP datagram of a receiver's, which came by a lane's ports.
  package mutating func receive(
    _ datagram: [UInt8], lane: MediaLane, at now: MediaTime
  ) {
    guard DatagramKind(datagram.span) == .rtcp else { return }
    for packet in RTCPDatagram(parsing: datagram.span).packets { handle(packet, at: now) }
  }

  /// Does what is due.
  ///
  /// - Parameter random: spreads reports (RFC 3550, 6.3.1).
  package mutating func handleTimeout(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into datagrams: inout [PlainRTPDatagram]
  ) {
    transmit(at: now, into: &datagrams)
    guard nextReport <= now else { return }
    receivers.expire(at: now)
    sendReports(isGoodbye: false, at: now, into: &datagrams)
    let length = Self.reportInterval
    nextReport =
      now + MediaTime(nanoseconds: Int64.random(in: length / 2...length * 3 / 2, using: &random))
  }

  /// Says that nothing more comes (RFC 3550, 6.6). What still waits is dropped.
  package mutating func close(at now: MediaTime, into datagrams: inout [PlainRTPDatagram]) {
    pacer.discard { _ in true }
    sendReports(isGoodbye: true, at: now, into: &datagrams)
  }
}

extension PlainRTPSender {
  private mutating func transmit(
    at now: MediaTime, into datagrams: inout [PlainRTPDatagram]
  ) {
    while let packet = pacer.next(at: now) {
      let lane: MediaLane =
        packet.header.payloadType == MediaLane.video.payloadType ? .video : .sound
      let bytes = packet.serialized(.none, transportSequence: SequenceNumber(0))
      statistics.packets += 1
      statistics.bytes += Int64(bytes.count)
      datagrams.append(PlainRTPDatagram(bytes: bytes, lane: lane, isControl: false))
    }
  }

  private func wallClock(_ now: MediaTime) -> NTPTime {
    NTPTime(unixNanoseconds: configuration.wallClockOrigin &+ now.nanoseconds)
  }

  /// Both lanes together, so that a receiver can lay them side by side from the first report on.
  private mutating func sendReports(
    isGoodbye: Bool, at now: MediaTime, into datagrams: inout [PlainRTPDatagram]
  ) {
    for lane in MediaLane.allCases {
      guard let stream = streams[lane.rawValue] else { continue }
      var writer = RTCPWriter()
      if let report = stream.report(at: now, wallClock: wallClock(now)) {
        writer.append(.senderReport(report))
      } else {
        writer.append(.receiverReport(ReceiverReport(sender: stream.source)))
      }
      writer.append(
        .sourceDescription([
          SourceDescription(source: stream.source, canonicalName: configuration.canonicalName)
        ]))
      if isGoodbye { writer.append(.goodbye(Goodbye(sources: [stream.source]))) }
      statistics.bytes += Int64(writer.bytes.count)
      datagrams.append(PlainRTPDatagram(bytes: writer.bytes, lane: lane, isControl: true))
    }
  }

  private mutating func handle(_ packet: RTCPPacket, at now: MediaTime) {
    switch packet {
    case .receiverReport(let report): note(report.reports, from: report.sender, at: now)
    case .senderReport(let report): note(report.reports, from: report.sender, at: now)
    case .pictureLoss(let request) where request.source == source(of: .video):
      statistics.keyFrameRequests += 1
      if filter.accepts(at: now) { isKeyFrameWanted = true }
    case .fullIntraRequest(let request):
      for entry in request.entries where entry.source == source(of: .video) {
        statistics.keyFrameRequests += 1
        if filter.accepts(entry, from: request.sender, at: now) { isKeyFrameWanted = true }
      }
    case .goodbye(let goodbye): receivers.remove(goodbye.sources)
    default: break
    }
  }

  private mutating func note(
    _ reports: [ReceptionReport], from sender: SSRC, at now: MediaTime
  ) {
    for report in reports {
      for lane in MediaLane.allCases where source(of: lane) == report.source {
        let isNew = receivers.note(
          report, from: sender, lane: lane, at: now, wallClock: wallClock(now))
        if isNew, lane == .video, filter.accepts(at: now) { isKeyFrameWanted = true }
      }
    }
  }
}
