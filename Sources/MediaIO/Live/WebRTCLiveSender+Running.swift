internal import CallSession
internal import MediaCore

/// What goes on while a stream is served.
extension WebRTCLiveSender.Running {
  mutating func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) {
    service.port.forEachViewer(into: &service.outputs) {
      $0.sendSound(packet, at: now, into: &$1)
    }
    follow(at: now)
  }

  mutating func receive(
    _ datagram: [UInt8], from remote: TransportAddress, to local: TransportAddress,
    at now: MediaTime, using random: inout SystemRandomNumberGenerator
  ) {
    service.receive(datagram, from: remote, to: local, at: now, using: &random)
    follow(at: now)
  }

  mutating func advance(
    _ picture: borrowing I420Picture, to now: MediaTime,
    using random: inout SystemRandomNumberGenerator
  ) throws(MediaError) {
    service.advance(to: now, using: &random)
    try service.port.show(picture, by: &video, at: now, into: &service.outputs)
    follow(at: now)
  }

  mutating func finish(at now: MediaTime) {
    service.closeAll(at: now)
    follow(at: now)
  }

  var deadline: MediaTime? {
    MediaTime.earliest(service.deadline, service.port.showDeadline(video))
  }

  func fill(_ status: inout LiveStatus) {
    status.frames = video.frames
    status.keyFrames = video.keyFrames
    for id in service.port.watching {
      guard let peer = service.port[id] else { continue }
      status.receivers += 1
      // Before its first report nothing is known of a viewer.
      guard let roundTrip = peer.roundTrip else { continue }
      status.loss = max(status.loss ?? 0, peer.loss)
      status.roundTrip = max(status.roundTrip ?? .zero, roundTrip)
    }
  }

  private mutating func follow(at now: MediaTime) {
    _ = service.takeEvents(at: now)
  }
}
