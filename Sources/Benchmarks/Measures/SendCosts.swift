internal import CallSession
internal import MediaCore
internal import MediaIO

/// What a datagram of SRTP costs that is protected and sent, beside a plain loop of sendmmsg that sends as
/// many of the same length, which wait ready in memory.
enum SendCosts {
  /// So many datagrams of a length to each of so many peers, one peer after the other.
  private struct Load {
    let name: String
    let peers: Int
    let each: Int
    /// Bytes of a packet before it is protected.
    let size: Int
  }

  private static let loads = [
    Load(name: "a frame of 8 × 1 100 bytes to each of 32", peers: 32, each: 8, size: 1_100),
    Load(name: "a frame of 2 × 1 100 bytes to each of 128", peers: 128, each: 2, size: 1_100),
    Load(name: "160 bytes of sound to each of 256", peers: 256, each: 1, size: 160),
  ]
  private static let rounds = 31
  private static let turns = 8

  static func run() throws(MediaError) {
    print("AES-128-GCM, loopback, medians of \(rounds) rounds that alternate\n")
    print("| load | sendmmsg, packets/s | protected and sent, packets/s | CPU a packet |")
    print("|---|---|---|---|")
    for load in loads { try measure(load) }
  }

  private static func measure(_ load: Load) throws(MediaError) {
    var receivers: [UDPSocket] = []
    for _ in 0..<load.peers { receivers.append(try UDPSocket(ViewerStage.loopback)) }
    let addresses = receivers.map(\.localAddress)
    let plain = try UDPSocket(ViewerStage.loopback, joins: false)
    let datagram = [UInt8](
      repeating: 0x5A, count: load.size + SRTPSuite.aes128GCM.packetOverhead)
    let sender = try ProtectedSendLoop(to: addresses, each: load.each, size: load.size)
    var (plainTimes, protectedTimes): ([Double], [Double]) = ([], [])
    var batch = DatagramBatch()
    for round in 0..<rounds {
      for isPlain in round % 2 == 0 ? [true, false] : [false, true] {
        var time = 0.0
        for _ in 0..<turns {
          if isPlain {
            for address in addresses {
              for _ in 0..<load.each { try plain.enqueue(datagram, to: address) }
            }
          }
          let start = ThreadClock.milliseconds
          if isPlain { try plain.flush() } else { try sender.send() }
          time += ThreadClock.milliseconds - start
          for receiver in receivers { while try receiver.receive(into: &batch) {} }
        }
        if isPlain { plainTimes.append(time) } else { protectedTimes.append(time) }
      }
    }
    let count = Double(load.peers * load.each * turns)
    let sent = receivers.map(\.statistics.received).reduce(0, +)
    let lost = Int64(2 * rounds * turns * load.peers * load.each) - sent
    let (plainTime, protectedTime) = (median(plainTimes), median(protectedTimes))
    print(
      "| \(load.name) | \(Int(count / plainTime * 1_000)) | \(Int(count / protectedTime * 1_000))"
        + (sender.joins ? "" : ", not joined")
        + " | \(fixed(protectedTime / plainTime, 2)) |\(lost == 0 ? "" : " \(lost) lost")")
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

/// Protects packets for many peers, each under keys of its own, and sends them as a server does.
private final class ProtectedSendLoop {
  private let socket: UDPSocket
  private let addresses: [SocketAddress]
  private let each: Int
  private let contexts: [Context]
  private let payload: [UInt8]
  private var sequence: UInt16 = 0

  private final class Context {
    var srtp: LibSRTPContext

    init(_ keys: SRTPKeys) throws(SRTPError) {
      srtp = try LibSRTPContext(sending: keys, receiving: keys)
    }
  }

  var joins: Bool { socket.joinsDatagrams }

  init(to addresses: [SocketAddress], each: Int, size: Int) throws(MediaError) {
    socket = try UDPSocket(ViewerStage.loopback)
    self.addresses = addresses
    self.each = each
    payload = [UInt8](repeating: 0x5A, count: size - 12)
    var contexts: [Context] = []
    do throws(SRTPError) {
      for number in addresses.indices {
        let byte = UInt8(truncatingIfNeeded: number)
        let keys = try SRTPKeys(
          .aes128GCM, key: [UInt8](repeating: byte, count: 16),
          salt: [UInt8](repeating: byte, count: 12))
        contexts.append(try Context(keys))
      }
    } catch {
      throw MediaError(.networkFailed, "SRTP cannot be used")
    }
    self.contexts = contexts
  }

  func send() throws(MediaError) {
    sequence &+= UInt16(truncatingIfNeeded: each)
    let payload = payload
    for (place, context) in contexts.enumerated() {
      for number in 0..<each {
        let header = RTPHeader(
          payloadType: 96,
          sequenceNumber: SequenceNumber(sequence &+ UInt16(truncatingIfNeeded: number)),
          timestamp: 0, ssrc: SSRC(1))
        var packet: [UInt8] = []
        packet.reserveCapacity(payload.count + 176)
        RTPPacket.write(header, payload: payload.span, to: &packet)
        do throws(SRTPError) {
          try context.srtp.protectRTP(&packet)
        } catch {
          throw MediaError(.networkFailed, "SRTP cannot be used")
        }
        try socket.enqueue(packet, to: addresses[place])
      }
    }
    try socket.flush()
  }
}
