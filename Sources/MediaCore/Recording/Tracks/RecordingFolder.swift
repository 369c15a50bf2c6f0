/// Where the files of a recorded call go: a folder (`FolderOfSinks` of MediaIO), or memory.
package protocol RecordingFolder: AnyObject {
  /// Creates a file.
  ///
  /// - Parameter name: relative, with `/` before the last part: "tracks/3.webm".
  /// - Throws: what keeps it from being written.
  func create(_ name: String) throws(MediaError) -> any ByteSink
}
