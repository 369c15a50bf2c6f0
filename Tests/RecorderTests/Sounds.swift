/// Sound files of a test's own.
enum Sounds {
  /// A WAV file of a loud 16 kHz mono square wave of 500 Hz.
  static func wave(seconds: Double) -> [UInt8] {
    let count = Int(seconds * 16_000)
    var bytes = Array("RIFF".utf8)
    func append(_ value: Int, _ size: Int) {
      for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    append(36 + count * 2, 4)
    bytes += Array("WAVEfmt ".utf8)
    for (value, size) in [(16, 4), (1, 2), (1, 2), (16_000, 4), (32_000, 4), (2, 2), (16, 2)] {
      append(value, size)
    }
    bytes += Array("data".utf8)
    append(count * 2, 4)
    for index in 0..<count { append(index % 32 < 16 ? 8_000 : -8_000, 2) }
    return bytes
  }
}
