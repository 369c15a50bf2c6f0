import MediaCore

/// Reads any bytes as a profile file and sends over the links that it describes: what a fuzzer calls.
package enum NetworkProfileExercise {
  package struct Report: Equatable {
    package var isProfile = false
    /// Whether every datagram arrived or was counted as lost, at a time that is not before its own.
    package var isConsistent = true
  }

  package static func run(_ bytes: [UInt8]) -> Report {
    var report = Report()
    guard let profile = try? NetworkProfile(json: bytes, file: "profile.json") else {
      return report
    }
    report.isProfile = true
    let clocks = profile.clocks(ofParticipant: 1, seed: 1)
    for var link in [
      profile.uplink(ofParticipant: 1, seed: 1), profile.downlink(ofParticipant: 1, seed: 1),
    ] {
      var deliveries: [LinkDelivery] = []
      for number in 0..<20 {
        // Twenty datagrams over the longest test that a profile can describe.
        let time = clocks.system.time(
          ofReading: MediaTime(milliseconds: Int64(number) * 10_000_000))
        link.send([UInt8](repeating: 0, count: number * 60), at: time)
      }
      while let deadline = link.deadline { link.deliver(until: deadline, into: &deliveries) }
      let statistics = link.statistics
      if statistics.inFlight != 0 || deliveries.contains(where: { $0.arrival < $0.sent })
        || Int64(deliveries.count) != statistics.delivered + statistics.duplicated
      {
        report.isConsistent = false
      }
    }
    return report
  }
}
