internal import MediaCore

/// One way of coding a board: an encoder and how it is set.
enum BoardCoding: Equatable {
  /// Ours, at a y_ac_qi.
  case free(UInt8)
  case canonical(UInt8)
  /// One thread, real time, screen content.
  case libvpx(speed: Int32, usesActiveMap: Bool, rate: VPXSettings.Rate)

  /// libvpx's number of y_ac_qi 12 (its 64 quantisers skip some of the format's 128).
  static let equalQuantiser = 10

  static let all: [BoardCoding] = {
    var all: [BoardCoding] = [
      .free(8), .free(12), .free(17), .canonical(8), .canonical(12), .canonical(17),
    ]
    for rate in [VPXSettings.Rate.bitrate(2_000_000), .quantiser(equalQuantiser)] {
      for speed in [Int32(-4), -8, -16] {
        for usesActiveMap in [false, true] {
          all.append(.libvpx(speed: speed, usesActiveMap: usesActiveMap, rate: rate))
        }
      }
    }
    return all
  }()

  /// Those that callgrind runs: it is fifty times slower than the machine.
  static let counted: [BoardCoding] = [
    .free(12), .canonical(12),
    .libvpx(speed: -16, usesActiveMap: true, rate: .quantiser(equalQuantiser)),
    .libvpx(speed: -8, usesActiveMap: true, rate: .quantiser(equalQuantiser)),
    .libvpx(speed: -4, usesActiveMap: false, rate: .bitrate(2_000_000)),
  ]

  /// What all others are given as a multiple of.
  static let reference = BoardCoding.free(12)

  var isOurs: Bool {
    if case .libvpx = self { return false }
    return true
  }

  var name: String {
    switch self {
    case .free(let quantiser): return "ours, free, q \(quantiser)"
    case .canonical(let quantiser): return "ours, canonical, q \(quantiser)"
    case .libvpx(let speed, let usesActiveMap, let rate):
      var name = "libvpx \(speed)"
      if usesActiveMap { name += ", map" }
      if case .quantiser = rate { return name + ", q 12" }
      return name + ", 2 Mbit/s"
    }
  }
}
