package import CallSession
package import MediaCore

/// Sends a live stream by plain RTP to an address: see `PlainRTPSender`.
package final class PlainRTPLiveSender: LiveSender {
  package struct Options: Sendable {
    /// Of the picture; the sound goes two ports above, and RTCP one above each.
    package var destination: SocketAddress
    /// As `destination`, on this machine; 0 for free ones.
    package var localPort: UInt16 = 0
    /// RTCP goes by RTP's port (RFC 5761).
    package var isShared = false
    package var title: String
    /// Without size, which is the stream's.
    package var video = RecordingConfiguration.Video(width: 16, height: 16)
    package var keyFrameInterval = MediaTime(milliseconds: 3_000)

    package init(to destination: SocketAddress, title: String) {
      self.destination = destination
      self.title = title
    }
  }

  private struct Running: ~Copyable {
    var sender: PlainRTPSender
    var video: VideoTrackEncoder<RecordingEncoder>
  }

  private let options: Options
  private let canonicalName: String
  private let number: UInt64
  private let sockets: PlainRTPSockets
  private let lanes: [MediaLane]
  private let channels: Int
  private var running: Running?
  private var clock: MonotonicClock?
  private var random = SystemRandomNumberGenerator()
  private var datagrams: [PlainRTPDatagram] = []
  /// What the kernel did not take is offered to it again after so long.
  private var retry: MediaTime?
  private static let retryPause = MediaTime(milliseconds: 2)

  /// - Parameter channels: of the sound that is going to come, or 0.
  package init(_ options: Options, channels: Int) throws(MediaError) {
    var random = SystemRandomNumberGenerator()
    canonicalName = SourceDescription.newName(using: &random)
    number = UInt64.random(in: 1...UInt64(Int64.max), using: &random)
    lanes = channels > 0 ? [.video, .sound] : [.video]
    self.channels = channels
    sockets = try PlainRTPSockets(
      lanes, to: options.destination, localPort: options.localPort, isShared: options.isShared)
    self.options = options
  }

  /// What receivers have to know, as a file.
  package var description: SessionDescription {
    var streams: [PlainRTPStream] = []
    for (index, lane) in lanes.enumerated() {
      var opus = OpusParameters()
      (opus.stereo, opus.sendsStereo) = (channels == 2, channels == 2)
      let port = PlainRTPSockets.ports(
        options.destination.port, lane: index, isShared: options.isShared
      ).media
      streams.append(
        .sending(
          lane == .video ? .vp8 : .opus, to: options.destination.digits, port: port,
          sharesPort: options.isShared, payloadType: lane.payloadType, opus: opus))
    }
    let name = String(options.title.map { $0.isNewline ? " " : $0 })
    var description = PlainRTPDescription(
      name: name, origin: options.destination.digits, sessionID: number, streams: streams
    ).description
    description.lines.append(SDPLine("a=\(Self.toolMark)"))
    return description
  }

  /// Stands in every description of ours.
  package static let toolMark = "tool:FaceBoard"

  package func begin(
    in loop: EventLoop, identifiers: Range<Int>, stream: LiveStreamShape
  ) throws(MediaError) {
    var configuration = PlainRTPSender.Configuration(
      canonicalName: canonicalName, wallClockOrigin: stream.wallClockOrigin, lanes: lanes)
    configuration.keyFrameInterval = options.keyFrameInterval
    if case .bitrate(let bits) = options.video.quality {
      configuration.pace = max(configuration.pace, Int64(bits) * 2)
    }
    var settings = options.video
    (settings.width, settings.height) = (Int(stream.width), Int(stream.height))
    let video = try VideoTrackEncoder<RecordingEncoder>(settings, seeks: false)
    try sockets.add(to: loop, identifiers: identifiers)
    clock = loop.clock
    running = Running(
      sender: PlainRTPSender(configuration, using: &random), video: video)
  }

  package func show(_ picture: borrowing I420Picture, _ change: LiveChange) throws(MediaError) {
    try sendFrames(before: change.time, at: change.time)
    running?.video.update(from: picture, blocks: change.blocks, at: change.time)
  }

  package func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) throws(MediaError) {
    running?.sender.send(packet, at: now, into: &datagrams)
  }

  package func handle(_ ready: EventLoop.Ready, at now: MediaTime) throws(MediaError) {
    try sockets.receive(ready) { lane, bytes in
      running?.sender.receive(Array(bytes), lane: lane, at: now)
    }
  }

  package func advance(
    _ picture: borrowing I420Picture, to now: MediaTime
  ) throws(MediaError) {
    if running?.sender.takeKeyFrameWish(at: now) == true { running?.video.wantKeyFrame(at: now) }
    try sendFrames(before: now + MediaTime(nanoseconds: 1), at: now)
    // Encoding took its time, and reports are stamped with when they leave.
    running?.sender.handleTimeout(
      at: max(clock?.now ?? now, now), using: &random, into: &datagrams)
    try flush(at: now)
  }

  package var deadline: MediaTime? {
    switch running {
    case .none: nil
    case .some(let running):
      MediaTime.earliest(
        MediaTime.earliest(running.sender.deadline, running.video.deadline), retry)
    }
  }

  package var isBusy: Bool {
    switch running {
    case .none: false
    case .some(let running): !running.sender.isEmpty
    }
  }

  package func finish(at now: MediaTime, after failure: MediaError?) throws(MediaError) {
    running?.sender.close(at: now, into: &datagrams)
    try flush(at: now)
  }

  package var status: LiveStatus {
    var status = LiveStatus()
    guard let sender = running?.sender else { return status }
    status.receivers = sender.receivers.count
    status.packets = sender.statistics.packets
    status.bytes = sender.statistics.bytes
    status.frames = sender.statistics.frames
    status.keyFrames = sender.statistics.keyFrames
    status.droppedFrames = sender.statistics.droppedFrames
    status.loss = MediaLane.allCases.compactMap { sender.receivers.worst($0)?.loss }.max()
    status.roundTrip = sender.receivers.roundTrip
    return status
  }

  private func sendFrames(before time: MediaTime, at now: MediaTime) throws(MediaError) {
    while let frame = try running?.video.nextFrame(before: time) {
      running?.sender.send(frame, at: now, into: &datagrams)
    }
  }

  private func flush(at now: MediaTime) throws(MediaError) {
    for datagram in datagrams { try sockets.send(datagram) }
    datagrams.removeAll(keepingCapacity: true)
    try sockets.flush()
    retry = sockets.isBlocked ? now + Self.retryPause : nil
  }
}
