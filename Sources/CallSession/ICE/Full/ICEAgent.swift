package import MediaCore

/// One side of ICE that looks for a way itself (RFC 8445): the client of a server, or of another client.
///
///     addHost… gather ──▶ candidates for the other side, as they come
///     setRemote, addRemote… ──▶ checks ──▶ selected ──▶ consent, every five seconds or so
///
/// There is one component, as all of a call goes over one port, so no pair is ever frozen: the order is that
/// of the priorities. Both sides may name addresses at any time (RFC 8838), and restart. Every call takes the
/// time and leaves its answers in `ICEOutputs`; after each of them `deadline` says when to call
/// `handleTimeout`.
package struct ICEAgent: Sendable {
  package struct Configuration: Sendable {
    /// They tell how this machine looks from outside: servers of STUN.
    package var servers: [TransportAddress] = []
    /// How long a way is looked for before it is given up.
    package var patience = ICETiming.patience

    package init() {}
  }

  package enum State: Equatable, Sendable {
    /// For the other side's name and password.
    case waiting
    case checking
    case connected
    /// `restart` begins anew.
    case failed
    case closed
  }

  package struct Statistics: Equatable, Sendable {
    /// Checks of the other side that were answered.
    package var answered = 0
    /// Checks of ours, repeated ones included.
    package var sent = 0
    /// Checks under another name or password, or under none.
    package var refused = 0
    /// Checks seen before that came from another address.
    package var replayed = 0
    /// Refusals of our password, and answers under another one.
    package var rejected = 0
    /// What is no message of STUN, or answers no question.
    package var strays = 0

    package init() {}
  }

  /// The other side's name and password.
  struct Remote: Sendable {
    let credentials: ICECredentials
    let key: STUNKey

    init(_ credentials: ICECredentials) {
      self.credentials = credentials
      key = STUNKey(credentials.password)
    }
  }

  /// What a restart changes.
  struct Generation: Sendable {
    let local: ICEIdentity
    var remote: Remote?
  }

  let configuration: Configuration
  let tieBreaker: UInt64
  package internal(set) var role: ICERole
  package internal(set) var state = State.waiting
  package internal(set) var statistics = Statistics()
  /// The way that is used.
  package internal(set) var selected: ICEPath?

  var current: Generation
  /// While `selected` is of a generation before.
  var previous: Generation?
  /// The addresses of this machine, the preferred first.
  var hosts: [ICECandidate] = []
  /// Those and what servers saw of them: what the other side was told.
  package internal(set) var localCandidates: [ICECandidate] = []
  var remoteCandidates: [ICECandidate] = []
  var pairs: [ICEPair] = []
  /// To be checked before all others.
  var triggered: [ICEPath] = []
  var transactions: [ICETransaction] = []
  /// Servers that are still to be asked, and from where.
  var questions: [ICEPath] = []
  var isGathering = false
  var wasAskedToGather = false

  /// The last time that was told.
  var latest = MediaTime.zero
  /// Before this no new check is sent.
  var nextSlot = MediaTime.zero
  /// Since when a way is looked for; nil when it is not.
  var began: MediaTime?
  /// Since when there has been a pair that works.
  var firstValid: MediaTime?
  var consent = ICEConsent()
  var recent = RecentTransactions()

  static let mostHosts = 16
  static let mostRemotes = 50
  static let mostPairs = 100

  /// - Parameter role: controlling of the side that makes the offer.
  package init(
    _ credentials: ICECredentials, role: ICERole, _ configuration: Configuration = .init(),
    using random: inout some RandomNumberGenerator
  ) {
    current = Generation(local: ICEIdentity(credentials))
    self.role = role
    self.configuration = configuration
    tieBreaker = random.next()
  }

  package var credentials: ICECredentials { current.local.credentials }

  /// Where to send: the way that was chosen, else the best that works so far.
  package var path: ICEPath? { selected ?? bestValid?.path }

  /// When the other side last agreed to receive on the way that is used (RFC 7675).
  var agreed: MediaTime { consent.agreed }

  /// Whether anything but STUN is believed that comes this way.
  package func accepts(_ path: ICEPath) -> Bool {
    path == selected
      || pairs.contains { $0.path == path && ($0.isHeard || $0.state == .succeeded) }
  }

  /// The other side's name and password; checks begin.
  ///
  /// - Parameter isLite: it sends no checks and leaves the choice to us.
  package mutating func setRemote(
    _ credentials: ICECredentials, isLite: Bool = false, at now: MediaTime
  ) {
    note(now)
    guard state != .closed, current.remote?.credentials != credentials else { return }
    current.remote = Remote(credentials)
    if isLite { role = .controlling }
    began = latest
    if state != .connected { state = .checking }
  }

  /// Begins anew under another name and password (RFC 8445, 9), which the other side has to be told, and
  /// whose own are awaited. The way that is used stays until there is one in the new generation.
  package mutating func restart(
    _ credentials: ICECredentials, at now: MediaTime, into outputs: inout ICEOutputs
  ) {
    note(now)
    guard state != .closed else { return }
    previous = selected == nil ? nil : previous ?? current
    current = Generation(local: ICEIdentity(credentials))
    state = selected == nil ? .waiting : .connected
    remoteCandidates.removeAll()
    pairs.removeAll()
    triggered.removeAll()
    transactions.removeAll { $0.purpose != .consent }
    began = nil
    firstValid = nil
    consent.isSuspect = false
    localCandidates = hosts
    for host in hosts { outputs.events.append(.candidate(host)) }
    if wasAskedToGather { gather(at: now, into: &outputs) }
  }

  /// Nothing is sent or answered any more.
  package mutating func close() {
    state = .closed
    silence()
  }

  mutating func silence() {
    selected = nil
    previous = nil
    pairs.removeAll()
    triggered.removeAll()
    transactions.removeAll()
    questions.removeAll()
    began = nil
  }

  var isActive: Bool { state != .failed && state != .closed }

  /// The way of this generation.
  var currentWay: ICEPath? { previous == nil ? selected : nil }

  /// Whether a way is looked for.
  var isSearching: Bool { currentWay == nil || consent.isSuspect }

  /// Times do not go back: an earlier one is taken for the last.
  mutating func note(_ now: MediaTime) {
    latest = max(latest, now)
  }

  func index(of path: ICEPath) -> Int? { pairs.firstIndex { $0.path == path } }
}
