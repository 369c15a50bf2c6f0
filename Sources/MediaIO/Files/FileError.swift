internal import Glibc
internal import MediaCore

/// One line for a person about a file: which, what happened, what to do.
enum FileError {
  static func output(_ name: FileName, _ error: SystemError) -> MediaError {
    let (reason, remedy) =
      switch error.number {
      case ENOSPC: ("the disk is full", "free some space or choose another disk")
      case EDQUOT: ("your disk quota is used up", "free some space or choose another disk")
      case EACCES, EPERM: ("no permission", "choose a folder that you may write to")
      case EROFS: ("the disk is read-only", "choose another disk")
      case ENOENT, ENOTDIR: ("its folder does not exist", "create the folder first")
      case EISDIR: ("it is a folder", "add a file name")
      case ENAMETOOLONG: ("the name is too long", "choose a shorter one")
      case EFBIG: ("the disk takes no larger files", "choose another disk")
      case EMFILE, ENFILE: ("too many files are open", "close some programs")
      case EIO: ("the disk reported an error", "check it and choose another one")
      default: (error.text, "choose another place")
      }
    return MediaError(
      .outputFailed, "cannot write \(name): \(reason); \(remedy)", cause: error.text)
  }

  static func input(_ name: FileName, _ error: SystemError) -> MediaError {
    let (reason, remedy) =
      switch error.number {
      case ENOENT, ENOTDIR: ("there is no such file", "check the name")
      case EACCES, EPERM: ("no permission", "ask its owner for read permission")
      case EISDIR: ("it is a folder", "name a file in it")
      case ENAMETOOLONG: ("the name is too long", "check the name")
      case EIO: ("the disk reported an error", "copy it from another place")
      default: (error.text, "check the file")
      }
    return MediaError(
      .inputUnreadable, "cannot read \(name): \(reason); \(remedy)", cause: error.text)
  }

  static func exists(_ name: FileName) -> MediaError {
    MediaError(.outputExists, "\(name) exists already; choose another name or delete it first")
  }

  static func noFile(_ name: FileName) -> MediaError {
    MediaError(
      .outputFailed, "cannot write \(name): it is a device or pipe, not a file; choose a file name")
  }

  static func partExists(_ part: FileName) -> MediaError {
    MediaError(
      .outputExists,
      "\(part) is left from a recording that was interrupted; recover, rename or delete it")
  }
}
