/// Why a call was refused: negative numbers in the module's answers.
enum PageFault: Int32, Error {
  case truncated = -1
  case notABoard = -2
  case newerVersion = -3
  case frameTooLong = -4
  case malformed = -5
  case beyondLimits = -6
  case size = -7
  case view = -8
  case header = -9

  init(_ error: BinaryCodecError) {
    switch error {
    case .truncated: self = .truncated
    case .notABoard: self = .notABoard
    case .newerVersion: self = .newerVersion
    case .frameTooLong: self = .frameTooLong
    case .malformed: self = .malformed
    case .schema: self = .beyondLimits
    }
  }

  init(_ error: BoardTextHeaderError) {
    switch error {
    case .empty, .foreign: self = .notABoard
    case .cut: self = .truncated
    case .unusable: self = .header
    case .newer: self = .newerVersion
    }
  }

  /// Ends with a 0 byte.
  var words: StaticString {
    switch self {
    case .truncated: "it ends in the middle of an event or of its header"
    case .notABoard: "this is no board"
    case .newerVersion: "the board was written by a later version"
    case .frameTooLong: "an event is longer than any may be"
    case .malformed: "an event is broken"
    case .beyondLimits: "an event or the board breaks a limit of the format"
    case .size: "a picture has 1 to 16384 pixels each way and at most 67108864"
    case .view: "a view has a scale above 0 and finite offsets"
    case .header: "its header cannot be used"
    }
  }
}
