import MediaCore
import Strokes

/// The board as video: coded once for all who watch it, and what each of them lacks besides.
extension CallRoom {
  /// A participant begins to receive the board.
  mutating func watchBoard(_ leg: CallRoomLeg, using random: inout some RandomNumberGenerator) {
    leg.board.isSubscribed = true
    let source = leg.source(.board)
    let isNew = !leg.board.hasStream
    leg.board.hasStream = true
    withSession(of: leg) { session, _ in
      guard isNew else { return session.restartBoard(source) }
      session.addBoard(
        RTPSendStream(
          source: source, payloadType: CallStreams.vp8, clockRate: 90_000, using: &random),
        retransmission: CallStreams.retransmissionFormat(of: source, isAudio: false),
        using: &random)
    }
  }

  mutating func ask(
    _ need: BoardSendStream.Need, for leg: CallRoomLeg, at now: MediaTime,
    into outputs: inout CallRoomOutputs
  ) {
    guard !board.hasFailed else { return }
    leg.board.isAsking = true
    switch need {
    case .bootstrap: outputs.jobs.append(.bootstrap(leg: leg.number, at: now))
    case .blocks(let blocks): outputs.jobs.append(.recode(blocks, leg: leg.number, at: now))
    }
  }

  var boardDeadline: MediaTime? {
    guard !board.hasFailed else { return nil }
    var deadline: MediaTime?
    if let due = board.due, !board.isFrameUnderway, isBoardWatched {
      deadline = max(due, board.gate.next)
    }
    if board.wantsKeyFrame, !board.isKeyFrameUnderway {
      deadline = MediaTime.earliest(deadline, nextKeyFrame)
    }
    return deadline
  }

  private static let keyFrameInterval = MediaTime(milliseconds: 1_000)

  private var nextKeyFrame: MediaTime {
    board.lastKeyFrame.map { $0 + Self.keyFrameInterval } ?? .zero
  }

  private var isBoardWatched: Bool {
    for case let leg? in legs where leg.isPresent && leg.board.isSubscribed { return true }
    return false
  }

  /// A frame, when there is something to show, somebody to see it, and the time has come.
  mutating func askForBoardFrame(at now: MediaTime, into outputs: inout CallRoomOutputs) {
    guard let deadline = boardDeadline, deadline <= now else { return }
    if board.wantsKeyFrame, !board.isKeyFrameUnderway, nextKeyFrame <= now {
      board.isKeyFrameUnderway = true
      outputs.jobs.append(.keyFrame(at: now))
    } else {
      board.isFrameUnderway = true
      outputs.jobs.append(.frame(at: now))
    }
  }

  mutating func take(
    _ result: BoardJobResult, at now: MediaTime, into outputs: inout CallRoomOutputs
  ) {
    if result.failure != nil { board.hasFailed = true }
    for frame in result.frames { share(frame, at: now) }
    if let answer = result.answer { give(answer, at: now) }
    switch result.kind {
    case .frame: board.isFrameUnderway = false
    case .keyFrame: board.isKeyFrameUnderway = false
    case .draw, .answer: break
    }
    board.due = result.due
    askForBoardFrame(at: now, into: &outputs)
  }

  private mutating func share(_ frame: EncodedFrame, at now: MediaTime) {
    guard let blocks = frame.changes else { return }
    if frame.isKeyFrame {
      board.wantsKeyFrame = false
      board.lastKeyFrame = now
    }
    board.gate.note(frame.bytes.count, at: now)
    let shared = SharedFrame(frame.bytes, time: frame.time)
    for case let leg? in legs where leg.isPresent && leg.board.isSubscribed {
      let source = leg.source(.board)
      if frame.isKeyFrame, leg.board.isAsking {
        leg.board.isAsking = false
        withSession(of: leg) { session, streams in
          session.answerBoard(
            [shared], blocks: blocks, shared: session.boardFrames(source) ?? 0, source: source,
            at: now, into: &streams)
        }
      } else {
        withSession(of: leg) { session, streams in
          session.shareBoard(shared, blocks: blocks, source: source, at: now, into: &streams)
        }
      }
    }
  }

  private mutating func give(_ answer: BoardJobResult.Answer, at now: MediaTime) {
    // A key frame for everybody may have come before it.
    guard let leg = leg(answer.leg), leg.board.isAsking else { return }
    guard let frames = answer.frames else {
      board.wantsKeyFrame = true
      return
    }
    leg.board.isAsking = false
    let source = leg.source(.board)
    let shared = frames.map { SharedFrame($0.bytes, time: $0.time) }
    withSession(of: leg) { session, streams in
      session.answerBoard(
        shared, blocks: answer.blocks, shared: session.boardFrames(source) ?? 0, source: source,
        at: now,
        into: &streams)
    }
  }
}
