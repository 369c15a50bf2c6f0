import MediaCore

/// The picture of `mix.webm`, which is drawn a while after it was to be seen.
extension SessionRecording {
  /// In steps of the mix's ticks, so that what happens is seen when it did, however seldom we are called.
  private static let pictureStep = MediaTime(milliseconds: 20)

  /// Draws and writes up to a session time.
  func showPictures(until time: MediaTime) {
    guard state == .running else {
      return change(until: time)
    }
    while pictureTime < time {
      pictureTime = min(pictureTime + Self.pictureStep, time)
      change(until: pictureTime)
      mix?.advance(to: pictureTime, timeline)
    }
  }

  private func change(until time: MediaTime) {
    pictureTime = max(pictureTime, time)
    for change in changes.take(until: time) {
      switch change {
      case .board(let event): picture.apply(event)
      case .camera(let participant, let frame):
        attempt { () throws(MediaError) in try picture.take(frame, of: participant) }
      case .screen(let participant, let frame):
        attempt { () throws(MediaError) in try picture.takeShare(frame, of: participant) }
      case .hidden(let participant): picture.removeShare(of: participant)
      case .muted(let participant): picture.muteCamera(of: participant)
      case .removed(let participant): picture.removeCamera(of: participant)
      case .speaker(let participant): picture.speak(participant)
      }
    }
  }

  private func attempt(_ body: () throws(MediaError) -> Void) {
    do throws(MediaError) { try body() } catch { note(error, "mix.webm") }
  }
}
