internal import Glibc
internal import MediaCore

/// One line for a person about a socket: what was tried, what happened, what to do.
enum SocketError {
  /// - Parameter purpose: "receive at".
  static func bind(
    _ address: SocketAddress, _ error: SystemError, to purpose: String = "receive at"
  ) -> MediaError {
    let (reason, remedy) =
      switch error.number {
      case EADDRINUSE: ("another program uses it", "choose another port, or 0 for a free one")
      case EADDRNOTAVAIL: ("this machine has no such address", "choose one of its own")
      case EACCES, EPERM: ("no permission", "choose a port from 1024 on")
      case EAFNOSUPPORT: ("this system does not know such addresses", "use one of IPv4")
      case EMFILE, ENFILE: ("too many files and sockets are open", "close some programs")
      default: (error.text, "choose another address")
      }
    return MediaError(
      .networkFailed, "cannot \(purpose) \(address): \(reason); \(remedy)", cause: error.text)
  }

  static func receive(_ address: SocketAddress, _ error: SystemError) -> MediaError {
    MediaError(
      .networkFailed, "cannot receive at \(address) any more: \(error.text); start again",
      cause: error.text)
  }

  static func send(from address: SocketAddress, _ error: SystemError) -> MediaError {
    MediaError(
      .networkFailed, "cannot send from \(address) any more: \(error.text); start again",
      cause: error.text)
  }

  static func wait(_ error: SystemError) -> MediaError {
    let remedy =
      switch error.number {
      case EMFILE, ENFILE: "too many files and sockets are open; close some programs"
      default: "\(error.text); start again"
      }
    return MediaError(.networkFailed, "cannot wait for the network: \(remedy)", cause: error.text)
  }
}
