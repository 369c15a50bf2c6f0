/// Numbers that mean one thing for all sections of a bundle (RFC 8843, 9.1): once said, they stay.
struct BundleNumbers: Equatable, Sendable {
  private var types: [MediaCodec: PayloadTypes] = [:]
  private var usedTypes: Set<UInt8> = []
  private var ids: [String: Int] = [:]
  private var usedIDs: Set<Int> = []
  /// In the latest description of the peer's, which has all that are in use.
  private var mids: Set<String> = []
  private var nextMid = 0

  /// Extensions whose numbers are kept, however many a peer makes up.
  private static let mostExtensions = 256

  /// Takes note of what the peer says, also of what we do not use.
  mutating func note(_ description: SessionDescription) {
    mids = Set(description.sections.compactMap(\.mid))
    for section in description.sections {
      for format in section.formats { usedTypes.insert(format.payloadType) }
      for mapping in description.extensions(of: section) {
        guard (1...255).contains(mapping.id) else { continue }
        usedIDs.insert(mapping.id)
        if ids[mapping.uri] == nil, ids.count < Self.mostExtensions {
          ids[mapping.uri] = mapping.id
        }
      }
    }
  }

  mutating func note(_ types: PayloadTypes, of codec: MediaCodec) {
    self.types[codec] = types
    usedTypes.insert(types.media)
    if let retransmission = types.retransmission { usedTypes.insert(retransmission) }
  }

  /// - Parameter retransmits: whether a second number is wanted.
  mutating func types(for codec: MediaCodec, retransmits: Bool) -> PayloadTypes {
    let offered = codec.offeredTypes
    var types = self.types[codec] ?? PayloadTypes(media: free(offered.media), retransmission: nil)
    note(types, of: codec)
    if retransmits, types.retransmission == nil {
      types.retransmission = free(offered.retransmission ?? 97)
    }
    note(types, of: codec)
    if !retransmits { types.retransmission = nil }
    return types
  }

  /// Dynamic ones first, then those that browsers take when they run out of them.
  private func free(_ preferred: UInt8) -> UInt8 {
    if !usedTypes.contains(preferred) { return preferred }
    for type in Array(96...127) + Array(35...63) where !usedTypes.contains(UInt8(type)) {
      return UInt8(type)
    }
    return preferred
  }

  var extensionCount: Int { ids.count }

  /// Nil if no number of the one-byte form is left.
  mutating func id(for uri: String) -> Int? {
    if let id = ids[uri] { return (1...14).contains(id) ? id : nil }
    guard let id = (1...14).first(where: { !usedIDs.contains($0) }) else { return nil }
    usedIDs.insert(id)
    ids[uri] = id
    return id
  }

  mutating func newMid() -> String {
    while mids.contains(String(nextMid)) { nextMid += 1 }
    defer { nextMid += 1 }
    return String(nextMid)
  }
}
