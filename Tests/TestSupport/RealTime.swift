internal import Glibc

/// Tests in which several programs keep time with each other: fair only while nothing else runs.
package enum RealTime {
  /// Set by `Scripts/test` for the step in which they run by themselves.
  package static let isAlone = getenv("FACEBOARD_ALONE") != nil
}
