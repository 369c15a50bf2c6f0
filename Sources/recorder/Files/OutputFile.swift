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
}
