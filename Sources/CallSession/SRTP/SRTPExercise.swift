/// Gives any bytes to contexts as what a network brought: what a fuzzer calls.
package enum SRTPExercise {
  package struct Report: Equatable {
    /// Datagrams that were accepted as they came, although nobody protected them.
    package var forgeries = 0
    /// Whether every packet came back equal once, and not twice, whatever came between.
    package var isConsistent = true

    package init() {}
  }

  /// The first byte picks the suite and what the rest is taken for.
  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    guard let choice = bytes.first else { return report }
    let suite: SRTPSuite = choice & 1 == 0 ? .aes128GCM : .aes128CMWithSHA1
    let isControl = choice & 2 != 0
    guard
      let keys = try? SRTPKeys(
        suite, key: [UInt8](repeating: 7, count: suite.keySize),
        salt: [UInt8](repeating: 9, count: suite.saltSize)),
      // What is sent and what is received have sessions of their own, so one end is both.
      var context = try? LibSRTPContext(sending: keys, receiving: keys)
    else {
      report.isConsistent = false
      return report
    }
    let rest = Array(bytes.dropFirst())
    if unseal(rest, isControl, &context) != nil { report.forgeries += 1 }
    guard let protected = protect(rest, isControl, &context) else { return report }
    // Damage anywhere is noticed, and does no harm to the packet itself.
    var damaged = protected
    damaged[Int(choice) % damaged.count] ^= 1 << (choice >> 5)
    if unseal(damaged, isControl, &context) != nil { report.forgeries += 1 }
    if unseal(protected, isControl, &context) != rest { report.isConsistent = false }
    if unseal(protected, isControl, &context) != nil { report.isConsistent = false }
    return report
  }

  private static func protect(
    _ bytes: [UInt8], _ isControl: Bool, _ context: inout LibSRTPContext
  ) -> [UInt8]? {
    var packet = bytes
    do {
      if isControl {
        try context.protectRTCP(&packet)
      } else {
        try context.protectRTP(&packet)
      }
      return packet
    } catch {
      return nil
    }
  }

  private static func unseal(
    _ bytes: [UInt8], _ isControl: Bool, _ context: inout LibSRTPContext
  ) -> [UInt8]? {
    var packet = bytes
    do {
      if isControl {
        try context.unprotectRTCP(&packet)
      } else {
        try context.unprotectRTP(&packet)
      }
      return packet
    } catch {
      return nil
    }
  }
}
