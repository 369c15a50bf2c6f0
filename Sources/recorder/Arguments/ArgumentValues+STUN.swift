import MediaCore
import MediaIO

extension ParsedArguments {
  /// The value of `--stun`.
  func stunServer() throws(MediaError) -> STUNServer? {
    try value(
      "--stun", expected: "a host, such as stun.example.net or 192.0.2.7:3478", STUNServer.init)
  }
}

extension CommandOption {
  /// - Parameter way: the option that it belongs to.
  static func stun(with way: String) -> CommandOption {
    CommandOption(
      "--stun", "HOST[:PORT]",
      help:
        "with \(way): ask this STUN server how this machine looks from outside, where both sides "
        + "are behind routers; port 3478 unless given")
  }
}
