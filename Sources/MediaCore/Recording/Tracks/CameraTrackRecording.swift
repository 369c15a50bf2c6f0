/// A participant's camera in a file of its own, as it was sent.
///
/// The file begins with the first key frame and has that one's size; where the sender changes it,
/// frames go on as they are and players scale them. After a pause of the recording the picture stands
/// until the next key frame, since the frames in between are missing; see `needsKeyFrame`. A class: one
/// file, one owner.
package final class CameraTrackRecording {
  /// There is no file before there is a picture.
  private let create: () throws(MediaError) -> any ByteSink
  private let name: String?
  private var file: TrackFile?
  private var size: (width: Int32, height: Int32) = (0, 0)
  private var result = TrackResult()
  private var gaps = TrackGaps()
  /// Session time of the last frame; before the first, at which the track began.
  private var reached: MediaTime
  private var last = MediaTime.zero
  private var ended: MediaTime?

  /// Frames cannot be used before a key frame comes.
  package private(set) var needsKeyFrame = true

  /// Session time without a frame that is a gap.
  private static let longestDistance = MediaTime(milliseconds: 1_000)
  private static let millisecond = MediaTime(milliseconds: 1)

  /// - Parameters:
  ///   - start: session time from which it could have sent something.
  ///   - name: of the participant, for players.
  ///   - create: called with the first key frame.
  package init(
    name: String?, from start: MediaTime, create: @escaping () throws(MediaError) -> any ByteSink
  ) {
    self.create = create
    self.name = name
    reached = start
    result.hasFile = false
  }

  package var failure: MediaError? { result.failure }

  /// Takes a frame; each can be decoded after those before it.
  ///
  /// - Parameter captured: session time.
  package func receive(_ frame: [UInt8], captured: MediaTime, _ timeline: FileTimeline) {
    guard let start = VP8FrameStart(frame.span), timeline.contains(captured),
      start.isKeyFrame || !needsKeyFrame
    else {
      result.leftOut += 1
      // What builds on a frame that is not in the file cannot be shown.
      needsKeyFrame = true
      if !timeline.contains(captured) { reached = max(reached, captured) }
      return
    }
    needsKeyFrame = false
    if start.isKeyFrame { size = (start.width, start.height) }
    if file == nil { begin() }
    let isFirst = result.offset == nil
    if isFirst || captured - reached > Self.longestDistance {
      gaps.add(from: reached, to: captured, isFirst ? .absent : .lost)
    }
    result.offset = result.offset ?? captured
    reached = max(reached, captured)
    // A frame that comes late is shown late: all are needed.
    let time = max(timeline.fileTime(of: captured), isFirst ? .zero : last + Self.millisecond)
    last = time
    file?.write(WebMPacket(track: 0, time: time, isKeyFrame: start.isKeyFrame, bytes: frame))
    file?.advance(to: time)
    result.passed += 1
  }

  /// Nothing was lost since the last frame: what comes rarely is no gap.
  package func stand(until time: MediaTime) {
    if result.offset != nil { reached = max(reached, time) }
  }

  package func mute(_ isMuted: Bool, at time: MediaTime) { gaps.mute(isMuted, at: time) }

  /// The track was stopped; its last picture stands in what follows.
  package func stop(at time: MediaTime) { ended = time }

  /// Ends the file with the recording at session time `end`.
  package func finish(at end: MediaTime, _ timeline: FileTimeline) -> TrackResult {
    let stopped = min(ended ?? end, end)
    if result.offset == nil || stopped - reached > Self.longestDistance {
      gaps.add(from: reached, to: stopped, result.offset == nil ? .absent : .lost)
    }
    let duration = timeline.fileTime(of: end)
    // Some players end with the last frame: the picture stands until the end by one of no change.
    let final = max(duration - MediaTime(milliseconds: 40), last + Self.millisecond)
    if file != nil, final < duration {
      file?.write(
        WebMPacket(
          track: 0, time: final, isKeyFrame: false,
          bytes: VP8StillFrame.bytes(width: size.width, height: size.height)))
    }
    file?.finish(duration: max(duration, last))
    result.failure = result.failure ?? file?.failure
    result.gaps = gaps.gaps
    return result
  }

  private func begin() {
    guard result.failure == nil else { return }
    let track = WebMTrack(.vp8(width: size.width, height: size.height), name: name)
    do throws(MediaError) {
      file = try TrackFile(to: try create(), track)
      result.hasFile = true
    } catch {
      result.failure = error
    }
  }
}
