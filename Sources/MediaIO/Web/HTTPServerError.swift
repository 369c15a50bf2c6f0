internal import MediaCore

/// One line for a person about a server that does not start.
enum HTTPServerError {
  static let unfitIdentity = MediaError(
    .inputDamaged,
    "cannot serve with TLS: this is no certificate with its key; both have to be in PEM and belong together"
  )

  static let shortage = MediaError(
    .networkFailed,
    "cannot serve: too little memory, or too many files are open; close some programs")
}
