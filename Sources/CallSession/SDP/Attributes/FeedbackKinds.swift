/// What a receiver may tell a sender beside reports (RFC 4585, 4.2).
package struct FeedbackKinds: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Lost packets, to be sent again.
  package static let lostPackets = FeedbackKinds(rawValue: 1)
  /// A picture was lost: a key frame, please.
  package static let pictureLoss = FeedbackKinds(rawValue: 2)
  /// A key frame, please (RFC 5104, 4.3.1).
  package static let fullIntra = FeedbackKinds(rawValue: 4)
  /// When each packet of the transport arrived.
  package static let transportWide = FeedbackKinds(rawValue: 8)
  /// The rate that the receiver believes in.
  package static let bitrate = FeedbackKinds(rawValue: 16)

  private static let names: [(kind: FeedbackKinds, text: String)] = [
    (.bitrate, "goog-remb"), (.transportWide, "transport-cc"), (.fullIntra, "ccm fir"),
    (.lostPackets, "nack"), (.pictureLoss, "nack pli"),
  ]

  /// - Parameter text: what stands behind the payload type; unknown ones are none.
  init(_ text: Substring) {
    let words = text.words.joined(separator: " ")
    self = Self.names.first { $0.text.isSame(as: words) }?.kind ?? []
  }

  /// As they are written, in an order of their own.
  var texts: [String] { Self.names.filter { contains($0.kind) }.map(\.text) }
}
