import CallSession

/// A datagram of `SeededDTLSEngine`: a record's type and version, then what it says in the clear, then
/// zeros up to the length that the real one has.
struct SeededDTLSMessage: Equatable {
  var isAlert: Bool
  /// Of the flight, from 1 to 4, or of the alert.
  var number: Int
  var part: Int
  /// The sender's.
  var seed: UInt64
  /// What the client offers, or the server chose.
  var suites: [SRTPSuite]

  static let goodbye = 0
  private static let alertSize = 39
  private static let head = 15

  /// Of the datagrams of a flight, in bytes: a hello with a key of ML-KEM, the answer with certificate and
  /// request, the client's certificate and proof, and the end.
  static func sizes(ofFlight flight: Int) -> [Int] {
    [[1_200, 263], [646], [579], [75]][flight - 1]
  }

  init(isAlert: Bool, number: Int, part: Int, seed: UInt64, suites: [SRTPSuite]) {
    self.isAlert = isAlert
    self.number = number
    self.part = part
    self.seed = seed
    self.suites = suites
  }

  /// Nil for what no such engine sends.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.head, bytes[1] == 254, bytes[2] == 253 else { return nil }
    isAlert = bytes[0] == 21
    number = Int(bytes[3])
    part = Int(bytes[4])
    seed = bytes[5..<13].reduce(0) { $0 << 8 | UInt64($1) }
    let known = SRTPSuite.allCases
    suites = bytes[13..<15].compactMap {
      known.indices.contains(Int($0) - 1) ? known[Int($0) - 1] : nil
    }
    guard self.bytes == bytes else { return nil }
  }

  var bytes: [UInt8] {
    var bytes: [UInt8] = [isAlert ? 21 : 22, 254, 253]
    bytes += [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: part)]
    for shift in stride(from: 56, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: seed >> shift))
    }
    for place in 0..<2 {
      let suite = place < suites.count ? SRTPSuite.allCases.firstIndex(of: suites[place]) : nil
      bytes.append(suite.map { UInt8($0 + 1) } ?? 0)
    }
    return bytes + [UInt8](repeating: 0, count: max(size - bytes.count, 0))
  }

  private var size: Int {
    if isAlert { return Self.alertSize }
    guard (1...4).contains(number) else { return 0 }
    let sizes = Self.sizes(ofFlight: number)
    return sizes.indices.contains(part) ? sizes[part] : 0
  }
}
