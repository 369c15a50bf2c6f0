/// Pictures or sound of one sender.
package enum MediaLane: Int, CaseIterable, Sendable {
  case video
  case sound

  /// Ticks a second.
  package var clockRate: Int64 { Int64((self == .video ? MediaCodec.vp8 : .opus).clockRate) }
}
