internal import MediaCore
internal import MediaIO

/// What a datagram costs the thread that sends or receives it, over the machine's own loopback.
///
/// Sending there includes the way up to the receiver's socket, which is the same for each way of sending.
enum SocketCosts {
  private static let size = 1_100
  private static let burst = 256
  private static let bursts = 40
  private static let runs = 15

  private struct Cost {
    var sending: [Double] = []
    var receiving: [Double] = []
  }

  static func run() throws(MediaError) {
    print("\(size) bytes to one peer, bursts of \(burst), median of \(runs) runs\n")
    print("| sent | µs a datagram sent | received |")
    print("|---|---|---|")
    for (name, joins, together) in [
      ("one by one", false, 1), ("in batches (sendmmsg)", false, burst),
      ("joined (UDP_SEGMENT)", true, burst),
    ] {
      let sender = try UDPSocket(loopback, joins: joins)
      let receiver = try UDPSocket(loopback)
      var cost = Cost()
      for _ in 0..<runs { try measure(sender, receiver, together, &cost) }
      let lost = sender.statistics.sent - receiver.statistics.received
      print(
        "| \(name)\(joins && !sender.joinsDatagrams ? ", refused here" : "")"
          + " | \(fixed(median(cost.sending), 2)) | \(fixed(median(cost.receiving), 2)) |"
          + (lost == 0 ? "" : " \(lost) lost"))
    }
  }

  private static var loopback: SocketAddress {
    get throws(MediaError) {
      guard let address = SocketAddress("127.0.0.1") else {
        throw MediaError(.usage, "127.0.0.1 is no address")
      }
      return address
    }
  }

  private static func measure(
    _ sender: UDPSocket, _ receiver: UDPSocket, _ together: Int, _ cost: inout Cost
  ) throws(MediaError) {
    let datagram = [UInt8](repeating: 0x5A, count: size)
    var batch = DatagramBatch()
    var (sending, receiving) = (0.0, 0.0)
    for _ in 0..<bursts {
      let start = ThreadClock.milliseconds
      for number in 1...burst {
        try sender.enqueue(datagram, to: receiver.localAddress)
        if number % together == 0 { try sender.flush() }
      }
      let sent = ThreadClock.milliseconds
      while try receiver.receive(into: &batch) {}
      sending += sent - start
      receiving += ThreadClock.milliseconds - sent
    }
    cost.sending.append(sending * 1_000 / Double(burst * bursts))
    cost.receiving.append(receiving * 1_000 / Double(burst * bursts))
  }

  private static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
