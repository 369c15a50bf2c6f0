/// Silence as Opus packets, encoded once: what fills a track where nobody sent anything.
package struct OpusSilence: Sendable {
  /// 20 ms.
  package let whole: [UInt8]
  /// 2.5 ms, for what is less.
  package let short: [UInt8]
  /// Samples at 48 kHz that decoders give back before the first one that was put in.
  package let preSkip: Int32

  package static let wholeLength: Int64 = 960
  package static let shortLength: Int64 = 120

  package init() throws(MediaError) {
    let settings = OpusSettings()
    preSkip = try OpusEncoder(settings).preSkip
    whole = try Self.packet(settings)
    short = try Self.packet(OpusSettings(frameSize: Int(Self.shortLength)))
  }

  /// Frames until an encoder has nothing left to ring.
  static let framesEncoded = 5

  /// A packet that is as good as an encoded one once the encoder has heard nothing for a while.
  static func packet(_ settings: OpusSettings) throws(MediaError) -> [UInt8] {
    var encoder = try OpusEncoder(settings)
    let zeros = [Float](repeating: 0, count: settings.frameSize * Int(settings.channels))
    var packet: [UInt8] = []
    for _ in 0...framesEncoded { packet = try encoder.encode(zeros) }
    return packet
  }
}
