import Glibc
import MediaCore
import Strokes
import Synchronization
import TestSupport
import Testing

@testable import MediaIO

/// Sound from a thread of its own gives the files that sound from the same thread does.
@Suite struct ConcurrentSoundTests {
  /// Seeded noise that comes and goes, without an end; fails at its chunk `failure`.
  private struct Noise: NarrationSource {
    var generator: SeededGenerator
    let failure: Int
    var count = 0

    init(seed: UInt64, failure: Int = .max) {
      generator = SeededGenerator(seed: seed)
      self.failure = failure
    }

    mutating func next() throws(MediaError) -> PCMChunk? {
      if count == failure { throw MediaError(.inputDamaged, "chunk \(failure) is broken") }
      defer { count += 1 }
      let level = count % 7 < 4 ? Float(generator.next() % 100) / 400 : 0
      return PCMChunk(
        samples: (0..<4_800).map { _ in
          level * (Float(generator.next() % 2_000) / 1_000 - 1)
        }, channels: 1, rate: 48_000, time: MediaTime(count: Int64(count) * 4_800, rate: 48_000))
    }
  }

  private struct Session: BoardEventSource {
    var events = RandomSession(seed: 4, steps: 120).events
    var position = 0

    mutating func next() throws(MediaError) -> BoardEvent? {
      guard position < events.count else { return nil }
      position += 1
      return events[position - 1]
    }
  }

  /// A session of 6 s with `sound`, stopped after so many frames; what was thrown, too.
  private func record(
    _ sound: consuming some SoundPackets & ~Copyable, stoppingAfter limit: Int
  ) throws -> (bytes: [UInt8], error: MediaError?) {
    var source = Session()
    let survey = try BoardSurvey(of: &source)
    var options = BoardRecording.Options(video: .init(width: 96, height: 64))
    options.audio = .init()
    options.shortest = MediaTime(milliseconds: 6_000)
    let recording = try BoardRecording(
      header: BoardHeader(canvasWidth: 96, canvasHeight: 64), survey: survey, options: options)
    let sink = MemorySink()
    var frames = 0
    do throws(MediaError) {
      _ = try recording.record(
        Session(), sound: sound, to: sink, decode: { _ in nil },
        onProgress: { _ in
          frames += 1
          return frames < limit
        })
      return (sink.bytes, nil)
    } catch {
      return (sink.bytes, error)
    }
  }

  @Test(arguments: 0..<12)
  func theFileIsTheSameByteByByte(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Some end early, some fail, at every place of a batch.
    let limit = seed % 3 == 0 ? Int.max : 1 + Int(generator.next() % 60)
    let failure = seed % 3 == 1 ? Int(generator.next() % 59) : Int.max
    let alone = try record(
      try EncodedNarration(Noise(seed: seed, failure: failure), .init()), stoppingAfter: limit)
    let beside = try record(
      try ConcurrentSound { () throws(MediaError) in
        try EncodedNarration(Noise(seed: seed, failure: failure), .init())
      }, stoppingAfter: limit)
    #expect(alone.bytes.count > 1_000)
    #expect(alone.bytes == beside.bytes)
    #expect(alone.error == beside.error)
  }

  @Test func whatCannotBeOpenedIsSaidAtOnce() {
    let error = #expect(throws: MediaError.self) {
      _ = try ConcurrentSound { () throws(MediaError) -> NoSound in
        throw MediaError(.inputUnreadable, "talk.m4a is not there")
      }
    }
    #expect(error?.message == "talk.m4a is not there")
  }

  @Test func nothingComesBehindTheLastPacket() throws {
    var sound = try ConcurrentSound { NoSound() }
    for _ in 0..<3 { #expect(try sound.next() == nil) }
  }

  /// The thread has no end of its own: the test ends only if it is told.
  @Test(arguments: [0, 1, 24, 25, 26, 1_000])
  func itsThreadEndsWithIt(taken: Int) throws {
    var sound = try ConcurrentSound { () throws(MediaError) in
      try EncodedNarration(Noise(seed: 1), .init())
    }
    for _ in 0..<taken { #expect(try sound.next()?.isEmpty == false) }
  }

  @Test func aQueueTakesNoMoreThanItHasRoomFor() throws {
    let queue = BoundedQueue<Int>(capacity: 3)
    let made = Count()
    let thread = try WorkerThread {
      for number in 0..<1_000_000 {
        guard queue.put(number) else { return }
        made.add()
      }
    }
    while made.value < 3 { sched_yield() }
    #expect(queue.take() == 0)
    while made.value < 4 { sched_yield() }
    queue.close()
    thread.join()
    #expect(made.value == 4)
    #expect([queue.take(), queue.take(), queue.take(), queue.take()] == [1, 2, 3, nil])
  }

  @Test func signalsDoNotReachAWorker() throws {
    let blocked = Count()
    let thread = try WorkerThread {
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      for signal in [SIGINT, SIGTERM] where sigismember(&mask, signal) == 1 { blocked.add() }
    }
    thread.join()
    #expect(blocked.value == 2)
  }

  private final class Count: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .acquiring) }
    func add() { number.add(1, ordering: .acquiringAndReleasing) }
  }
}
