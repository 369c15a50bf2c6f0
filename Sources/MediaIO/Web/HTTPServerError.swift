internal import Glibc
internal import MediaCore

/// One line for a person about a server that does not start.
enum HTTPServerError {
  static func listen(_ address: SocketAddress, _ error: SystemError) -> MediaError {
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
      .networkFailed, "cannot serve at \(address): \(reason); \(remedy)", cause: error.text)
  }

  static let unfitIdentity = MediaError(
    .inputDamaged,
    "cannot serve with TLS: this is no certificate with its key; both have to be in PEM and belong together"
  )

  static let shortage = MediaError(
    .networkFailed,
    "cannot serve: too little memory, or too many files are open; close some programs")
}
