package import CallSession
package import MediaCore

/// The sockets at which plain RTP is received, and where its senders can be answered.
package final class PlainRTPListener {
  /// A stream as its description says.
  package struct Stream: Equatable, Sendable {
    package var lane: MediaLane
    package var payloadType: UInt8
    /// Of this machine or a group, with the port of RTP.
    package var address: SocketAddress
    /// The port of RTCP; that of RTP if they share it.
    package var controlPort: UInt16

    package init(
      lane: MediaLane, payloadType: UInt8, address: SocketAddress, controlPort: UInt16
    ) {
      self.lane = lane
      self.payloadType = payloadType
      self.address = address
      self.controlPort = controlPort
    }
  }

  private struct Place {
    let socket: UDPSocket
    let lane: MediaLane
    let isShared: Bool
    let isControl: Bool
  }

  private struct Sender {
    var media: SocketAddress
    /// From which its RTCP comes; nil before any did.
    var control: SocketAddress?
  }

  private var places: [Place] = []
  /// By lane.
  private var senders = [Sender?](repeating: nil, count: MediaLane.allCases.count)
  private var batch = DatagramBatch()

  package init(_ streams: [Stream]) throws(MediaError) {
    for stream in streams {
      let isShared = stream.controlPort == stream.address.port
      for port in isShared ? [stream.address.port] : [stream.address.port, stream.controlPort] {
        let socket = try UDPSocket(
          SocketAddress.any(isIPv6: stream.address.isIPv6, port: port),
          group: stream.address.isGroup ? stream.address : nil)
        places.append(
          Place(
            socket: socket, lane: stream.lane, isShared: isShared,
            isControl: !isShared && port == stream.controlPort))
      }
    }
  }

  package func add(to loop: EventLoop) throws(MediaError) {
    for (index, place) in places.enumerated() { try loop.add(place.socket.descriptor, id: index) }
  }

  /// Takes what came by a descriptor that is ready.
  ///
  /// - Parameter body: answers whether a datagram is of what is received. Others, which anybody may send, change
  ///   nothing of where answers go.
  package func receive(
    _ ready: EventLoop.Ready, _ body: (MediaLane, [UInt8]) -> Bool
  ) throws(MediaError) {
    guard ready.canRead, places.indices.contains(ready.id) else { return }
    let place = places[ready.id]
    try place.socket.receive(into: &batch) { batch in
      for index in 0..<batch.count {
        let bytes = Array(batch.bytes(index))
        guard body(place.lane, bytes) else { continue }
        note(batch.source(index), DatagramKind(bytes.span), place.lane)
      }
    }
  }

  private func note(_ source: SocketAddress, _ kind: DatagramKind?, _ lane: MediaLane) {
    switch kind {
    case .rtp:
      if senders[lane.rawValue]?.media != source {
        senders[lane.rawValue] = Sender(media: source, control: nil)
      }
    case .rtcp:
      // What somebody else says of the stream is no place to answer to.
      guard senders[lane.rawValue]?.media.hasHost(of: source) == true else { return }
      senders[lane.rawValue]?.control = source
    default: break
    }
  }

  /// Answers a lane's sender: where its RTCP comes from, else at the port above its RTP (RFC 3550, 11).
  package func send(_ datagram: PlainRTPDatagram) throws(MediaError) {
    guard let sender = senders[datagram.lane.rawValue] else { return }
    for place in places where place.lane == datagram.lane && (place.isControl || place.isShared) {
      let above = sender.media.with(
        port:
          place.isShared ? sender.media.port : sender.media.port &+ 1)
      try place.socket.enqueue(datagram.bytes, to: sender.control ?? above)
      try place.socket.flush()
    }
  }
}
