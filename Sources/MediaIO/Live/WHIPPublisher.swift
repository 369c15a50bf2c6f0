internal import CallSession
internal import MediaCore

/// Somebody who publishes, and the recording of it.
struct WHIPPublisher {
  let id: ICEPeerID
  /// In the order in which they came, from 1.
  let number: Int
  let folder: FileName
  let peer: WebRTCPeer
  let recording: RunningRecording

  /// Passes on what has come.
  func take(at now: MediaTime) {
    recording.take(peer.takeReceived(), packets: peer.received.packets, at: now)
  }
}

/// A folder that is made when there is something to be put into it.
final class LateFolder: RecordingFolder {
  private let name: FileName
  private var folder: FolderOfSinks?

  init(_ name: FileName) {
    self.name = name
  }

  func create(_ file: String) throws(MediaError) -> any ByteSink {
    if let folder { return try folder.create(file) }
    let folder = try FolderOfSinks(name)
    self.folder = folder
    return try folder.create(file)
  }
}
