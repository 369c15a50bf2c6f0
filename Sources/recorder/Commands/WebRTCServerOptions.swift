import MediaCore
import MediaIO

/// Where a server of WebRTC is for those who come: what `stream --whep` and `receive --whip-listen` ask alike.
struct WebRTCServerOptions {
  let mediaPort: UInt16
  let announced: SocketAddress?
  let identity: IdentityFiles?

  /// - Parameters:
  ///   - way: the option that they belong to.
  ///   - guests: who comes.
  static func options(with way: String, for guests: String) -> [CommandOption] {
    [
      CommandOption(
        "--media-port", "PORT", help: "with \(way): the UDP port; a free one unless given"),
      CommandOption(
        "--announce", "HOST:PORT",
        help: "with \(way): what \(guests) are told, where a router passes UDP on to --media-port"),
    ] + IdentityFiles.options
  }

  /// Their names.
  static let names = ["--media-port", "--announce", "--tls-certificate", "--tls-key"]

  init(_ arguments: ParsedArguments) throws(MediaError) {
    mediaPort =
      try arguments.value("--media-port", expected: "a port from 1 to 65535") {
        ArgumentValues.integer($0, in: 1...65_535).map { UInt16($0) }
      } ?? 0
    announced = try arguments.value(
      "--announce", expected: "an address in digits and a port, such as 198.51.100.7:5000",
      ArgumentValues.address)
    guard announced == nil || mediaPort != 0 else {
      throw MediaError(
        .usage,
        "\(arguments.command): --announce needs --media-port: the port that the router passes on to"
      )
    }
    identity = try IdentityFiles(arguments)
  }
}
