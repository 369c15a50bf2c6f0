/// What a receiver of Opus would like to get, and what a sender is likely to send (RFC 7587, 6.1).
package struct OpusParameters: Equatable, Sendable {
  /// The receiver plays two channels.
  package var stereo = false
  /// The sender sends two channels.
  package var sendsStereo = false
  /// The receiver uses copies of lost frames in later ones.
  package var inbandFEC = false
  /// The receiver would like silence not to be sent.
  package var discontinuous = false
  package var constantBitrate = false
  /// Milliseconds, 3…120: the shortest packet that is wanted.
  package var shortestPacket: Int?
  /// Bits a second, 500…510 000.
  package var highestBitrate: Int?
  /// Samples a second that the receiver plays, 8 000…48 000.
  package var playbackRate: Int?

  package init() {}

  /// Values outside of their ranges count as not said.
  package init(_ parameters: FormatParameters) {
    func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
      parameters.number(name).flatMap { range.contains($0) ? $0 : nil }
    }
    stereo = parameters.number("stereo") == 1
    sendsStereo = parameters.number("sprop-stereo") == 1
    inbandFEC = parameters.number("useinbandfec") == 1
    discontinuous = parameters.number("usedtx") == 1
    constantBitrate = parameters.number("cbr") == 1
    shortestPacket = number("minptime", 3...120)
    highestBitrate = number("maxaveragebitrate", 500...510_000)
    playbackRate = number("maxplaybackrate", 8000...48_000)
  }

  package var parameters: FormatParameters {
    var list = FormatParameters()
    if let shortestPacket { list.append("minptime", shortestPacket) }
    if let playbackRate { list.append("maxplaybackrate", playbackRate) }
    if let highestBitrate { list.append("maxaveragebitrate", highestBitrate) }
    if stereo { list.append("stereo", 1) }
    if sendsStereo { list.append("sprop-stereo", 1) }
    if inbandFEC { list.append("useinbandfec", 1) }
    if discontinuous { list.append("usedtx", 1) }
    if constantBitrate { list.append("cbr", 1) }
    return list
  }
}
