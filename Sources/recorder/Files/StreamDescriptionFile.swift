import MediaCore
import MediaIO

/// The description of a stream in a file: receivers are given its name.
enum StreamDescriptionFile {
  /// Written whole, so that who waits for it never reads a half. One that a stream of ours has left is
  /// replaced.
  ///
  /// - Parameter replacing: also what another program has written.
  static func write(_ text: String, to name: FileName, replacing: Bool) throws(MediaError) {
    let sink = try OutputFile.create(name, replacing: replacing || isOurs(name))
    do throws(MediaError) {
      try sink.append(Array(text.utf8).span)
      try sink.close()
    } catch {
      sink.discard()
      throw error
    }
  }

  private static func isOurs(_ name: FileName) -> Bool {
    guard let bytes = try? InputFile.bytes(of: name, atMost: 65_536) else { return false }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.hasPrefix("v=0\r\n") && text.contains("\r\na=\(PlainRTPLiveSender.toolMark)\r\n")
  }
}
