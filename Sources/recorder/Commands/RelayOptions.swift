import CallSession
import MediaCore
import MediaIO

/// What `relay` was asked to do.
struct RelayOptions {
  let listen: SocketAddress
  let target: SocketAddress
  let profileName: String
  let seed: UInt64
  let rebindAfter: MediaTime?
  let printsJSON: Bool
  let quiet: Bool

  init(_ arguments: ParsedArguments) throws(MediaError) {
    guard
      let listen = try arguments.value(
        "--listen",
        expected: "a port, or an address in digits and a port, such as 0.0.0.0:9000",
        ArgumentValues.listening)
    else { throw MediaError(.usage, "relay: say where clients send to: --listen [ADDRESS:]PORT") }
    guard
      let target = try arguments.value(
        "--to", expected: "an address in digits and a port, such as 127.0.0.1:8080",
        ArgumentValues.address)
    else { throw MediaError(.usage, "relay: say where their datagrams go on to: --to HOST:PORT") }
    self.listen = listen
    self.target = target
    profileName = arguments.text("--profile") ?? "wifi"
    seed = UInt64(
      try arguments.value("--seed", expected: "a whole number from 0 on, such as 7") {
        ArgumentValues.integer($0, in: 0...Int64.max)
      } ?? 1)
    rebindAfter = try arguments.value(
      "--rebind-after", expected: "a time above 0 and up to 24:00:00, such as 10"
    ) { text in
      ArgumentValues.time(text).flatMap {
        (0...86_400).contains($0.seconds) && $0 > .zero ? $0 : nil
      }
    }
    printsJSON = arguments.has("--json")
    quiet = arguments.has("--quiet")
  }

  func settings() throws(MediaError) -> RelaySettings {
    var settings = RelaySettings(
      listen: listen, target: target,
      profile: try ProfileFile.profile(named: profileName, command: "relay"))
    settings.seed = seed
    settings.rebindAfter = rebindAfter
    return settings
  }
}
