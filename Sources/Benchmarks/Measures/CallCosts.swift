internal import CallSession
internal import Glibc
internal import MediaCore
internal import Strokes

/// What calls cost.
enum CallCosts {
  /// A call of three people without cameras and board, every packet really coded; nothing is compared but
  /// one turn in a thousand.
  static func talk(_ profile: String, minutes: Double) throws(MediaError) {
    var plan = try CallFigures.plan(
      profile, seconds: Int64(minutes * 60), seed: 1, voices: try CallFigures.voices(3))
    plan.board = []
    plan.hasCameras = false
    plan.sampling = 1_000
    let began = ThreadClock.milliseconds
    let report = try CallTest.run(plan)
    let seconds = ((ThreadClock.milliseconds - began) / 100).rounded() / 10
    print("\(seconds) s of CPU for \(minutes) minutes; \(report.participants.count) people")
  }

  /// A room in which three speak and others listen, all protected, over no network. Listeners take what
  /// comes out of its protection and do not decode it: it is the room that is measured.
  ///
  /// - Returns: packets of sound that were coded, and decoded.
  static func room(
    listeners: Int, ticks: Int64
  ) throws(MediaError) -> (encoded: Int, decoded: Int) {
    var random = SimulationGenerator(seed: 1)
    var room = try makeRoom()
    var outputs = CallRoomOutputs()
    var clients: [Seat] = []
    for number in 1...UInt32(3 + listeners) {
      clients.append(try Seat(number, speaks: number <= 3, in: &room, using: &random))
    }
    let speech = try CallFigures.voices(3)
    for tick in 0..<ticks {
      let now = MediaTime(count: tick, rate: 50)
      for (index, seat) in clients.enumerated() {
        if tick == 0 { seat.client.join(at: now, into: &seat.outputs) }
        if index < 3, tick > 10 {
          let start = Int(tick * 960) % (speech[index].count - 960)
          try seat.client.capture(
            Array(speech[index][start..<start + 960]), first: tick * 960, captured: now, at: now,
            into: &seat.outputs)
        }
        seat.client.handleTimeout(at: now, using: &random, into: &seat.outputs)
        for datagram in seat.outputs.datagrams {
          room.receive(datagram, from: index, at: now, using: &random, into: &outputs)
        }
        seat.outputs.removeAll()
      }
      room.handleTimeout(at: now, using: &random, into: &outputs)
      for (leg, datagram) in outputs.datagrams {
        clients[leg].client.receive(datagram, at: now, into: &clients[leg].outputs)
      }
      outputs.removeAll()
    }
    return room.soundWork
  }

  private final class Seat {
    var client: CallClient
    var outputs = CallClientOutputs()

    init(
      _ number: UInt32, speaks: Bool, in room: inout CallRoom,
      using random: inout SimulationGenerator
    ) throws(MediaError) {
      let up = SRTPKeys(.aes128GCM, using: &random)
      let down = SRTPKeys(.aes128GCM, using: &random)
      var configuration = CallClient.Configuration(
        participant: number, name: "\(number)", others: [])
      configuration.hasCamera = false
      configuration.hasMicrophone = speaks
      client = try CallClient(
        configuration, context: try CallCosts.context(sending: up, receiving: down),
        using: &random)
      do throws(CallRoomError) {
        _ = try room.add(
          AuthorID(number), as: speaks ? .participant : .viewer,
          context: try CallCosts.room(sending: down, receiving: up), using: &random)
      } catch {
        throw MediaError(.codecFailed, "\(error)")
      }
    }
  }

  private static func makeRoom() throws(MediaError) -> CallRoom {
    do throws(CallRoomError) {
      return try CallRoom(CallRoomConfiguration(header: SampleDrawing.header), at: .zero)
    } catch {
      throw MediaError(.codecFailed, "\(error)")
    }
  }

  private static func context(
    sending: SRTPKeys, receiving: SRTPKeys
  ) throws(MediaError) -> LibSRTPContext {
    do throws(SRTPError) {
      return try LibSRTPContext(sending: sending, receiving: receiving)
    } catch {
      throw MediaError(.codecFailed, "\(error)")
    }
  }

  private static func room(
    sending: SRTPKeys, receiving: SRTPKeys
  ) throws(CallRoomError) -> LibSRTPContext {
    do throws(MediaError) {
      return try context(sending: sending, receiving: receiving)
    } catch {
      throw .sound(error)
    }
  }
}
