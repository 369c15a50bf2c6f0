/// Why a command was refused: a code for the page, a line for the person.
package struct RoomError: Error, Equatable, Sendable {
  /// Numbers are never given twice.
  package enum Code: UInt8, CaseIterable, Sendable {
    /// Of a later version.
    case other = 0
    case notAllowed = 1
    case unknownCommand = 2
    case outOfOrder = 3
    case tooFast = 4
    case tooLarge = 5
    case invalid = 6
    case nameTaken = 7
    case foreignName = 8
    case notOpen = 9
    case unknownParticipant = 10
    case unknownTrack = 11
    case unknownResource = 12
    case unknownOperation = 13
    case tooMany = 14
    case boardFull = 15
    case alreadyShared = 16
    case wrongState = 17
    case roomFull = 18
    case otherVersion = 19
    case otherEngine = 20
    case expired = 21
    case hashMismatch = 22
  }

  package let code: Code
  /// One line that names the remedy.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static func notAllowed(_ right: RoomRights) -> RoomError {
    RoomError(.notAllowed, "You may not \(right.words); ask a host for the right.")
  }

  static let unknownParticipant = RoomError(
    .unknownParticipant, "Nobody of that number is here; look at the list again.")
  static let unknownTrack = RoomError(
    .unknownTrack, "There is no such track; it may have been stopped.")
}
