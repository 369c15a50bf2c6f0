import Foundation
import MediaCore
import TestSupport
import Testing

@testable import CallSession

@Suite struct NetworkProfileTests {
  static func profile(_ json: String) throws -> NetworkProfile {
    try NetworkProfile(json: Array(json.utf8), file: "p.json")
  }

  @Test func `every field of a file is read`() throws {
    let profile = try Self.profile(
      """
      {"name": "café",
       "up": {"latencyMs": 12.5,
              "jitter": {"distribution": "exponential", "deviationMs": 3, "correlationMs": 20,
                         "boundMs": 40},
              "loss": {"rate": 0.02, "meanBurst": 4},
              "reordering": {"rate": 0.01, "delayMs": 15},
              "duplication": 0.005,
              "capacity": {"kbps": 2000, "queueBytes": 64000,
                           "steps": [{"atMs": 20000, "kbps": 300}]},
              "outages": [{"atMs": 5000, "lengthMs": 3000}]},
       "down": {"loss": {"goodToBad": 0.01, "badToGood": 0.2, "lossInGood": 0.001,
                         "lossInBad": 0.9}},
       "systemClockOffsetMs": 250, "systemClockPpm": -20, "sampleClockPpm": 35.5}
      """)
    var up = LinkSettings()
    up.latency = MediaTime(nanoseconds: 12_500_000)
    up.jitter = JitterModel(
      .exponential, deviation: MediaTime(milliseconds: 3), correlation: MediaTime(milliseconds: 20),
      bound: MediaTime(milliseconds: 40))
    up.loss = try #require(LossModel.bursts(rate: 0.02, meanLength: 4))
    up.reordering = LinkSettings.Reordering(rate: 0.01, delay: MediaTime(milliseconds: 15))
    up.duplication = 0.005
    up.capacity = LinkCapacity(
      steps: [
        LinkCapacity.Step(start: .zero, rate: 2_000_000),
        LinkCapacity.Step(start: MediaTime(milliseconds: 20_000), rate: 300_000),
      ], queueLimit: .bytes(64_000))
    up.outages = [
      LinkSettings.Outage(
        start: MediaTime(milliseconds: 5000), length: MediaTime(milliseconds: 3000))
    ]
    var down = LinkSettings()
    down.loss = .gilbertElliott(
      goodToBad: 0.01, badToGood: 0.2, lossInGood: 0.001, lossInBad: 0.9)
    var expected = NetworkProfile(name: "café", up: up, down: down)
    expected.systemClockOffset = MediaTime(milliseconds: 250)
    expected.systemClockDrift = -20_000
    expected.sampleClockDrift = 35_500
    #expect(profile == expected)
  }

  @Test func `what is not said is as in a perfect network, and down is as up`() throws {
    #expect(try Self.profile("{}") == NetworkProfile(name: "p.json", both: LinkSettings()))
    let up = try Self.profile(#"{"up": {"latencyMs": 5, "loss": {"rate": 0.1}}}"#)
    #expect(up.down == up.up)
    #expect(up.up.loss == .independent(rate: 0.1))
  }

  /// The whole line that a person gets.
  static let refused: [(json: String, message: String)] = [
    ("[1", "p.json: is no JSON; a profile is an object of RFC 8259 in UTF-8"),
    ("[]", "p.json: is a list, not an object; write { and } around its fields"),
    (
      #"{"upp": {}}"#,
      "p.json: upp is no field of a profile; known here: name, up, down, systemClockOffsetMs, "
        + "systemClockPpm, sampleClockPpm"
    ),
    (
      #"{"up": {"latency": 3}}"#,
      "p.json: up.latency is no field of a profile; known here: latencyMs, jitter, loss, "
        + "reordering, duplication, capacity, outages"
    ),
    (#"{"up": {"latencyMs": -1}}"#, "p.json: up.latencyMs is -1; give a number from 0 to 60000"),
    (
      #"{"up": {"latencyMs": "3"}}"#,
      "p.json: up.latencyMs is a text; give a number from 0 to 60000"
    ),
    (
      #"{"down": {"loss": {"rate": 1.5}}}"#,
      "p.json: down.loss.rate is 1.5; give a number from 0 to 1"
    ),
    (#"{"up": {"loss": {}}}"#, "p.json: up.loss.rate is missing; give a number from 0 to 1"),
    (
      #"{"up": {"loss": {"rate": 0.9, "meanBurst": 2}}}"#,
      "p.json: up.loss.meanBurst is too short for a loss of 0.9; give at least rate / (1 - rate)"
    ),
    (
      #"{"up": {"loss": {"goodToBad": 0.1}}}"#,
      "p.json: up.loss.badToGood is missing; give a number from 0 to 1"
    ),
    (
      #"{"up": {"jitter": {"deviationMs": 3, "distribution": "normal"}}}"#,
      #"p.json: up.jitter.distribution is "normal"; give gaussian or exponential"#
    ),
    (
      #"{"up": {"capacity": {"kbps": 0}}}"#,
      "p.json: up.capacity.kbps is 0; give a number from 1 to 100000000"
    ),
    (
      #"{"up": {"capacity": {"kbps": 10, "queueMs": 1, "queueBytes": 3000}}}"#,
      "p.json: up.capacity.queueBytes stands beside queueMs; give one of them"
    ),
    (
      #"{"up": {"capacity": {"kbps": 10, "steps": [{"atMs": 5, "kbps": 9}, {"atMs": 5, "kbps": 8}]}}}"#,
      "p.json: up.capacity.steps[1].atMs is not after the step before; order them by time"
    ),
    (
      #"{"up": {"outages": [{"atMs": 5, "lengthMs": 9}, {"atMs": 13, "lengthMs": 8}]}}"#,
      "p.json: up.outages[1].atMs is before the end of the last outage; order them by time"
    ),
    (
      #"{"up": {"outages": 3}}"#, "p.json: up.outages is a number; write [ and ] around its entries"
    ),
    (#"{"name": 3}"#, "p.json: name is a number; give a text"),
    (
      #"{"sampleClockPpm": 1e9}"#,
      "p.json: sampleClockPpm is 1000000000; give a number from -10000 to 10000"
    ),
  ]

  @Test(arguments: refused.indices) func `a mistake is named in one line`(index: Int) {
    let row = Self.refused[index]
    #expect(throws: MediaError(.inputDamaged, row.message)) { try Self.profile(row.json) }
  }

  /// A file that was cut or changed is read or refused, and what is read can be run.
  @Test func `a broken file is never more than refused`() throws {
    let whole = Array(
      #"{"up": {"latencyMs": 5, "loss": {"rate": 0.1}, "capacity": {"kbps": 500}, "duplication": 0.5}}"#
        .utf8)
    var generator = SeededGenerator(seed: 17)
    var inputs: [[UInt8]] = whole.indices.map { Array(whole[..<$0]) }
    for _ in 0..<2000 {
      var bytes = whole
      bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(
        truncatingIfNeeded: generator.next())
      inputs.append(bytes)
    }
    var read = 0
    for bytes in inputs {
      let report = NetworkProfileExercise.run(bytes)
      #expect(report.isConsistent, "\(Hex.text(bytes))")
      read += report.isProfile ? 1 : 0
    }
    // Digits and blanks may change to others.
    #expect(read > 20)
  }

  @Test func `the named profiles are what their names say`() throws {
    #expect(
      NetworkProfile.named.map(\.name) == [
        "perfect", "wifi", "wifi-busy", "lte", "satellite", "lossy-10", "lossy-30", "outage-3s",
        "step-2M-300k-2M", "skew-500ppm",
      ])
    for profile in NetworkProfile.named {
      #expect(NetworkProfile.named(profile.name) == profile)
    }
    #expect(NetworkProfile.named("none") == nil)
    #expect(NetworkProfile.lossy10.up.loss.rate == 0.1)
    #expect(NetworkProfile.lossy30.down.loss.rate == 0.3)
    let skew = NetworkProfile.skew
    let (first, second) = (
      skew.clocks(ofParticipant: 0, seed: 3), skew.clocks(ofParticipant: 1, seed: 3)
    )
    #expect(first.samples == ParticipantClock(ppm: 500))
    #expect(second.samples == ParticipantClock(ppm: -500))
    #expect(first.system == ParticipantClock() && second.system == ParticipantClock())
  }

  @Test func `no two links of a call share their chance`() {
    var seen: Set<[Int64]> = []
    for participant in 0..<5 {
      let links = [
        NetworkProfile.lossy30.uplink(ofParticipant: participant, seed: 8),
        NetworkProfile.lossy30.downlink(ofParticipant: participant, seed: 8),
      ]
      for var link in links {
        for time in 0..<100 { link.send([0], at: MediaTime(milliseconds: Int64(time))) }
        var deliveries: [LinkDelivery] = []
        link.deliver(until: MediaTime(milliseconds: 1000), into: &deliveries)
        seen.insert(deliveries.map(\.number))
      }
    }
    #expect(seen.count == 10)
  }

  @Test func `the documented table has every profile and every field`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Documentation/network-profiles.md"), encoding: .utf8)
    for profile in NetworkProfile.named { #expect(page.contains("`\(profile.name)`")) }
    let fields = [
      "name", "up", "down", "systemClockOffsetMs", "systemClockPpm", "sampleClockPpm", "latencyMs",
      "jitter", "loss", "reordering", "duplication", "capacity", "outages", "distribution",
      "deviationMs", "correlationMs", "boundMs", "rate", "meanBurst", "goodToBad", "badToGood",
      "lossInGood", "lossInBad", "delayMs", "kbps", "queueMs", "queueBytes", "steps", "atMs",
      "lengthMs",
    ]
    for field in fields { #expect(page.contains("`\(field)`"), "\(field)") }
  }
}
