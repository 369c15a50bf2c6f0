import MediaCore

/// What the process answers to its caller. Documentation/exit-codes.md explains each to a person.
enum ExitCode: Equatable {
  case success
  /// `check` found faults.
  case faultsFound
  case failed(MediaError.Code)
  /// Asked to stop; what was made so far is complete.
  case interrupted

  var number: Int32 {
    switch self {
    case .success: 0
    case .faultsFound: 1
    case .failed(let code): code.rawValue
    case .interrupted: 130
    }
  }
}
