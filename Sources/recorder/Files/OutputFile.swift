import MediaCore
import MediaIO

/// What holds for every file that a command makes.
enum OutputFile {
  /// Refuses to write over what is being read.
  static func refuse(_ output: FileName, equalTo input: FileName) throws(MediaError) {
    if output == input || output.leadsToSameFile(as: input) {
      throw MediaError(
        .usage, "\(output) is what is being read; choose another name for the output")
    }
  }

  /// Opens what a command with `--force` makes.
  static func create(_ name: FileName, replacing: Bool) throws(MediaError) -> FileSink {
    do throws(MediaError) {
      return try FileSink(name, replacing: replacing)
    } catch {
      guard error.code == .outputExists, !replacing else { throw error }
      throw MediaError(.outputExists, "\(error.message), or replace it with --force")
    }
  }

  /// What a person is told when a recording failed: also where that is which was recorded until
  /// then. A file that holds nothing is gone.
  static func error(_ error: MediaError, after sink: FileSink) -> MediaError {
    guard sink.size > 0 else {
      sink.discard()
      return error
    }
    try? sink.closeUnfinished()
    var error = error
    error.message += "; what was recorded until then plays and is in \(sink.workingName)"
    return error
  }
}
