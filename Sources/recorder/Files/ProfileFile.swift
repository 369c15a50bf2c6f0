import CallSession
import MediaCore
import MediaIO

/// What `--profile` names: one of the known networks, or a file that describes one.
enum ProfileFile {
  /// Bytes.
  private static let largest = 1 << 20

  static let help =
    "the network: \(NetworkProfile.named.map(\.name).joined(separator: ", ")), or a JSON file; "
    + "wifi unless given"

  static func profile(named name: String, command: String) throws(MediaError) -> NetworkProfile {
    if let profile = NetworkProfile.named(name) { return profile }
    let names = NetworkProfile.named.map(\.name)
    let file = FileName(name)
    let bytes: [UInt8]
    do throws(MediaError) {
      bytes = try InputFile.bytes(of: file, atMost: largest)
    } catch {
      guard !name.utf8.contains(UInt8(ascii: ".")), !name.utf8.contains(UInt8(ascii: "/")) else {
        throw error
      }
      let meant = Suggestion.nearest(to: name, among: names)
      throw MediaError(
        .usage,
        "\(command): no network profile '\(name)'; "
          + (meant.map { "did you mean '\($0)'?" }
            ?? "there are \(names.joined(separator: ", ")), or name a JSON file"))
    }
    return try NetworkProfile(json: bytes, file: file.description)
  }
}
