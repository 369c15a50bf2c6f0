import MediaCore
import TestSupport
import Testing

@testable import CallSession

/// A call test that is recorded: what is in the folder is what was sent.
@Suite struct RecordedCallTestTests {
  static func record(
    _ profile: NetworkProfile, share: CallTestPlan.Share? = nil
  ) throws -> Recorded {
    var plan = try CallTestTests.plan(profile, participants: 2, seconds: 14)
    plan.share = share
    plan.isRecorded = true
    let folder = MemoryFolder()
    let recording = SessionRecording(header: plan.header, folder: folder)
    var all: [CallRecord] = []
    _ = try CallTest.run(plan) { records in
      for record in records { recording.handle(record) }
      all += records
      if let last = records.last, case .mix(_, let first, _) = last {
        recording.advance(to: MediaTime(count: first, rate: 48_000))
      }
    }
    let report = recording.finish(at: plan.duration)
    #expect(report.failures.isEmpty)
    let manifest = try #require(report.manifest)
    #expect(manifest.tracks.count == (share == nil ? 4 : 5))
    return Recorded(folder: folder, manifest: manifest, records: all, plan: plan)
  }

  struct Recorded {
    var folder: MemoryFolder
    var manifest: SessionManifest
    var records: [CallRecord]
    var plan: CallTestPlan

    /// What is in the track of a participant's microphone, from 1 on.
    func microphone(of participant: UInt32) throws -> [[UInt8]] {
      let track = try #require(
        manifest.tracks.first { $0.participant == participant && $0.kind == .microphone })
      return try SessionRecordingTests.payloads(folder.bytes(track.file))
    }
  }

  /// What a participant's microphone sent, in order: nothing of it depends on the network while no
  /// loss is known.
  private func sent(_ participant: Int, _ plan: CallTestPlan) throws -> [[UInt8]] {
    let script = TurnScript(plan.speech, until: plan.duration - CallTestMeasurements.rest)
    var encoder = try OpusEncoder(
      CallClient.Configuration(participant: 1, name: "", others: []).opus)
    var packets: [[UInt8]] = []
    for block in 0..<plan.duration.ticks(of: 50) {
      packets.append(
        try encoder.encode(script.samples(of: participant, from: block * 960, count: 960)))
    }
    return packets
  }

  @Test func `on a perfect network a track has each byte that was sent while it ran`() throws {
    let call = try Self.record(.perfect)
    for participant in 0...1 {
      let sent = try sent(participant, call.plan)
      let kept = try call.microphone(of: UInt32(participant + 1))
      let first = try #require(sent.firstIndex { $0.count > 20 })
      let place = try #require(kept.firstIndex(of: sent[first]))
      // The last ones were still under way when the call ended.
      for index in first..<sent.count - 30 {
        #expect(kept[place + index - first] == sent[index])
      }
    }
  }

  @Test func `on a lossy network it has what came, once and in order`() throws {
    let call = try Self.record(.lossy10)
    var came: [(sequence: Int64, payload: [UInt8])] = []
    for case .sound(1, let sequence, _, let payload, _, let time) in call.records
    where time.seconds > 1 {
      came.append((sequence, payload))
    }
    came.sort { $0.sequence < $1.sequence }
    let kept = try call.microphone(of: 1)
    #expect(came.count > 500)
    // Speech: packets of silence are alike, and stand for what was lost as well.
    let speech = came.dropLast(60).map(\.payload).filter { $0.count > 40 }
    #expect(speech.count > 100)
    var place = 0
    for payload in speech {
      let found = try #require(kept[place...].firstIndex(of: payload))
      place = found + 1
    }
  }
}
