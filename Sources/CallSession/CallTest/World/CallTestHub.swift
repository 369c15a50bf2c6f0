import MediaCore
import Strokes

/// The room of a call test with the machine around it. Its clock is the session's.
struct CallTestHub: ~Copyable {
  var room: CallRoom
  private var outputs = CallRoomOutputs()
  private var random: SimulationGenerator
  private var board: BoardWorker
  private var workers: SimulatedWorkers<BoardJob>
  private var finished: [BoardJob] = []

  /// As measured for 1280×720 on a machine with two cores.
  private static let drawing = JobDuration(
    mean: MediaTime(nanoseconds: 600_000), deviation: MediaTime(nanoseconds: 200_000))

  init(_ plan: CallTestPlan) throws(MediaError) {
    let size = plan.boardSize
    let board = try BoardWorker(
      header: plan.header, width: size.width, height: size.height, encoder: plan.encoder)
    var configuration = CallRoomConfiguration(header: plan.header)
    configuration.cameraBitrates = CallClient.Configuration.cameraBitrates
    configuration.boardEncoder = plan.encoder
    room = try Self.room(configuration)
    self.board = board
    random = SimulationGenerator(seed: plan.seed, stream: 1 << 21)
    workers = SimulatedWorkers(count: 1, seed: plan.seed &+ 1)
  }

  private static func room(
    _ configuration: CallRoomConfiguration
  ) throws(MediaError) -> CallRoom {
    do throws(CallRoomError) {
      return try CallRoom(configuration, at: .zero)
    } catch {
      throw error.mediaError
    }
  }

  mutating func add(
    _ participant: Int, _ context: consuming LibSRTPContext
  ) throws(MediaError) {
    do throws(CallRoomError) {
      _ = try room.add(
        AuthorID(UInt32(participant + 1)), as: participant == 0 ? .host : .participant,
        context: context, using: &random)
    } catch {
      throw error.mediaError
    }
  }

  var deadline: MediaTime? { MediaTime.earliest(room.deadline, workers.deadline) }

  mutating func wake(at now: MediaTime) throws(MediaError) {
    finished.removeAll(keepingCapacity: true)
    workers.finish(until: now, into: &finished)
    for job in finished {
      let result = board.run(job)
      if let failure = result.failure { throw failure }
      room.done(result, at: now, using: &random, into: &outputs)
    }
    room.handleTimeout(at: now, using: &random, into: &outputs)
    submit(at: now)
  }

  mutating func receive(_ datagram: [UInt8], from participant: Int, at now: MediaTime) {
    room.receive(datagram, from: participant, at: now, using: &random, into: &outputs)
    submit(at: now)
  }

  private mutating func submit(at now: MediaTime) {
    for job in outputs.jobs { workers.submit(job, taking: Self.drawing, at: now) }
    outputs.jobs.removeAll(keepingCapacity: true)
  }

  mutating func takeDatagrams() -> [(leg: Int, bytes: [UInt8])] {
    var datagrams: [(leg: Int, bytes: [UInt8])] = []
    swap(&datagrams, &outputs.datagrams)
    return datagrams
  }

  mutating func takeRecords() -> [CallRecord] {
    var records: [CallRecord] = []
    swap(&records, &outputs.records)
    return records
  }
}

extension CallRoomError {
  fileprivate var mediaError: MediaError {
    switch self {
    case .board(let error): MediaError(.inputDamaged, "the board's header is none: \(error.text)")
    case .sound(let error): error
    }
  }
}
