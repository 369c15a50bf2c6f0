internal import Glibc

/// How loud a packet's sound is (RFC 6464), as a header extension of one byte says it.
///
///      0 1 2 3 4 5 6 7
///     +-+-+-+-+-+-+-+-+
///     |V|    level    |
///     +-+-+-+-+-+-+-+-+
package struct AudioLevel: Equatable, Sendable {
  /// Below overload in decibels, 0…127: the larger, the softer; 127 is silence.
  package let attenuation: UInt8
  /// Whether the sender takes it for a voice.
  package let isVoice: Bool

  package static let silence = AudioLevel(attenuation: 127, isVoice: false)

  /// - Parameter attenuation: is clamped to 127.
  package init(attenuation: UInt8, isVoice: Bool) {
    self.attenuation = min(attenuation, 127)
    self.isVoice = isVoice
  }

  /// Of an extension element's value; nil when it is empty. The two-byte form may pad it.
  package init?(parsing value: Span<UInt8>) {
    guard value.count > 0 else { return nil }
    self.init(attenuation: value[0] & 127, isVoice: value[0] & 128 != 0)
  }

  /// The root mean square against that of a full-scale square wave.
  package init(measuring samples: ArraySlice<Float>, isVoice: Bool) {
    let mean = samples.span.energy / Float(max(samples.count, 1))
    let decibels = mean > 0 ? -10 * log10(mean) : 127
    self.init(
      attenuation: UInt8(min(max(decibels.rounded(), 0), 127)), isVoice: isVoice)
  }

  /// The value of an extension element.
  package var byte: UInt8 { (isVoice ? 128 : 0) | attenuation }
}
