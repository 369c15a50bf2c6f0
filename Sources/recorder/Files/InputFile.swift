import MediaCore
import MediaIO

/// Finds out what an input file is.
enum InputFile {
  /// Whether it begins as Matroska and WebM do (EBML, RFC 8794 section 8.1). The source is at its
  /// beginning before and after.
  static func isRecording(_ source: FileSource) throws(MediaError) -> Bool {
    var head: [UInt8] = []
    while head.count < 4 {
      guard try source.read(into: &head, atMost: 4 - head.count) > 0 else { break }
    }
    try source.rewind()
    return head == [0x1A, 0x45, 0xDF, 0xA3]
  }

  /// Opens a session or drawing; `-` is standard input.
  static func open(_ name: FileName, pace: Double = 1) throws(MediaError) -> BoardDocument {
    let source = name == "-" ? FileSource(standardInputUpTo: .max) : try FileSource(name)
    return try BoardDocument(opening: source, name: source.name.description, pace: pace)
  }

  /// A whole small file.
  static func bytes(of name: FileName, atMost most: Int) throws(MediaError) -> [UInt8] {
    let source = try FileSource(name)
    var bytes: [UInt8] = []
    while try source.read(into: &bytes, atMost: 65_536) > 0 {
      guard bytes.count <= most else {
        throw MediaError(.inputDamaged, "\(name): larger than \(most) bytes; is it the right file?")
      }
    }
    return bytes
  }
}
