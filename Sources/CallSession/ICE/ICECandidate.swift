/// An address at which a side may be reached (RFC 8445, 5.1).
package struct ICECandidate: Hashable, Sendable {
  package enum Kind: Int, CaseIterable, Sendable {
    case host
    case serverReflexive
    case peerReflexive
    case relayed

    /// How much rather such an address is used (RFC 8445, 5.1.2.2).
    var preference: UInt32 {
      switch self {
      case .host: 126
      case .peerReflexive: 110
      case .serverReflexive: 100
      case .relayed: 0
      }
    }
  }

  package let kind: Kind
  package let address: TransportAddress
  /// Where it is sent from, of those that a server saw: `raddr` and `rport`.
  package let base: TransportAddress
  /// 1 to 2³¹−1.
  package let priority: UInt32
  /// Equal for those of one kind, base and server.
  package let foundation: String

  /// One of ours.
  ///
  /// - Parameters:
  ///   - rank: of the interface, 0 for the one that is preferred.
  ///   - server: the one that saw the address.
  init(
    _ kind: Kind, _ address: TransportAddress, base: TransportAddress, rank: Int,
    server: TransportAddress? = nil
  ) {
    self.kind = kind
    self.address = address
    self.base = base
    priority = Self.priority(kind, rank: rank)
    let origin = "\(kind.rawValue) \(base.digits) \(server?.digits ?? "")"
    foundation = String(CRC32.checksum(Array(origin.utf8)[...]))
  }

  /// One of the other side, as its session description or a trickled line says. Nil for a name in place of
  /// an address (browsers hide theirs behind `*.local`), and for an address that nothing can be sent to.
  package init?(
    remote kind: Kind, host: String, port: UInt16, priority: UInt32, foundation: String = ""
  ) {
    guard let address = TransportAddress(host, port: port), !address.isUnusable else { return nil }
    self.init(remote: kind, address, priority: priority, foundation: foundation)
  }

  init(remote kind: Kind, _ address: TransportAddress, priority: UInt32, foundation: String = "") {
    self.kind = kind
    self.address = address
    base = address
    self.priority = min(max(priority, 1), Self.highestPriority)
    self.foundation = foundation
  }

  static let highestPriority: UInt32 = 0x7FFF_FFFF

  /// RFC 8445, 5.1.2.1, of the only component.
  static func priority(_ kind: Kind, rank: Int) -> UInt32 {
    kind.preference << 24 | UInt32(65_535 - min(max(rank, 0), 65_535)) << 8 | 255
  }
}
