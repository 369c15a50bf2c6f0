import MediaCore
import MediaIO

/// What a server of HTTPS proves with who it is.
struct IdentityFiles: Equatable {
  let certificate: FileName
  let key: FileName

  static let options = [
    CommandOption(
      "--tls-certificate", "FILE",
      help: "serve by HTTPS: the certificate and those that lead to a known one, in PEM"),
    CommandOption("--tls-key", "FILE", help: "and its key, in PEM"),
  ]

  /// Nil when there is to be none.
  init?(_ arguments: ParsedArguments) throws(MediaError) {
    switch (arguments.text("--tls-certificate"), arguments.text("--tls-key")) {
    case (let certificate?, let key?):
      self.certificate = FileName(certificate)
      self.key = FileName(key)
    case (nil, nil): return nil
    case (_?, nil):
      throw MediaError(
        .usage,
        "\(arguments.command): --tls-certificate needs the certificate's key: --tls-key FILE")
    case (nil, _?):
      throw MediaError(
        .usage, "\(arguments.command): --tls-key needs its certificate: --tls-certificate FILE")
    }
  }

  func read() throws(MediaError) -> HTTPServerSettings.Identity {
    HTTPServerSettings.Identity(
      certificate: try InputFile.bytes(of: certificate, atMost: Self.largest),
      key: try InputFile.bytes(of: key, atMost: Self.largest))
  }

  /// Bytes of a file.
  private static let largest = 1 << 20
}
