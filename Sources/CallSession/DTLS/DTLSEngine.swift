package import MediaCore

/// One end of a DTLS connection that agrees on the keys of SRTP (RFC 5764). It is told the time and the
/// datagrams; what has to be sent is appended in order before a call returns, one element a datagram.
///
/// A class, since the library behind it keeps references to its state.
package protocol DTLSEngine: AnyObject {
  var state: DTLSState { get }
  /// When `handleTimeout` is due; nil when nothing waits.
  var deadline: MediaTime? { get }

  /// From now on the engine connects, or gives up after its configuration's patience. Once; a server may
  /// be given the client's first datagram before.
  func start(at now: MediaTime, into datagrams: inout [[UInt8]])

  /// Takes a datagram of the peer. What is no DTLS, cut short, or here for the second time changes nothing.
  ///
  /// Until the ends are connected nothing is sealed: who can send in the peer's name can make it fail, and
  /// never connect in the peer's place. So give it only what came from an address that ICE has checked.
  func receive(_ datagram: [UInt8], at now: MediaTime, into datagrams: inout [[UInt8]])

  /// Sends again what may be lost, if `deadline` is over.
  func handleTimeout(at now: MediaTime, into datagrams: inout [[UInt8]])

  /// Says goodbye to a peer that is connected. Afterwards nothing is sent and nothing taken.
  func close(into datagrams: inout [[UInt8]])
}
