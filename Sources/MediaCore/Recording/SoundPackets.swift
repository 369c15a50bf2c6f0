/// The sound of a recording as Opus packets of 20 ms, from its beginning, without a hole.
///
/// `EncodedNarration` makes them when they are asked for. MediaIO has the same on a thread of its own.
package protocol SoundPackets: ~Copyable {
  /// The next packet; nil when all others are silence.
  mutating func next() throws(MediaError) -> [UInt8]?
}

/// No sound at all.
package struct NoSound: SoundPackets {
  package init() {}

  package mutating func next() throws(MediaError) -> [UInt8]? { nil }
}
