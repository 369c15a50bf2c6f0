internal import CallSession
internal import MediaCore

/// A `StreamRecording` while its sender is there, on a thread of its own: what comes never waits until a
/// picture of the mix is coded. Who receives late tells the sender of a queue that is none.
final class RunningRecording {
  /// When the first packet came.
  private(set) var began: MediaTime?
  private let work: RecordingWork
  private var thread: WorkerThread?
  private var nextKeyFrameRequest = MediaTime.zero
  private var latest = MediaTime.zero

  /// A picture is mixed so often, and sound twice as often at least.
  static let step = MediaTime(milliseconds: 20)
  /// While nobody sends.
  static let idleStep = MediaTime(milliseconds: 200)
  private static let keyFrameInterval = MediaTime(milliseconds: 1_000)

  /// - Parameter folder: is called on the thread: what it opens stays there.
  init(
    title: String, wallClockOrigin: Int64, lanes: [MediaLane],
    to folder: @escaping @Sendable () -> any RecordingFolder
  ) throws(MediaError) {
    let work = RecordingWork()
    let opened = BoundedQueue<MediaError?>(capacity: 1)
    let thread = try WorkerThread {
      do throws(MediaError) {
        let recording = try StreamRecording(
          to: folder(), title: title, wallClockOrigin: wallClockOrigin, lanes: lanes)
        _ = opened.put(nil)
        work.run(recording)
      } catch {
        _ = opened.put(error)
      }
    }
    if let error = opened.take() ?? nil {
      thread.join()
      throw error
    }
    self.work = work
    self.thread = consume thread
  }

  deinit {
    // Given up without an end: what came is complete all the same.
    work.end(at: latest)
    thread.take()?.join()
  }

  /// - Parameter packets: that have come so far.
  func take(_ events: [ReceivedEvent], packets: Int64, at now: MediaTime) {
    if packets > 0 { began = began ?? now }
    if !events.isEmpty { work.add(events, at: now) }
  }

  /// Has written what is due.
  ///
  /// - Returns: whether the sender is to be asked for a key frame.
  func advance(to now: MediaTime) -> Bool {
    latest = now
    guard work.advance(to: now), nextKeyFrameRequest <= now else { return false }
    nextKeyFrameRequest = now + Self.keyFrameInterval
    return true
  }

  /// Nothing comes any more: the rest is written beside what else goes on.
  func end(at now: MediaTime) { work.end(at: now) }

  /// Whether all is written, after the end.
  var isComplete: Bool { work.isComplete }

  /// Waits until all is written, after the end.
  ///
  /// - Returns: nil when nothing came.
  func takeReport() -> SessionRecordingReport? {
    thread.take()?.join()
    return work.report
  }
}
