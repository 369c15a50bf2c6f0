/// What stands at one section's place in every description of a session.
struct MediaSlot: Equatable, Sendable {
  var mid: String?
  /// As it was said last: repeated when the section is stopped.
  var media: MediaLine
  /// Of which wish it is; nil for none.
  var wish: Int?
  /// It carries nothing, so that another section may take its place (RFC 9429, 5.2.2).
  var isStopped: Bool

  static func stopped(_ section: MediaSection) -> MediaSlot {
    MediaSlot(mid: section.mid, media: section.media, wish: nil, isStopped: true)
  }
}
