extension BoardAction {
  /// The first byte of the event's body.
  var binaryCode: UInt8 {
    if case .unknown(let kind, _) = self, let number = BinaryCodec.number(ofUnknownKind: kind) {
      return number
    }
    let code: BinaryCodec.Code =
      switch self {
      case .strokeBegan: .strokeBegan
      case .strokePoints: .strokePoints
      case .strokeEnded: .strokeEnded
      case .outlinePlaced: .outlinePlaced
      case .picturePlaced: .picturePlaced
      case .erased: .erased
      case .cleared: .cleared
      case .transformed: .transformed
      case .duplicated: .duplicated
      case .restyled: .restyled
      case .deleted: .deleted
      case .background: .background
      case .undone: .undone
      case .redone: .redone
      case .resource: .resource
      case .viewMoved: .viewMoved
      case .pointer: .pointer
      case .ruler: .ruler
      case .chat: .chat
      case .reaction: .reaction
      case .chapter: .chapter
      case .joined: .joined
      case .left: .left
      case .trackStarted: .trackStarted
      case .trackStopped: .trackStopped
      case .audioFile: .audioFile
      case .recordingPaused: .recordingPaused
      case .recordingResumed: .recordingResumed
      case .attached: .attached
      case .recordingStarted: .recordingStarted
      case .recordingStopped: .recordingStopped
      case .recordingAnnounced: .recordingAnnounced
      case .unknown: .foreign
      }
    return code.rawValue
  }
}

extension BinaryCodec {
  /// The number in a kind like `binary:57`; nil for every other kind, and for known numbers.
  package static func number(ofUnknownKind kind: String) -> UInt8? {
    var prefix = unknownKindPrefix.utf8.makeIterator()
    var number: UInt32 = 0
    var digits = 0
    for byte in kind.utf8 {
      if let expected = prefix.next() {
        guard byte == expected else { return nil }
        continue
      }
      // One spelling a number: no leading zero.
      guard byte >= 0x30, byte <= 0x39, digits < 3, digits == 0 || number > 0 else { return nil }
      number = number * 10 + UInt32(byte - 0x30)
      digits += 1
    }
    guard digits > 0, let code = UInt8(exactly: number), Code(rawValue: code) == nil else {
      return nil
    }
    return code
  }
}
