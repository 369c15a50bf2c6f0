import MediaCore
import Strokes

/// What participants say, and what the room says to them.
extension CallRoom {
  /// The first message of a leg asks to come in, the others are commands (Documentation/rooms.md). One that
  /// cannot be read ends the connection.
  mutating func handle(
    _ message: [UInt8], of leg: CallRoomLeg, at now: MediaTime,
    using random: inout some RandomNumberGenerator, into outputs: inout CallRoomOutputs
  ) {
    do throws(BinaryCodecError) {
      if leg.hasJoined {
        room.handle(
          try RoomCodec.decodeMessage(message), from: leg.participant, at: now,
          into: &roomOutputs)
      } else {
        let request = try RoomCodec.decodeJoin(message)
        let key = ResumeKey(using: &random)
        join(leg, request, key: key, at: now)
      }
    } catch {
      close(leg, at: now)
    }
    drain(at: now, using: &random, into: &outputs)
  }

  /// Nothing more comes from it or goes to it; its owner is to take it away.
  mutating func close(_ leg: CallRoomLeg, at now: MediaTime) {
    guard !leg.isClosed else { return }
    leg.isClosed = true
    leg.isPresent = false
    leg.waiting = []
    leg.waitingBytes = 0
    room.disconnect(leg.participant, at: now, into: &roomOutputs)
  }

  private mutating func join(
    _ leg: CallRoomLeg, _ request: JoinRequest, key: ResumeKey, at now: MediaTime
  ) {
    do throws(RoomError) {
      // A participant's number is their leg's, so nobody comes back as somebody else.
      var request = request
      if let resumption = request.resumption,
        room.participants.participant(with: resumption.key)?.id != leg.participant
      {
        request.resumption = nil
      }
      if request.resumption == nil, room.participants[leg.participant] != nil {
        throw RoomError(.wrongState, "You are in the room already; leave it first.")
      }
      _ = try room.join(
        request, as: leg.role, number: leg.participant, key: key, at: now, into: &roomOutputs)
      leg.hasJoined = true
      // Who comes back has them still.
      for track in room.tracks where track.owner == leg.participant { publish(track) }
    } catch {
      tell(leg, .refused(number: 0, error), at: now)
    }
  }

  /// Passes on what the room answered.
  mutating func drain(
    at now: MediaTime, using random: inout some RandomNumberGenerator,
    into outputs: inout CallRoomOutputs
  ) {
    for event in roomOutputs.log { outputs.records.append(.board(event)) }
    if !roomOutputs.log.isEmpty, !board.hasFailed {
      outputs.jobs.append(.draw(roomOutputs.log, at: now))
    }
    for delivery in roomOutputs.deliveries { deliver(delivery, at: now) }
    for act in roomOutputs.media {
      outputs.records.append(.media(act, at: now))
      perform(act, at: now, using: &random)
    }
    roomOutputs.removeAll()
  }

  private mutating func deliver(_ delivery: Delivery, at now: MediaTime) {
    // The room has checked what is in it.
    guard let bytes = try? RoomCodec.encode(delivery.event) else { return }
    for recipient in delivery.recipients where recipient != delivery.exception {
      guard let leg = leg(of: recipient) else { continue }
      switch delivery.event {
      case .welcome: leg.isPresent = true
      case .goodbye: leg.isPresent = false
      default: break
      }
      send(bytes, to: leg, isUrgent: delivery.event.isUrgent)
    }
  }

  private mutating func tell(_ leg: CallRoomLeg, _ event: RoomEvent, at now: MediaTime) {
    guard let bytes = try? RoomCodec.encode(event) else { return }
    send(bytes, to: leg, isUrgent: true)
  }

  /// What is urgent leaves when all is said that there is to say now, the rest with it or at the next tick:
  /// by then more may have come, and small messages go together.
  private mutating func send(_ bytes: [UInt8], to leg: CallRoomLeg, isUrgent: Bool) {
    guard !leg.isClosed else { return }
    leg.waiting.append(bytes)
    leg.waitingBytes += bytes.count
    if isUrgent { touch(leg) }
  }

  /// Once a tick: what was not urgent.
  mutating func sendAllWaiting() {
    for case let leg? in legs where !leg.waiting.isEmpty { touch(leg) }
  }

  /// As much as the channel takes. A board's snapshot may be larger than what it holds.
  mutating func sendWaiting(to leg: CallRoomLeg, at now: MediaTime) {
    var count = 0
    while count < leg.waiting.count, !leg.isClosed,
      leg.transport.messageBacklog < Self.largestBacklog
    {
      leg.waitingBytes -= leg.waiting[count].count
      leg.transport.queue(leg.waiting[count])
      count += 1
    }
    if count > 0 {
      leg.waiting.removeFirst(count)
      leg.transport.sendQueued(at: now, into: &leg.outputs)
      touch(leg)
    }
    // Nobody reads there any more.
    if leg.waitingBytes > configuration.limits.boardBytes * 2 { close(leg, at: now) }
  }

  private static let largestBacklog = 4 << 20

  private mutating func perform(
    _ act: MediaAct, at now: MediaTime, using random: inout some RandomNumberGenerator
  ) {
    switch act {
    case .published(let track): publish(track)
    case .stopped(let track): stop(track)
    case .muted(let track, let isMuted): mute(track, isMuted, at: now)
    case .subscribed(let participant, let track):
      guard let leg = leg(of: participant) else { return }
      if track == RoomTrack.board.id {
        watchBoard(leg, using: &random)
      } else {
        watch(track, leg, at: now, using: &random)
      }
    case .unsubscribed(let participant, let track):
      guard let leg = leg(of: participant) else { return }
      if track == RoomTrack.board.id { leg.board.isSubscribed = false }
      for index in leg.cameras.indices where leg.cameras[index].track == track {
        leg.cameras[index].isSubscribed = false
      }
    case .recording(let act, let time):
      switch act {
      case .start, .resume: beginRecording(at: time, now: now)
      case .pause, .stop: recordedSince = nil
      }
    case .recorded: return
    }
  }

  /// A participant's first microphone is heard, their first camera and screen are passed on.
  private mutating func publish(_ track: RoomTrack) {
    guard let leg = leg(of: track.owner) else { return }
    switch track.kind {
    case .microphone where leg.microphone.track == nil:
      leg.microphone.track = track.id
      leg.microphone.isMuted = track.isMuted
      sound.add(leg.input)
    case .camera where leg.camera.track == nil:
      leg.camera.track = track.id
      leg.camera.isMuted = track.isMuted
    case .screen where leg.screen.track == nil:
      leg.screen.track = track.id
      leg.screen.isMuted = track.isMuted
    case .microphone, .camera, .screen, .board: return
    }
  }

  private mutating func stop(_ track: UInt32) {
    for case let leg? in legs {
      if leg.microphone.track == track { silence(leg) }
      for kind in CallStreams.Kind.pictures where leg[kind].track == track {
        leg[kind].track = nil
        // The next one builds on nothing of it.
        leg[kind].wantsKeyFrame = false
      }
      for index in leg.cameras.indices where leg.cameras[index].track == track {
        leg.cameras[index].isSubscribed = false
      }
    }
  }

  /// Their microphone is none any more.
  mutating func silence(_ leg: CallRoomLeg) {
    guard leg.microphone.track != nil else { return }
    leg.microphone.track = nil
    sound.remove(leg.input)
  }

  private mutating func mute(_ track: UInt32, _ isMuted: Bool, at now: MediaTime) {
    for case let leg? in legs {
      if leg.microphone.track == track {
        leg.microphone.isMuted = isMuted
        sound.mixer.setMuted(isMuted, leg.input)
      }
      for kind in CallStreams.Kind.pictures where leg[kind].track == track {
        leg[kind].isMuted = isMuted
        if !isMuted { wantKeyFrame(of: leg, kind, at: now) }
      }
      // What comes after it builds on what nobody got.
      for index in leg.cameras.indices where leg.cameras[index].track == track {
        leg.cameras[index].needsKeyFrame = true
      }
    }
  }
}

extension RoomEvent {
  /// Whether somebody waits for it: not for who is here and what they may, which can come 20 ms later.
  fileprivate var isUrgent: Bool {
    switch self {
    case .role, .connection, .waits, .waitsNoMore: false
    case .logged(let event):
      switch event.action {
      case .joined, .left, .trackStarted, .trackStopped: false
      default: true
      }
    default: true
    }
  }
}
