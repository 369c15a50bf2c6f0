internal import CallSession
internal import MediaCore
internal import Synchronization

/// What a thread that receives hands to one that records.
final class RecordingWork: Sendable {
  struct Piece: Sendable {
    var event: ReceivedEvent
    var arrival: MediaTime
  }

  private struct State: Sendable {
    var pieces: [Piece] = []
    /// Of them all.
    var bytes = 0
    /// How far time is.
    var time = MediaTime.zero
    var end: MediaTime?
    /// Whether who records has been told that there is something to do.
    var isTold = false
    var needsKeyFrame = false
    var isComplete = false
    var report: SessionRecordingReport?
  }

  private let state = Mutex(State())
  private let calls = BoundedQueue<Bool>(capacity: 1)

  /// Of what waits: minutes. On a disk that takes nothing for so long the rest counts as lost.
  private static let most = 20_000
  private static let mostBytes = 64 << 20

  // MARK: Who receives

  func add(_ events: [ReceivedEvent], at now: MediaTime) {
    state.withLock { state in
      for event in events {
        guard state.pieces.count < Self.most, state.bytes < Self.mostBytes else { return }
        state.pieces.append(Piece(event: event, arrival: now))
        state.bytes += event.size
      }
    }
  }

  /// - Returns: whether the pictures can only go on with a key frame.
  func advance(to now: MediaTime) -> Bool {
    let (isNew, needsKeyFrame) = state.withLock { state in
      state.time = now
      defer { state.isTold = true }
      return (!state.isTold, state.needsKeyFrame)
    }
    if isNew { _ = calls.put(true) }
    return needsKeyFrame
  }

  func end(at now: MediaTime) {
    state.withLock { $0.end = $0.end ?? now }
    _ = advance(to: now)
    calls.close()
  }

  /// Whether all is written.
  var isComplete: Bool { state.withLock { $0.isComplete } }

  /// Then; nil when nothing came.
  var report: SessionRecordingReport? { state.withLock { $0.report } }

  // MARK: Who records

  /// Records until the end.
  func run(_ recording: StreamRecording) {
    while calls.take() != nil {
      let work = state.withLock { state in
        state.isTold = false
        let work = state
        (state.pieces, state.bytes) = ([], 0)
        return work
      }
      for piece in work.pieces { recording.take(piece.event, at: piece.arrival) }
      if let end = work.end {
        let report = recording.finish(at: end)
        return state.withLock { ($0.isComplete, $0.report) = (true, report) }
      }
      recording.advance(to: work.time)
      let needsKeyFrame = recording.needsKeyFrame
      state.withLock { $0.needsKeyFrame = needsKeyFrame }
    }
  }
}

extension ReceivedEvent {
  /// Bytes that it holds.
  fileprivate var size: Int {
    switch self {
    case .sound(let sound, _, _): sound.payload.count
    case .frame(let frame, _, _): frame.bytes.count
    case .clockSet, .alive, .ended: 0
    }
  }
}
