package import CallSession
package import MediaCore

/// Carries the datagrams of a call test over sockets on 127.0.0.1: one for the room, one for each
/// participant.
package final class SocketCarrier: CallTestCarrier {
  private let room: UDPSocket
  private let participants: [UDPSocket]
  private var numbers: [SocketAddress: Int] = [:]
  private var batch = DatagramBatch()
  private var hasNews = false
  private var links: [CallTestLink: LinkStatistics] = [:]
  /// Why a socket is of no use any more.
  private var failure: MediaError?

  /// The room's number in a loop; the participants' follow.
  private static let roomID = 0

  package init(participants count: Int, loop: EventLoop) throws(MediaError) {
    guard let address = SocketAddress("127.0.0.1") else {
      preconditionFailure("an address in digits")
    }
    room = try UDPSocket(address)
    try loop.add(room.descriptor, id: Self.roomID)
    var participants: [UDPSocket] = []
    for number in 0..<count {
      let socket = try UDPSocket(address)
      try loop.add(socket.descriptor, id: Self.roomID + 1 + number)
      numbers[socket.localAddress] = number
      participants.append(socket)
    }
    self.participants = participants
  }

  package func send(_ datagram: [UInt8], over link: CallTestLink, at now: MediaTime) {
    let participant = participants[link.participant]
    links[link, default: LinkStatistics()].sent += 1
    links[link, default: LinkStatistics()].sentBytes += Int64(datagram.count)
    do throws(MediaError) {
      if link.isUp {
        try participant.enqueue(datagram, to: room.localAddress)
      } else {
        try room.enqueue(datagram, to: participant.localAddress)
      }
    } catch {
      failure = failure ?? error
    }
  }

  /// Hands what was sent to the kernel.
  package func flush() throws(MediaError) {
    if let failure { throw failure }
    try room.flush()
    for participant in participants { try participant.flush() }
  }

  /// A socket has something to read.
  package func noteNews() { hasNews = true }

  package var deadline: MediaTime? { hasNews ? .zero : nil }

  package func deliver(until now: MediaTime, into arrivals: inout [CallTestArrival]) {
    hasNews = false
    receive(on: room, into: &arrivals) { numbers[$0].map { .init(participant: $0, isUp: true) } }
    for (number, participant) in participants.enumerated() {
      receive(on: participant, into: &arrivals) { source in
        // What comes from elsewhere is not the room's.
        source == room.localAddress ? .init(participant: number, isUp: false) : nil
      }
    }
  }

  private func receive(
    on socket: UDPSocket, into arrivals: inout [CallTestArrival],
    from link: (SocketAddress) -> CallTestLink?
  ) {
    do throws(MediaError) {
      var hasMore = true
      while hasMore {
        hasMore = try socket.receive(into: &batch)
        for index in 0..<batch.count {
          guard let link = link(batch.source(index)) else { continue }
          let bytes = batch.bytes(index)
          links[link, default: LinkStatistics()].delivered += 1
          links[link, default: LinkStatistics()].deliveredBytes += Int64(bytes.count)
          arrivals.append(CallTestArrival(link: link, datagram: Array(bytes), delay: nil))
        }
      }
    } catch {
      failure = failure ?? error
    }
  }

  /// What has not arrived on one machine was lost.
  package func statistics(of link: CallTestLink) -> LinkStatistics? {
    var statistics = links[link] ?? LinkStatistics()
    statistics.lostAtRandom = statistics.sent - statistics.delivered
    return statistics
  }
}
