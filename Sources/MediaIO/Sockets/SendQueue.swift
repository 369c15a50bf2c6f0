internal import CLinux

/// Datagrams that wait for the kernel, in the order in which they came.
///
/// Those in a row that go to one peer and are equally long become one message, which the kernel cuts
/// again on its way out (UDP generic segmentation offload): most of what a datagram costs is then paid
/// once.
struct SendQueue {
  private(set) var bytes: [UInt8] = []
  private(set) var messages: [CLinux_Message] = []
  /// How many of the messages are sent.
  private(set) var sentMessages = 0
  /// Datagrams that wait.
  private(set) var count = 0
  /// Whether datagrams are joined.
  private(set) var joins: Bool

  /// What a burst of a second needs at 30 Mbit/s.
  static let mostDatagrams = 4_096
  static let mostBytes = 4 << 20
  /// Of UDP over IPv4, all headers taken off.
  static let largestDatagram = 65_507
  /// Linux takes 64 datagrams and 64 KiB a message.
  private static let mostSegments = 64
  private static let mostJoined = 65_000

  init(joins: Bool) {
    self.joins = joins
    bytes.reserveCapacity(1 << 16)
  }

  var isEmpty: Bool { count == 0 }

  /// False when there is no room, or the datagram is none that UDP can carry; it is then not added.
  mutating func append(_ datagram: [UInt8], to address: SocketAddress) -> Bool {
    let sent = messages.count > sentMessages ? Int(messages[sentMessages].offset) : bytes.count
    guard datagram.count <= Self.largestDatagram, count < Self.mostDatagrams,
      bytes.count - sent + datagram.count <= Self.mostBytes
    else { return false }
    let numbers = address.numbers
    if !join(datagram.count, numbers) {
      messages.append(
        CLinux_Message(
          address: numbers, offset: UInt32(bytes.count), length: UInt32(datagram.count),
          segment: 0, isCut: false))
    }
    bytes += datagram
    count += 1
    return true
  }

  /// The first messages are on their way, or given up.
  mutating func remove(_ sent: Int) {
    for _ in 0..<sent {
      count -= Self.datagrams(of: messages[sentMessages])
      sentMessages += 1
    }
    if count == 0 {
      bytes.removeAll(keepingCapacity: true)
      messages.removeAll(keepingCapacity: true)
      sentMessages = 0
    } else if Int(messages[sentMessages].offset) > Self.mostBytes / 2 {
      closeUp()
    }
  }

  /// The kernel does not cut messages on this way: each datagram goes for itself from now on.
  mutating func separate() {
    joins = false
    var separated: [CLinux_Message] = []
    for message in messages[sentMessages...] {
      let step = message.segment == 0 ? message.length : UInt32(message.segment)
      var done: UInt32 = 0
      repeat {
        var single = message
        single.offset += done
        single.length = min(step, message.length - done)
        single.segment = 0
        separated.append(single)
        done += single.length
      } while done < message.length
    }
    messages = separated
    sentMessages = 0
  }

  static func datagrams(of message: CLinux_Message) -> Int {
    guard message.segment > 0 else { return 1 }
    return (Int(message.length) + Int(message.segment) - 1) / Int(message.segment)
  }

  /// Makes the last message longer by a datagram of so many bytes, if both belong together.
  private mutating func join(_ length: Int, _ address: CLinux_Address) -> Bool {
    guard joins, length > 0, messages.count > sentMessages else { return false }
    let last = messages[messages.count - 1]
    let segment = last.segment == 0 ? last.length : UInt32(last.segment)
    guard last.address == address, length <= segment, last.length % segment == 0,
      last.length / segment < Self.mostSegments, Int(last.length) + length <= Self.mostJoined
    else { return false }
    messages[messages.count - 1].segment = UInt16(segment)
    messages[messages.count - 1].length += UInt32(length)
    return true
  }

  /// Gives back the room of what was sent.
  private mutating func closeUp() {
    let start = messages[sentMessages].offset
    messages.removeFirst(sentMessages)
    sentMessages = 0
    bytes.removeFirst(Int(start))
    for index in messages.indices { messages[index].offset -= start }
  }
}

extension CLinux_Address {
  fileprivate static func == (left: Self, right: Self) -> Bool {
    left.low == right.low && left.port == right.port && left.high == right.high
      && left.scope == right.scope && left.isIPv6 == right.isIPv6
  }
}
