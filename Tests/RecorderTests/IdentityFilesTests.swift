import MediaCore
import Testing

@testable import recorder

@Suite struct IdentityFilesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func files(_ values: [String: String]) throws(MediaError) -> IdentityFiles? {
    var arguments = ParsedArguments(command: "stream")
    arguments.values = values
    return try IdentityFiles(arguments)
  }

  private func complaint(_ body: () throws(MediaError) -> Void) -> MediaError? {
    do throws(MediaError) { try body() } catch { return error }
    return nil
  }

  @Test func `both files are given, or none`() throws {
    #expect(try files([:]) == nil)
    for one in ["--tls-certificate", "--tls-key"] {
      let error = complaint { () throws(MediaError) in _ = try files([one: "a.pem"]) }
      #expect(error?.code == .usage && error?.message.hasPrefix("stream: \(one) needs") == true)
    }
  }

  @Test func `what cannot be read, or is far too large, is named`() throws {
    try folder.write(Array("key".utf8), "key.pem")
    try folder.write([UInt8](repeating: 65, count: 1 << 20 | 1), "large.pem")
    let key = folder.path("key.pem")
    for name in ["missing.pem", "large.pem"] {
      let identity = try #require(
        try files(["--tls-certificate": folder.path(name), "--tls-key": key]))
      let error = complaint { () throws(MediaError) in _ = try identity.read() }
      #expect(error?.message.contains(name) == true, "\(String(describing: error))")
    }
  }
}
