import CallSession
import MediaCore
import MediaIO

/// What `relay` says: lines for a person, or objects for a program.
struct RelayReport {
  private let console: Console
  private let printsJSON: Bool
  private let quiet: Bool

  init(_ console: Console, _ options: RelayOptions) {
    self.console = console
    printsJSON = options.printsJSON
    quiet = options.quiet
  }

  func began(at address: SocketAddress, _ settings: RelaySettings) {
    guard printsJSON else {
      if !quiet {
        console.note(
          "relay: \(address) to \(settings.target), profile \(settings.profile.name), "
            + "seed \(settings.seed); Ctrl-C ends it")
      }
      return
    }
    var object = JSONObject()
    object.add("event", "listening")
    object.add("address", address.description)
    object.add("to", settings.target.description)
    object.add("profile", settings.profile.name)
    object.add("seed", Int64(clamping: settings.seed))
    console.print(object.line)
  }

  func note(_ event: RelayEvent) {
    var object = JSONObject()
    let line: String
    switch event {
    case .joined(let client, let address):
      object.add("event", "joined")
      object.add("client", Int64(client))
      object.add("address", address.description)
      line = "client \(client) is \(address)"
    case .rebound(let client, let address):
      object.add("event", "rebound")
      object.add("client", Int64(client))
      object.add("port", Int64(address.port))
      line = "client \(client) goes on from port \(address.port)"
    case .left(let client, let statistics):
      object.add("event", "left")
      object.add("client", Int64(client))
      Self.add(statistics, to: &object)
      line = "client \(client) is silent and forgotten"
    }
    if printsJSON {
      console.print(object.line)
    } else if !quiet {
      console.note(line)
    }
  }

  /// For programs only.
  func went(on statistics: RelayStatistics, clients: Int, for time: MediaTime) {
    console.print(Self.object("statistics", statistics, clients, time).line)
  }

  func ended(with statistics: RelayStatistics, clients: Int, after time: MediaTime) {
    if printsJSON {
      return console.print(Self.object("end", statistics, clients, time).line)
    }
    console.print("\(Decimal.length(time)), \(Self.count(statistics.clients, "client"))")
    console.print("up    \(Self.line(statistics.up))")
    console.print("down  \(Self.line(statistics.down))")
    for (count, what) in [
      (statistics.overflowed, "dropped, too many were under way"),
      (statistics.refused, "dropped, too many clients"),
      (statistics.foreign, "dropped, not from the target"),
    ] where count > 0 {
      console.print("\(Self.count(Int(count), "datagram")) \(what)")
    }
  }

  private static func line(_ link: LinkStatistics) -> String {
    var parts = ["\(count(Int(link.sent), "datagram")) (\(Decimal.bytes(link.sentBytes)))"]
    let share = link.sent > 0 ? 100 * Double(link.lost) / Double(link.sent) : 0
    parts.append("\(link.lost) lost (\(Decimal.text(share, places: 1)) %)")
    if link.duplicated > 0 { parts.append("\(link.duplicated) twice") }
    if link.reordered > 0 { parts.append("\(link.reordered) out of order") }
    if link.longestQueueDelay > .zero {
      parts.append("queue up to \(link.longestQueueDelay.nanoseconds / 1_000_000) ms")
    }
    return parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }

  private static func object(
    _ event: String, _ statistics: RelayStatistics, _ clients: Int, _ time: MediaTime
  ) -> JSONObject {
    var object = JSONObject()
    object.add("event", event)
    object.add("seconds", time.seconds, places: 3)
    object.add("clients", Int64(clients))
    add(statistics, to: &object)
    return object
  }

  private static func add(_ statistics: RelayStatistics, to object: inout JSONObject) {
    object.add("up", fields(statistics.up))
    object.add("down", fields(statistics.down))
    object.add("overflowed", statistics.overflowed)
    object.add("refused", statistics.refused)
    object.add("foreign", statistics.foreign)
  }

  private static func fields(_ link: LinkStatistics) -> JSONObject {
    var object = JSONObject()
    for (name, value) in [
      ("sent", link.sent), ("sentBytes", link.sentBytes), ("delivered", link.delivered),
      ("lostAtRandom", link.lostAtRandom), ("lostInBursts", link.lostInBursts),
      ("lostToOutages", link.lostToOutages), ("lostToQueue", link.lostToQueue),
      ("duplicated", link.duplicated), ("reordered", link.reordered),
    ] { object.add(name, value) }
    object.add("longestQueueMs", link.longestQueueDelay.nanoseconds / 1_000_000)
    return object
  }
}
