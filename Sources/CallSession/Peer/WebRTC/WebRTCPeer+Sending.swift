package import MediaCore
package import Strokes

/// What is sent to a peer.
extension WebRTCPeer {
  /// Whether what is sent to others is sent to it: not to who tests a line.
  package var isViewer: Bool { echo == nil }

  /// Sends a packet of the sound.
  ///
  /// - Parameter level: RFC 6464, as it is sent.
  package func sendSound(
    _ packet: LiveSoundEncoder.Packet, level: UInt8? = nil, at now: MediaTime,
    into datagrams: inout [[UInt8]]
  ) {
    guard state == .connected, let sound = streams.sound else { return }
    session.sendAudio(
      packet.bytes, source: sound, ticks: packet.ticks, level: level, capturedAt: packet.time,
      at: now, into: &answers)
    drain(at: now, into: &datagrams)
  }

  /// Sends what everybody gets of the board, or notes that it is owed.
  package func shareBoard(
    _ frame: SharedFrame, blocks: BlockMap, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard state == .connected, let board = streams.board else { return }
    // What is owed now is made good by the same answer.
    if case .blocks(var need) = boardNeed {
      need.formUnion(blocks)
      boardNeed = .blocks(need)
    }
    session.shareBoard(frame, blocks: blocks, source: board, at: now, into: &answers)
    drain(at: now, into: &datagrams)
  }

  /// Sends what this peer alone needed, as everybody has it after the last shared frame.
  package func answerBoard(
    _ frames: [SharedFrame], blocks: BlockMap, at now: MediaTime, into datagrams: inout [[UInt8]]
  ) {
    guard state == .connected, let board = streams.board else { return }
    boardNeed = nil
    session.answerBoard(
      frames, blocks: blocks, shared: session.boardFrames(board) ?? 0, source: board, at: now,
      into: &answers)
    drain(at: now, into: &datagrams)
  }

  // MARK: What comes back

  /// Sends what is due of a peer's echo.
  func sendEcho(at now: MediaTime) {
    while let departure = echo?.next(at: now, isFull: session.isCongested) {
      switch departure.item {
      case .sound(let payload, let level):
        guard let sound = streams.sound else { continue }
        session.sendAudio(
          payload, source: sound, ticks: departure.ticks, level: level,
          capturedAt: departure.captured, at: now, into: &answers)
      case .picture(let frame, _):
        guard let camera = streams.camera else { continue }
        session.sendFrame(
          frame, source: camera, capturedAt: departure.captured, at: now, into: &answers)
      }
    }
    // The key frame that is asked for here is one that the peer sends.
    guard echo?.takeKeyFrameWish(at: now) == true, let source = reception.videoSource else {
      return
    }
    session.requestKeyFrame(source, into: &answers)
  }
}
