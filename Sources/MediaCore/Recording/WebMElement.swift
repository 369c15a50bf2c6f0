/// The identifiers of the elements that a WebM file of ours is made of (RFC 9559).
enum WebMElement {
  static let ebml: UInt32 = 0x1A45_DFA3
  static let docType: UInt32 = 0x4282
  static let docTypeVersion: UInt32 = 0x4287
  static let segment: UInt32 = 0x1853_8067
  static let seekHead: UInt32 = 0x114D_9B74
  static let seek: UInt32 = 0x4DBB
  static let seekID: UInt32 = 0x53AB
  static let seekPosition: UInt32 = 0x53AC
  static let void: UInt32 = 0xEC
  static let info: UInt32 = 0x1549_A966
  static let timestampScale: UInt32 = 0x2A_D7B1
  static let duration: UInt32 = 0x4489
  static let title: UInt32 = 0x7BA9
  static let tracks: UInt32 = 0x1654_AE6B
  static let trackEntry: UInt32 = 0xAE
  static let trackNumber: UInt32 = 0xD7
  static let trackType: UInt32 = 0x83
  static let codecID: UInt32 = 0x86
  static let codecPrivate: UInt32 = 0x63A2
  static let codecDelay: UInt32 = 0x56AA
  static let name: UInt32 = 0x536E
  static let language: UInt32 = 0x22_B59C
  static let video: UInt32 = 0xE0
  static let pixelWidth: UInt32 = 0xB0
  static let pixelHeight: UInt32 = 0xBA
  static let audio: UInt32 = 0xE1
  static let channels: UInt32 = 0x9F
  static let contentEncodings: UInt32 = 0x6D80
  static let cluster: UInt32 = 0x1F43_B675
  static let timestamp: UInt32 = 0xE7
  static let simpleBlock: UInt32 = 0xA3
  static let blockGroup: UInt32 = 0xA0
  static let block: UInt32 = 0xA1
  static let blockDuration: UInt32 = 0x9B
  static let referenceBlock: UInt32 = 0xFB
  static let discardPadding: UInt32 = 0x75A2
  static let cues: UInt32 = 0x1C53_BB6B
  static let cuePoint: UInt32 = 0xBB
  static let cueTime: UInt32 = 0xB3
  static let cueTrackPositions: UInt32 = 0xB7
  static let cueTrack: UInt32 = 0xF7
  static let cueClusterPosition: UInt32 = 0xF1
  static let cueRelativePosition: UInt32 = 0xF0
  static let chapters: UInt32 = 0x1043_A770
  static let editionEntry: UInt32 = 0x45B9
  static let chapterAtom: UInt32 = 0xB6
  static let chapterTimeStart: UInt32 = 0x91
  static let chapterDisplay: UInt32 = 0x80
  static let chapterString: UInt32 = 0x85
  static let tags: UInt32 = 0x1254_C367
  static let attachments: UInt32 = 0x1941_A469

  /// Whether this stands directly in the segment: where it begins, an element of unknown size ends.
  static func isTopLevel(_ id: UInt32) -> Bool {
    switch id {
    case segment, ebml, seekHead, info, tracks, cluster, cues, chapters, tags, attachments: true
    default: false
    }
  }
}
