internal import CallSession
internal import MediaCore

/// What a person who watches over a stream should be told, until it is taken.
///
/// Strangers cause it, so there is a limit to it.
struct LiveNotes {
  private var lines: [String] = []
  private var began: MediaTime?
  private var count = 0

  /// In `interval`; of those beyond, the last line says so.
  private static let most = 10
  private static let interval = MediaTime(milliseconds: 10_000)

  mutating func add(_ line: String, at now: MediaTime) {
    if began.map({ now - $0 >= Self.interval }) ?? true { (began, count) = (now, 0) }
    count += 1
    if count <= Self.most { lines.append(line) }
    if count == Self.most { lines.append("more of the kind is not told for some seconds") }
  }

  /// Somebody is there no more: why, unless that is as it should be.
  ///
  /// - Parameter guest: who it was: "a viewer".
  mutating func add(_ end: WebRTCPeerEnd, of guest: String, at now: MediaTime) {
    switch end {
    case .closed, .closedByPeer: break
    case .consentExpired: add("\(guest) is gone: \(end)", at: now)
    case .unreachable, .handshake, .protection: add("\(guest) has no connection: \(end)", at: now)
    }
  }

  mutating func take() -> [String] {
    defer { lines.removeAll() }
    return lines
  }
}
