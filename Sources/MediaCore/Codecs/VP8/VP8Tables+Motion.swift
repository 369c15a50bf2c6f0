/// Probabilities of motion (RFC 6386, 16.3 and 17.2).
extension VP8Tables {
  /// The four branches of the motion mode, by how strongly the neighbours favour each (16.3).
  static let motionModes: [UInt8] = [
    7, 1, 1, 143,
    14, 18, 14, 107,
    135, 64, 57, 68,
    60, 56, 128, 65,
    159, 134, 128, 34,
    234, 188, 128, 28,
  ]

  /// A vector's components, row then column: long, sign, seven nodes of the short tree, ten bits.
  static let motionVectors: [UInt8] = [
    162, 128, 225, 146, 172, 147, 214, 39, 156, 128, 129, 132, 75, 145, 178, 206, 239, 254, 254,
    164, 128, 204, 170, 119, 235, 140, 230, 228, 128, 130, 130, 74, 148, 180, 203, 236, 254, 254,
  ]

  /// How likely each of them stays as it is in a frame's header.
  static let motionVectorUpdates: [UInt8] = [
    237, 246, 253, 253, 254, 254, 254, 254, 254, 254, 254, 254, 254, 254, 250, 250, 252, 254, 254,
    231, 243, 245, 253, 254, 254, 254, 254, 254, 254, 254, 254, 254, 254, 251, 251, 254, 254, 254,
  ]
}
