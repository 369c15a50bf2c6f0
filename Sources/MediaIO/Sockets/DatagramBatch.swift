internal import CLinux

/// Datagrams as they were received, in memory that is used again and again. One will do for all sockets
/// of a loop.
package struct DatagramBatch {
  private(set) var messages: [CLinux_Message]
  private(set) var slab: [UInt8]
  package private(set) var count = 0

  /// Longer ones are none of ours: what a call sends fits a path of 1 500 bytes.
  package static let longestDatagram = 2_048
  package static let mostDatagrams = Int(CLinux_batch)

  package init() {
    messages = Array(repeating: CLinux_Message(), count: Self.mostDatagrams)
    slab = Array(repeating: 0, count: Self.mostDatagrams * Self.longestDatagram)
  }

  package func source(_ index: Int) -> SocketAddress {
    precondition(index < count, "there are \(count) datagrams")
    return SocketAddress(messages[index].address)
  }

  /// Has to be copied before the next `receive`.
  package func bytes(_ index: Int) -> ArraySlice<UInt8> {
    precondition(index < count, "there are \(count) datagrams")
    let start = Int(messages[index].offset)
    return slab[start..<start + Int(messages[index].length)]
  }

  /// Asks the kernel once; how many datagrams came, those included that were too long and are dropped
  /// here, or -1.
  mutating func fill(from descriptor: Int32) -> Int {
    let received = unsafe slab.withUnsafeMutableBufferPointer { slab in
      unsafe messages.withUnsafeMutableBufferPointer { messages in
        unsafe CLinux_receive(
          descriptor, slab.baseAddress, UInt32(Self.longestDatagram), messages.baseAddress)
      }
    }
    count = 0
    for index in 0..<max(Int(received), 0) where !messages[index].isCut {
      messages[count] = messages[index]
      count += 1
    }
    return Int(received)
  }
}
