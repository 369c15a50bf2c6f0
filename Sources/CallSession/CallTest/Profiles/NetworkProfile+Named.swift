import MediaCore

/// The named profiles. Documentation/network-profiles.md says where the numbers are from.
extension NetworkProfile {
  /// In the order in which they are shown.
  package static let named: [NetworkProfile] = [
    perfect, wifi, busyWifi, lte, satellite, lossy10, lossy30, outage, step, skew,
  ]

  package static func named(_ name: String) -> NetworkProfile? {
    named.first { $0.name == name }
  }

  private static func link(milliseconds: Int64) -> LinkSettings {
    var link = LinkSettings()
    link.latency = MediaTime(milliseconds: milliseconds)
    return link
  }

  private static func jitter(
    _ distribution: JitterModel.Distribution, deviation: Int64, correlation: Int64, bound: Int64
  ) -> JitterModel {
    JitterModel(
      distribution, deviation: MediaTime(milliseconds: deviation),
      correlation: MediaTime(milliseconds: correlation), bound: MediaTime(milliseconds: bound))
  }

  /// Kilobits a second, and the queue in milliseconds.
  private static func capacity(_ rate: Int64, queue: Int64) -> LinkCapacity {
    LinkCapacity(rate: rate * 1000, queueLimit: .time(MediaTime(milliseconds: queue)))
  }

  package static var perfect: NetworkProfile {
    NetworkProfile(name: "perfect", both: link(milliseconds: 1))
  }

  package static var wifi: NetworkProfile {
    var both = link(milliseconds: 10)
    both.jitter = jitter(.exponential, deviation: 3, correlation: 20, bound: 30)
    both.loss = .bursts(rate: 0.005, meanLength: 2) ?? .none
    both.capacity = capacity(20_000, queue: 100)
    return NetworkProfile(name: "wifi", both: both)
  }

  package static var busyWifi: NetworkProfile {
    var both = link(milliseconds: 15)
    both.jitter = jitter(.exponential, deviation: 15, correlation: 100, bound: 120)
    both.loss = .bursts(rate: 0.03, meanLength: 4) ?? .none
    both.duplication = 0.001
    both.capacity = capacity(5000, queue: 250)
    return NetworkProfile(name: "wifi-busy", both: both)
  }

  package static var lte: NetworkProfile {
    var up = link(milliseconds: 35)
    up.jitter = jitter(.gaussian, deviation: 8, correlation: 60, bound: 40)
    up.loss = .bursts(rate: 0.003, meanLength: 3) ?? .none
    up.capacity = capacity(5000, queue: 600)
    var down = up
    down.latency = MediaTime(milliseconds: 25)
    down.capacity = capacity(20_000, queue: 600)
    return NetworkProfile(name: "lte", up: up, down: down)
  }

  package static var satellite: NetworkProfile {
    var up = link(milliseconds: 280)
    up.jitter = jitter(.gaussian, deviation: 5, correlation: 40, bound: 25)
    up.loss = .bursts(rate: 0.005, meanLength: 5) ?? .none
    up.capacity = capacity(2000, queue: 500)
    var down = up
    down.capacity = capacity(10_000, queue: 500)
    return NetworkProfile(name: "satellite", up: up, down: down)
  }

  package static var lossy10: NetworkProfile { lossy(name: "lossy-10", rate: 0.1) }
  package static var lossy30: NetworkProfile { lossy(name: "lossy-30", rate: 0.3) }

  private static func lossy(name: String, rate: Double) -> NetworkProfile {
    var both = link(milliseconds: 50)
    both.jitter = jitter(.gaussian, deviation: 3, correlation: 40, bound: 15)
    both.loss = .independent(rate: rate)
    return NetworkProfile(name: name, both: both)
  }

  package static var outage: NetworkProfile {
    var both = link(milliseconds: 25)
    both.outages = [
      LinkSettings.Outage(
        start: MediaTime(milliseconds: 15_000), length: MediaTime(milliseconds: 3000))
    ]
    return NetworkProfile(name: "outage-3s", both: both)
  }

  package static var step: NetworkProfile {
    var both = link(milliseconds: 25)
    let steps: [(seconds: Int64, rate: Int64)] = [(0, 2_000_000), (20, 300_000), (40, 2_000_000)]
    both.capacity = LinkCapacity(
      steps: steps.map {
        LinkCapacity.Step(start: MediaTime(milliseconds: $0.seconds * 1000), rate: $0.rate)
      }, queueLimit: .time(MediaTime(milliseconds: 1500)))
    return NetworkProfile(name: "step-2M-300k-2M", both: both)
  }

  package static var skew: NetworkProfile {
    var profile = NetworkProfile(name: "skew-500ppm", both: link(milliseconds: 20))
    profile.sampleClockDrift = 500_000
    return profile
  }
}
