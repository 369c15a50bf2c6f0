/// The normative constants of VP8 that its bits depend on (RFC 6386).
enum VP8Tables {
  /// The band of a coding position (13.3).
  static let bands: [UInt8] = [0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7]
}
