internal import CLinux
internal import Glibc
package import MediaCore

/// A socket of UDP that never waits: for datagrams in batches, and for a few peers or many.
///
/// What cannot be sent at once stays in a queue; `waiting` says so, and the loop has to tell when the
/// socket takes more.
package final class UDPSocket {
  package struct Statistics: Equatable, Sendable {
    /// Datagrams.
    package var sent: Int64 = 0
    package var received: Int64 = 0
    /// Not sent since the queue was full.
    package var overflowed: Int64 = 0
    /// Not sent since the system refused them, for want of a route or of memory: lost, as on any path.
    package var refused: Int64 = 0
    /// Received and dropped, see `DatagramBatch.longestDatagram`.
    package var oversized: Int64 = 0

    package init() {}
  }

  /// For `EventLoop`.
  package let descriptor: Int32
  /// Where it receives, its port included.
  package let localAddress: SocketAddress
  package private(set) var statistics = Statistics()
  private var queue: SendQueue

  /// Both buffers of the kernel, where it allows it: a burst of some hundred milliseconds.
  private static let bufferSize: Int32 = 4 << 20
  /// The kernel, its driver or the size of the path's packets do not go with joined datagrams.
  private static let againstJoining = [EIO, EINVAL, EMSGSIZE, EOPNOTSUPP]
  /// Refusals of one datagram, not of all that will ever be sent: no route now, no memory now, an address
  /// that nobody can have.
  private static let passing = [
    ENOBUFS, ENOMEM, EPERM, EACCES, EMSGSIZE, ENETUNREACH, EHOSTUNREACH, ENETDOWN, ECONNREFUSED,
    EINVAL, EADDRNOTAVAIL, EAFNOSUPPORT,
  ]

  /// - Parameter address: one of this machine; with port 0 it is given a free one.
  /// - Parameter joins: whether equal datagrams to one peer go to the kernel as one, where it knows that.
  /// - Parameter group: whose datagrams are received as well; others on this machine may do so by the same
  ///   port.
  package init(
    _ address: SocketAddress, joins: Bool = true, group: SocketAddress? = nil
  ) throws(MediaError) {
    let descriptor: Int32
    var numbers = address.numbers
    do throws(SystemError) {
      descriptor = try SystemCall.run { CLinux_createSocket(address.isIPv6) }
      do throws(SystemError) {
        if group != nil { CLinux_sharePort(descriptor) }
        try SystemCall.run { unsafe CLinux_bind(descriptor, &numbers) }
        if var group = group?.numbers {
          try SystemCall.run { unsafe CLinux_joinGroup(descriptor, &group) }
        }
      } catch {
        _ = close(descriptor)
        throw error
      }
    } catch {
      throw SocketError.bind(address, error)
    }
    CLinux_setBuffers(descriptor, Self.bufferSize)
    self.descriptor = descriptor
    localAddress = SocketAddress(numbers)
    queue = SendQueue(joins: joins && CLinux_cutsMessages(descriptor))
  }

  deinit {
    _ = close(descriptor)
  }

  /// Datagrams that wait for the kernel.
  package var waiting: Int { queue.count }

  /// Whether equal datagrams to one peer go to the kernel as one; ends when it refuses that.
  package var joinsDatagrams: Bool { queue.joins }

  /// Datagrams that arrived and found no room, since they were not taken in time: lost by this machine,
  /// not by the path.
  package var overrun: Int64 { Int64(CLinux_overrun(descriptor)) }

  /// Takes what has arrived, up to a batch.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: when the socket is of no use any more.
  package func receive(into batch: inout DatagramBatch) throws(MediaError) -> Bool {
    let received: Int
    do throws(SystemError) {
      received = try SystemCall.run { batch.fill(from: descriptor) }
    } catch {
      guard error.number == EAGAIN else { throw SocketError.receive(localAddress, error) }
      return false
    }
    statistics.received += Int64(batch.count)
    statistics.oversized += Int64(received - batch.count)
    return received == DatagramBatch.mostDatagrams
  }

  /// Hands over what has arrived, batch by batch, but not for ever: however fast more comes, the others of a
  /// loop have their turn, which then says again that there is something to read.
  ///
  /// - Parameter most: batches.
  package func receive(
    into batch: inout DatagramBatch, most: Int = 16,
    _ take: (borrowing DatagramBatch) throws(MediaError) -> Void
  ) throws(MediaError) {
    var hasMore = true
    for _ in 0..<most where hasMore {
      hasMore = try receive(into: &batch)
      try take(batch)
    }
  }

  /// Puts a datagram behind those that wait; `flush` sends them. When there is no room even after a
  /// flush it is lost, as on any path.
  ///
  /// - Parameter address: of the socket's own kind, IPv4 or IPv6.
  package func enqueue(_ datagram: [UInt8], to address: SocketAddress) throws(MediaError) {
    precondition(address.isIPv6 == localAddress.isIPv6, "\(localAddress) cannot reach \(address)")
    if queue.append(datagram, to: address) { return }
    try flush()
    if !queue.append(datagram, to: address) { statistics.overflowed += 1 }
  }

  /// Hands what waits to the kernel, as far as it takes it.
  ///
  /// - Throws: when the socket is of no use any more.
  package func flush() throws(MediaError) {
    while !queue.isEmpty {
      do throws(SystemError) {
        let sent = try SystemCall.run { sendSome() }
        let before = queue.count
        queue.remove(sent)
        statistics.sent += Int64(before - queue.count)
      } catch {
        guard try goesOn(after: error) else { return }
      }
    }
  }

  private func sendSome() -> Int {
    let first = queue.sentMessages
    return unsafe queue.bytes.withUnsafeBufferPointer { bytes in
      unsafe queue.messages.withUnsafeBufferPointer { messages in
        // Of nothing but empty datagrams there are no bytes, and none are read.
        let sent = unsafe CLinux_send(
          descriptor, bytes.baseAddress, messages.baseAddress! + first,
          Int32(clamping: messages.count - first))
        return Int(sent)
      }
    }
  }

  /// What a refusal of the first message leads to; whether to go on sending.
  private func goesOn(after error: SystemError) throws(MediaError) -> Bool {
    if error.number == EAGAIN { return false }
    if queue.messages[queue.sentMessages].segment > 0, Self.againstJoining.contains(error.number) {
      queue.separate()
      return true
    }
    guard Self.passing.contains(error.number) else {
      throw SocketError.send(from: localAddress, error)
    }
    let before = queue.count
    queue.remove(1)
    statistics.refused += Int64(before - queue.count)
    return true
  }
}
