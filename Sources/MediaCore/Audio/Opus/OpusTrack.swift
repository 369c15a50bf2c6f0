/// One Opus track of a recording: its packets get their times and go to the writer.
///
/// They are made from PCM that is added here (`OpusStream`), or come ready from elsewhere. The track
/// has packets from zero to its end without a hole.
package struct OpusTrack: ~Copyable {
  package let track: Int
  package var preSkip: Int32 { stream.preSkip }
  private var stream: OpusStream
  /// Packets written, and samples cut off the last one.
  private var count: Int64 = 0
  private var excess: Int64 = 0

  /// - Parameter track: its index in the writer's layout.
  package init(track: Int, settings: OpusSettings) throws(MediaError) {
    stream = try OpusStream(settings)
    self.track = track
  }

  /// The description of such a track for the writer's layout.
  package static func layout(
    _ settings: OpusSettings, name: String? = nil, language: String? = nil
  ) throws(MediaError) -> WebMTrack {
    let preSkip = try OpusEncoder(settings).preSkip
    return WebMTrack(
      .opus(channels: settings.channels, preSkip: preSkip), name: name, language: language)
  }

  /// Where a sample goes that follows the ones before without a gap, in samples at 48 kHz.
  package var position: Int64 { stream.position }

  /// The end of what has been written, if that is heard after `time`, else `time`.
  package func end(notBefore time: MediaTime) -> MediaTime {
    let samples = heard(after: count) - excess
    return samples > time.sampleNumber ? MediaTime(count: samples, rate: 48000) : time
  }

  /// No packet of this track will come before this time: for `WebMWriter.advance(to:)`.
  package var nextPacketTime: MediaTime { MediaTime(count: heard(after: count), rate: 48000) }

  /// Adds samples: interleaved, −1 to 1, `channels` of them at `rate` Hz, the first at `time`.
  package mutating func append(
    _ samples: Span<Float>, channels: Int32, rate: Int32, at time: MediaTime,
    to writer: inout WebMWriter
  ) throws(MediaError) {
    try stream.append(samples, channels: channels, rate: rate, at: time)
    try writeFullPackets(to: &writer)
  }

  /// Says that no samples come before `time`: what is missing until there becomes silence.
  package mutating func fill(
    to time: MediaTime, _ writer: inout WebMWriter
  ) throws(MediaError) {
    try stream.fill(to: time)
    try writeFullPackets(to: &writer)
  }

  /// Whether another packet can be heard to its end by `time`.
  package func hasRoom(before time: MediaTime) -> Bool {
    heard(after: count + 1) <= time.sampleNumber
  }

  /// Whether a track that ends at `duration` needs another packet.
  package func isMissing(until duration: MediaTime) -> Bool {
    heard(after: count) < max(duration.sampleNumber, 0)
  }

  /// Writes a packet that was made elsewhere; nil is silence.
  ///
  /// - Parameter end: where the track ends: what is heard after it is cut off.
  package mutating func write(
    _ packet: [UInt8]?, endingAt end: MediaTime? = nil, to writer: inout WebMWriter
  ) throws(MediaError) {
    let time = nextPacketTime
    count += 1
    excess = max(end.map { heard(after: count) - max($0.sampleNumber, 0) } ?? 0, 0)
    try writer.write(
      WebMPacket(
        track: track, time: time, duration: MediaTime(milliseconds: 20),
        discardedSamples: Int32(clamping: excess), bytes: packet ?? stream.silence))
  }

  /// Ends the track at exactly `duration`: pads with silence or cuts. Whole packets that are written
  /// already stay, so samples must not be handed over far beyond the end.
  package consuming func finish(
    at duration: MediaTime, to writer: inout WebMWriter
  ) throws(MediaError) {
    try stream.endRun()
    // The decoder gives the pre-skip first: that many more samples push the last ones out.
    while isMissing(until: duration) {
      if let packet = try stream.next() {
        try write(packet, endingAt: duration, to: &writer)
        continue
      }
      // What lies beyond the end is cut; the frame may lie there as a whole, as the pre-skip's rest.
      let start = count * Int64(OpusEncoder.frameSize)
      let packet = try stream.rest(cutTo: max(duration.sampleNumber, 0) - start)
      try write(packet, endingAt: duration, to: &writer)
    }
  }

  private mutating func writeFullPackets(to writer: inout WebMWriter) throws(MediaError) {
    while let packet = try stream.next() { try write(packet, to: &writer) }
  }

  /// How far, in samples at 48 kHz, so many packets are heard: the first samples of the first one
  /// are not.
  private func heard(after packets: Int64) -> Int64 {
    packets * Int64(OpusEncoder.frameSize) - Int64(preSkip)
  }
}
