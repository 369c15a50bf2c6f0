import MediaCore
import Strokes

/// Commands of all kinds, most of them good, some wrong in each of the ways that there are.
extension RoomSimulation {
  mutating func sendSomething(from seat: Int, _ choices: inout ExerciseChoices) {
    let command: RoomCommand =
      switch choices.number(below: 40) {
      case 0..<24: .draw(drawing(seat, &choices), captured: stamp(seat, &choices))
      case 24: .publish(choose(&choices), name: choices.chance(9) ? "" : "track")
      case 25: .unpublish(track(&choices))
      case 26: .subscribe(track(&choices))
      case 27: .unsubscribe(track(&choices))
      case 28: .mute(track(&choices), choices.chance(2))
      case 29, 30: .say(words(seat, &choices), attachments: attachments(&choices))
      case 31: .react(choices.chance(9) ? "\u{2028}" : "👍")
      case 32: .readHistory(before: UInt64(choices.byte()))
      case 33: .admit(person(&choices))
      case 34: .turnAway(person(&choices))
      case 35: .setRole(person(&choices), choose(&choices))
      case 36: .setRights(person(&choices), RoomRights(rawValue: choices.byte()))
      case 37: .record(choose(&choices))
      case 38: .setChapter("chapter")
      default: lastResort(&choices)
      }
    send(command, from: seat)
  }

  private func lastResort(_ choices: inout ExerciseChoices) -> RoomCommand {
    switch choices.number(below: 8) {
    case 0: return .leave
    case 1: return .remove(person(&choices))
    case 2: return .unknown(code: choices.byte() | 128)
    default:
      let bytes = choices.take(choices.number(below: 64))
      return (try? RoomCodec.decodeMessage(bytes))?.command ?? .unknown(code: 255)
    }
  }

  private mutating func drawing(_ seat: Int, _ choices: inout ExerciseChoices) -> BoardAction {
    switch choices.number(below: 24) {
    case 0..<4:
      let ink = Ink(
        kind: choose(&choices), colour: Colour(red: 200, green: choices.byte(), blue: 0),
        width: UInt16(choices.byte()) * 4)
      return .strokeBegan(newName(seat, &choices), ink: ink, channels: [], order: nil)
    case 4..<9: return .strokePoints(openStroke(seat, &choices), points(&choices))
    case 9, 10: return .strokeEnded(openStroke(seat, &choices))
    case 11:
      let hit = Erasure.Hit(item: knownName(&choices), pointCount: UInt32(choices.byte() & 7))
      return .erased(newName(seat, &choices), Erasure(shape: .vector, hits: [hit]))
    case 12: return .cleared(newName(seat, &choices))
    case 13:
      let map = AffineTransform.translation(x: Double(choices.byte() & 15), y: 3)
      return .transformed(newName(seat, &choices), items: [knownName(&choices)], map)
    case 14:
      let copy = Duplicate(source: knownName(&choices), copy: newName(seat, &choices))
      let map = AffineTransform.translation(x: 5, y: Double(choices.byte() & 15))
      return .duplicated(newName(seat, &choices), copies: [copy], map)
    case 15: return .deleted(newName(seat, &choices), items: [knownName(&choices)])
    case 16:
      let style = Restyle(colour: Colour(red: 0, green: 0, blue: choices.byte()))
      return .restyled(newName(seat, &choices), items: [knownName(&choices)], style)
    case 17, 18: return .undone(knownName(&choices))
    case 19: return .redone(knownName(&choices))
    case 20:
      let colour = Colour(red: choices.byte(), green: 255, blue: 255)
      return .background(newName(seat, &choices), .colour(colour))
    case 21: return resource(&choices)
    case 22:
      let placement = PicturePlacement(hash: hash(&choices), width: 9, height: 9)
      return .picturePlaced(newName(seat, &choices), placement)
    default:
      return quiet(&choices)
    }
  }

  private func quiet(_ choices: inout ExerciseChoices) -> BoardAction {
    switch choices.number(below: 4) {
    case 0: .pointer(x: Int32(choices.byte()), y: 0, isVisible: true)
    case 1: .ruler(choices.chance(2) ? nil : Ruler(x: 0, y: 64, direction: 9))
    case 2: .viewMoved(Viewport(scale: 1, offsetX: Double(choices.byte()), offsetY: 0))
    default: .joined(name: "nobody")
    }
  }

  /// Mostly the next of the author's own; now and then any.
  private mutating func newName(_ seat: Int, _ choices: inout ExerciseChoices) -> BoardID {
    if choices.chance(24) { return knownName(&choices) }
    seats[seat].lastName += 1
    return BoardID(author: seats[seat].id ?? AuthorID(1), number: seats[seat].lastName)
  }

  private func knownName(_ choices: inout ExerciseChoices) -> BoardID {
    let author = AuthorID(UInt32(choices.number(below: max(seats.count, 1)) + 1))
    var last: UInt32 = 1
    for seat in seats where seat.id == author { last = max(seat.lastName, 1) }
    return BoardID(author: author, number: last - UInt32(choices.number(below: 8)) % last)
  }

  private func openStroke(_ seat: Int, _ choices: inout ExerciseChoices) -> BoardID {
    let open = seats[seat].id.map { room.board.openStrokes(of: $0) } ?? []
    if open.isEmpty || choices.chance(16) { return knownName(&choices) }
    return open[choices.number(below: open.count)]
  }

  private func points(_ choices: inout ExerciseChoices) -> [StrokePoint] {
    var points: [StrokePoint] = []
    for _ in 0...choices.number(below: 4) {
      points.append(
        StrokePoint(x: Int32(choices.byte()) * 16, y: Int32(choices.byte()) * 10))
    }
    return points
  }

  /// One of four pictures, whose bytes and name mostly agree.
  private func resource(_ choices: inout ExerciseChoices) -> BoardAction {
    let named = hash(&choices)
    let bytes = choices.chance(8) ? Self.picture(9) : Self.picture(choices.byte() & 3)
    let name = choices.chance(4) ? named : ContentHash(sha256Of: bytes)
    return .resource(name, Resource(mediaType: "image/png", bytes: bytes))
  }

  private func hash(_ choices: inout ExerciseChoices) -> ContentHash {
    ContentHash(sha256Of: Self.picture(choices.byte() & 3))
  }

  /// The beginning of a PNG (clauses 5.2 and 11.2.2): all that a room looks at.
  private static func picture(_ number: UInt8) -> [UInt8] {
    let size: [UInt8] = [0, 0, 0, number + 1]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + size + size
  }

  private func stamp(_ seat: Int, _ choices: inout ExerciseChoices) -> BoardTime {
    let ticks = now.nanoseconds / 100_000 + seats[seat].skew
    return BoardTime(ticks: max(ticks - Int64(choices.byte()), 0))
  }

  private func words(_ seat: Int, _ choices: inout ExerciseChoices) -> String {
    choices.chance(12) ? "" : "\(seat): \(seats[seat].sent.count + 1)"
  }

  private func attachments(_ choices: inout ExerciseChoices) -> [ContentHash] {
    choices.chance(2) ? [] : [hash(&choices)]
  }

  private func track(_ choices: inout ExerciseChoices) -> UInt32 {
    UInt32(choices.number(below: Int(min(room.lastTrack, 200)) + 2))
  }

  private func person(_ choices: inout ExerciseChoices) -> AuthorID {
    AuthorID(UInt32(choices.number(below: seats.count + 2)))
  }

  private func choose<Choice: CaseIterable>(_ choices: inout ExerciseChoices) -> Choice
  where Choice.AllCases.Index == Int {
    Choice.allCases[choices.number(below: Choice.allCases.count)]
  }
}
