internal import CallSession

/// Which session is which peer, and whose request waits.
struct WebRTCViewers {
  private struct Viewer {
    var id: ICEPeerID
    /// Of the sections that are in use.
    var mids: [String]
    /// By which it came.
    var entrance: Int
  }

  private var viewers: [SessionName: Viewer] = [:]
  private var names: [ICEPeerID: SessionName] = [:]
  private var replies: [UInt64: HTTPReply] = [:]
  private var next: UInt64 = 0

  mutating func add(_ name: SessionName, _ id: ICEPeerID, mids: [String], entrance: Int) {
    viewers[name] = Viewer(id: id, mids: mids, entrance: entrance)
    names[id] = name
  }

  subscript(name: SessionName) -> (ICEPeerID, mids: [String])? {
    viewers[name].map { ($0.id, $0.mids) }
  }

  /// The client has left.
  mutating func remove(_ name: SessionName) -> ICEPeerID? {
    guard let viewer = viewers.removeValue(forKey: name) else { return nil }
    names[viewer.id] = nil
    return viewer.id
  }

  /// The peer has gone.
  mutating func remove(_ id: ICEPeerID) -> (name: SessionName, entrance: Int)? {
    guard let name = names.removeValue(forKey: id), let viewer = viewers.removeValue(forKey: name)
    else { return nil }
    return (name, viewer.entrance)
  }

  /// Keeps a request's reply; its number.
  mutating func wait(_ reply: HTTPReply) -> UInt64 {
    next += 1
    replies[next] = reply
    return next
  }

  mutating func take(_ number: UInt64) -> HTTPReply? { replies.removeValue(forKey: number) }
}
