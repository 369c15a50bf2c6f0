extension SessionLog {
  /// The session as the text of a `.board` file, in UTF-8.
  package var text: [UInt8] {
    var text: [UInt8] = []
    var writer = BoardTextWriter()
    var decoder = BinaryCodecDecoder(bytes)
    // What the log holds was checked when it was appended, and both forms have the same limits.
    guard let header = try? decoder.header(), (try? writer.append(header, to: &text)) != nil else {
      return []
    }
    while let event = try? decoder.next() { try? writer.append(event, to: &text) }
    return text
  }
}
