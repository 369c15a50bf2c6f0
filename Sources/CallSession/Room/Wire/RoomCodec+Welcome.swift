import MediaCore
import Strokes

extension BinaryCodecWriter {
  mutating func welcome(_ welcome: Welcome) {
    author(welcome.participant)
    key(welcome.key)
    boolean(welcome.isResumed)
    zigzag(welcome.now.nanoseconds)
    varint(welcome.sequence)
    varint(welcome.number)
    count(welcome.refused.count)
    for number in welcome.refused { varint(number) }
    count(welcome.participants.count)
    for participant in welcome.participants {
      author(participant.id)
      text(participant.name)
      byte(participant.role.rawValue)
      byte(participant.rights.rawValue)
      boolean(participant.isConnected)
    }
    count(welcome.tracks.count)
    for track in welcome.tracks {
      varint(UInt64(track.id))
      author(track.owner)
      byte(track.kind.rawValue)
      boolean(track.isMuted)
      text(track.name)
    }
  }
}

extension BinaryCodecReader {
  mutating func welcome() throws(BinaryCodecError) -> Welcome {
    var welcome = Welcome(
      participant: try author(), key: try key(), isResumed: try boolean(),
      now: MediaTime(nanoseconds: try zigzag()), sequence: try varint(), number: try varint(),
      refused: [], participants: [], tracks: [])
    let limit = BoardLimits.itemsPerEvent
    for _ in 0..<(try count(ofAtLeast: 1, limit: limit, else: .tooManyItems)) {
      welcome.refused.append(try varint())
    }
    for _ in 0..<(try count(ofAtLeast: 5, limit: limit, else: .tooManyItems)) {
      welcome.participants.append(
        Welcome.ParticipantInfo(
          id: try author(), name: try name(), role: try choice(),
          rights: RoomRights(rawValue: try byte()), isConnected: try boolean()))
    }
    for _ in 0..<(try count(ofAtLeast: 5, limit: limit, else: .tooManyItems)) {
      welcome.tracks.append(try track())
    }
    return welcome
  }

  private mutating func track() throws(BinaryCodecError) -> RoomTrack {
    let (id, owner) = (try varint32(), try author())
    let kind: RoomTrack.Kind = try choice()
    let isMuted = try boolean()
    var track = RoomTrack(id: id, owner: owner, kind: kind, name: try name())
    track.isMuted = isMuted
    return track
  }
}
