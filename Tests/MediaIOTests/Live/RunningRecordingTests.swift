import CallSession
import MediaCore
import Synchronization
import TestSupport
import Testing

@testable import MediaIO

@Suite struct RunningRecordingTests {
  private static func milliseconds(_ value: Int64) -> MediaTime { MediaTime(milliseconds: value) }

  /// Files that nobody can write.
  private final class NoFolder: RecordingFolder {
    func create(_ name: String) throws(MediaError) -> any ByteSink {
      throw MediaError(.outputFailed, "no")
    }
  }

  /// Sound as a sender sends it, by its own clock.
  private func receive(_ milliseconds: Range<Int64>) throws -> [(ReceivedEvent, MediaTime)] {
    var random = SeededGenerator(seed: 1)
    var receiver = PlainRTPReceiver(
      [(.sound, MediaLane.sound.payloadType)], canonicalName: "ear", using: &random)
    var sender = PlainRTPSender(
      PlainRTPSender.Configuration(
        canonicalName: "voice", wallClockOrigin: 1_796_040_000_000_000_000, lanes: [.sound]),
      using: &random)
    var sound = try LiveSoundEncoder(channels: 1)
    var outputs = PlainRTPReceiverOutputs()
    var datagrams: [PlainRTPDatagram] = []
    var events: [(ReceivedEvent, MediaTime)] = []
    for tick in stride(from: milliseconds.lowerBound, to: milliseconds.upperBound, by: 20) {
      let now = Self.milliseconds(tick)
      while let packet = try sound.next(before: now) {
        sender.send(packet, at: now, into: &datagrams)
      }
      sender.handleTimeout(at: now, using: &random, into: &datagrams)
      for datagram in datagrams {
        receiver.receive(datagram.bytes, lane: .sound, at: now, into: &outputs)
      }
      datagrams = []
      events += outputs.events.map { ($0, now) }
      outputs.removeAll()
    }
    return events
  }

  @Test func `what is handed over is written by the end`() throws {
    let made = Names()
    let recording = try RunningRecording(title: "x", wallClockOrigin: 0, lanes: [.sound]) {
      CountingFolder(made)
    }
    #expect(recording.began == nil && !recording.isComplete)
    for (event, time) in try receive(0..<4_000) {
      recording.take([event], packets: 1, at: time)
      _ = recording.advance(to: time)
    }
    #expect(recording.began != nil)
    recording.end(at: Self.milliseconds(4_000))
    let report = try #require(recording.takeReport())
    #expect(recording.isComplete)
    #expect(report.tracks.count == 1 && report.tracks[0].result.passed > 180)
    #expect(made.all.contains("manifest.json"))
  }

  @Test func `who gives it up finds complete files all the same`() throws {
    let made = Names()
    do {
      let recording = try RunningRecording(title: "x", wallClockOrigin: 0, lanes: [.sound]) {
        CountingFolder(made)
      }
      for (event, time) in try receive(0..<3_000) {
        recording.take([event], packets: 1, at: time)
        _ = recording.advance(to: time)
      }
    }
    #expect(made.all.contains("manifest.json"))
  }

  @Test func `nothing is no recording, also when nobody waits for it`() throws {
    let recording = try RunningRecording(title: "x", wallClockOrigin: 0, lanes: [.video]) {
      NoFolder()
    }
    for tick in 0..<100 as Range<Int64> {
      #expect(!recording.advance(to: Self.milliseconds(tick * 20)))
    }
    recording.end(at: Self.milliseconds(2_000))
    #expect(recording.takeReport() == nil)
    // Given up without an end: its thread goes all the same.
    _ = try RunningRecording(title: "x", wallClockOrigin: 0, lanes: [.video]) { NoFolder() }
  }
}

/// Of files, from another thread.
private final class Names: Sendable {
  private let names = Mutex<[String]>([])

  func add(_ name: String) { names.withLock { $0.append(name) } }

  var all: [String] { names.withLock { $0 } }
}

/// In memory, on the thread of the recording; says what is made.
private final class CountingFolder: RecordingFolder {
  private let files = MemoryFolder()
  private let names: Names

  init(_ names: Names) {
    self.names = names
  }

  func create(_ name: String) throws(MediaError) -> any ByteSink {
    names.add(name)
    return try files.create(name)
  }
}
