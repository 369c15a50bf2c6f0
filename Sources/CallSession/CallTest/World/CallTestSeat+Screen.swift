import MediaCore

/// A screen that a participant shares for a part of the call.
extension CallTestSeat {
  func time(ofScreen number: Int64) -> MediaTime? {
    guard let screen, screenNumber >= 0 else { return nil }
    return min(screen.time(of: number), screen.share.end)
  }

  /// Begins, takes the next picture, or ends.
  func share(at now: MediaTime) {
    guard let screen else { return }
    if now >= screen.share.end {
      screenNumber = -1
      try? client.stopShare(at: local(now), into: &outputs)
      return
    }
    if screenNumber == 0 {
      try? client.startShare(name: "screen", at: local(now), into: &outputs)
    }
    if let request = client.screenRequest(at: local(now)) {
      workers.submit(
        .encodeScreen(number: screenNumber, captured: local(now), request),
        taking: CallTestJob.encoding, at: now)
    }
    screenNumber += 1
  }

  func finishScreen(
    _ number: Int64, _ captured: MediaTime, _ request: CallClient.CameraRequest, at now: MediaTime
  ) throws(MediaError) {
    guard let frame = try screen?.encode(number, captured, request) else {
      if request.wantsKeyFrame { client.missedScreenKeyFrame() }
      return
    }
    client.sendScreen(frame, captured: captured, at: local(now), into: &outputs)
  }
}
