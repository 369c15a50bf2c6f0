/// An address at which a peer may be reached (RFC 8839, 5.1):
/// `candidate:1 1 udp 2122194687 192.0.2.2 55767 typ host generation 0`.
package struct SDPCandidate: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable {
    case host
    case serverReflexive = "srflx"
    case peerReflexive = "prflx"
    case relayed = "relay"
  }

  /// RFC 6544, 4.5.
  package enum TCPKind: String, Hashable, Sendable {
    case active
    case passive
    case simultaneousOpen = "so"
  }

  /// What else is said, kept as it was written.
  package struct Extension: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var foundation: String
  /// 1 for RTP, 2 for RTCP where it has an address of its own; up to 256.
  package var component: Int
  /// `udp` or `tcp`, in small letters.
  package var transport: String
  package var priority: UInt32
  /// IPv4, IPv6, or a name.
  package var address: String
  package var port: UInt16
  package var kind: Kind
  package var relatedAddress: String?
  package var relatedPort: UInt16?
  package var tcpKind: TCPKind?
  package var extensions: [Extension] = []

  package init(
    foundation: String, component: Int = 1, transport: String = "udp", priority: UInt32,
    address: String, port: UInt16, kind: Kind, relatedAddress: String? = nil,
    relatedPort: UInt16? = nil, tcpKind: TCPKind? = nil, extensions: [Extension] = []
  ) {
    self.foundation = foundation
    self.component = component
    self.transport = transport
    self.priority = priority
    self.address = address
    self.port = port
    self.kind = kind
    self.relatedAddress = relatedAddress
    self.relatedPort = relatedPort
    self.tcpKind = tcpKind
    self.extensions = extensions
  }

  /// A name that stands for an address which a browser hides; only the local network may know it.
  package var isObfuscated: Bool {
    address.utf8.count > 6 && address[...].utf8.suffix(6).elementsEqual(".local".utf8)
  }

  /// As it stands behind `a=`.
  package var description: String {
    var text =
      "candidate:\(foundation) \(component) \(transport) \(priority) \(address) \(port) typ \(kind.rawValue)"
    if let relatedAddress { text += " raddr \(relatedAddress)" }
    if let relatedPort { text += " rport \(relatedPort)" }
    if let tcpKind { text += " tcptype \(tcpKind.rawValue)" }
    for extra in extensions { text += " \(extra.name) \(extra.value)" }
    return text
  }
}
