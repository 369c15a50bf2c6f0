import MediaCore
import TestSupport

@testable import CallSession

/// Writes the checks of a peer of a server, as that peer would or should not.
final class Checker {
  static let server = TransportAddress(ipv4: 0xC000_0201, port: 3478)

  let credentials: ICECredentials
  var random: SeededGenerator

  init(_ credentials: ICECredentials, seed: UInt64 = 1) {
    self.credentials = credentials
    random = SeededGenerator(seed: seed)
  }

  /// An address of the peer, told apart by its port.
  static func address(_ port: UInt16) -> TransportAddress {
    TransportAddress(ipv4: 0xC633_6401, port: port)
  }

  static func path(_ port: UInt16) -> ICEPath {
    ICEPath(local: server, remote: address(port))
  }

  func check(
    nominates: Bool = false, priority: UInt32 = 1_000, role: ICERole = .controlling,
    password: String? = nil, fragment: String? = nil,
    _ change: (inout STUNMessage) -> Void = { _ in }
  ) -> [UInt8] {
    var message = STUNMessage(.request, STUNTransactionID(using: &random))
    message.username = Array("\(fragment ?? credentials.fragment):peer".utf8)
    message.priority = priority
    message.isNominating = nominates
    message.role = ICERoleClaim(role: role, tieBreaker: 7)
    change(&message)
    return message.bytes(key: STUNKey(password ?? credentials.password))
  }
}

extension MediaTime {
  static func seconds(_ seconds: Double) -> MediaTime {
    MediaTime(nanoseconds: Int64(seconds * 1e9))
  }
}
