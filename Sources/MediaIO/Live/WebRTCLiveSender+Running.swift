internal import CallSession
internal import MediaCore

/// What goes on between a stream and those who watch it.
extension WebRTCLiveSender.Running {
  mutating func hear(_ packet: LiveSoundEncoder.Packet, at now: MediaTime) {
    port.forEachConnected(into: &outputs) { peer, datagrams in
      peer.sendSound(packet, at: now, into: &datagrams)
    }
    follow()
  }

  mutating func receive(
    _ datagram: [UInt8], from remote: TransportAddress, to local: TransportAddress,
    at now: MediaTime, using random: inout SystemRandomNumberGenerator
  ) {
    port.receive(datagram, from: remote, to: local, at: now, using: &random, into: &outputs)
    follow()
  }

  mutating func advance(
    _ picture: borrowing I420Picture, to now: MediaTime,
    using random: inout SystemRandomNumberGenerator
  ) throws(MediaError) {
    for (request, reply) in requests.take() {
      answer(request, reply, at: now, using: &random)
    }
    endpoint.expire(at: now, into: &signalling)
    followSignalling(at: now, using: &random)
    port.handleTimeout(at: now, using: &random, into: &outputs)
    try port.show(picture, by: &video, at: now, into: &outputs)
    follow()
  }

  mutating func finish(at now: MediaTime) {
    port.closeAll(at: now, into: &outputs)
    follow()
  }

  var deadline: MediaTime? {
    var deadline = MediaTime.earliest(port.deadline, endpoint.deadline)
    deadline = MediaTime.earliest(deadline, port.showDeadline(video))
    return deadline
  }

  mutating func takeDatagrams() -> [ICEDatagram] {
    defer { outputs.removeAll() }
    return outputs.datagrams
  }

  func fill(_ status: inout LiveStatus) {
    status.frames = video.frames
    status.keyFrames = video.keyFrames
    for id in port.connected {
      guard let peer = port[id] else { continue }
      status.receivers += 1
      status.loss = max(status.loss ?? 0, peer.loss)
      status.roundTrip = max(status.roundTrip ?? .zero, peer.roundTrip)
    }
  }

  /// Sessions of peers that have gone end, too.
  private mutating func follow() {
    for case .ended(let id, _) in outputs.events {
      guard let name = viewers.remove(id) else { continue }
      endpoint.end(name, into: &signalling)
    }
    outputs.events.removeAll(keepingCapacity: true)
    reply()
  }
}
