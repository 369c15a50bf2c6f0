import MediaCore

/// An address of ours and one of theirs (RFC 8445, 6.1.2). Ours is always one of this machine: what a server
/// saw of it is sent from there.
struct ICEPair: Sendable {
  enum State: Sendable {
    case waiting
    case inProgress
    case succeeded
    case failed
  }

  let path: ICEPath
  let localPriority: UInt32
  var remotePriority: UInt32
  var state = State.waiting
  /// A check of theirs came this way.
  var isHeard = false
  /// The controlling side named it, when last.
  var named: MediaTime?
  var roundTrip: MediaTime?

  init(_ path: ICEPath, localPriority: UInt32, remotePriority: UInt32) {
    self.path = path
    self.localPriority = localPriority
    self.remotePriority = remotePriority
  }

  /// Whether it may still become valid by itself.
  var isOpen: Bool { state == .waiting || state == .inProgress }

  /// RFC 8445, 6.1.2.3; equal on both sides. Priorities are below 2³¹, so it fits.
  func priority(_ role: ICERole) -> UInt64 {
    let controlling = UInt64(role == .controlling ? localPriority : remotePriority)
    let controlled = UInt64(role == .controlling ? remotePriority : localPriority)
    return min(controlling, controlled) << 32 + 2 * max(controlling, controlled)
      + (controlling > controlled ? 1 : 0)
  }
}
