import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

/// Where what was said, shown and drawn at a known time stands in a recorded call's files.
@Suite struct RecordedSyncTests {
  /// Seconds by which sound in a file is later than the script says, of a turn that begins at a sample.
  private func lateness(
    _ heard: [Float], _ said: [Float], from first: Int64, start: MediaTime
  ) -> Double {
    let rate = 48_000
    let origin = Int(first) - Int(start.sampleNumber)
    var best = (score: -Float.infinity, shift: 0)
    // Every eighth shift decides to a sixth of a millisecond.
    for shift in stride(from: -rate / 20, to: rate * 3 / 10, by: 8) {
      var score: Float = 0
      for index in stride(from: 0, to: said.count, by: 4) {
        let place = origin + shift + index
        if heard.indices.contains(place) { score += heard[place] * said[index] }
      }
      if score > best.score { best = (score, shift) }
    }
    return Double(best.shift) / Double(rate)
  }

  private func sound(_ call: RecordedCallTestTests.Recorded, _ file: String) throws -> [Float] {
    var decoder = try AudioFileDecoder(MemorySource(call.folder.bytes(file)), channels: 1)
    var samples: [Float] = []
    while try decoder.read(48_000, into: &samples) > 0 {}
    return samples
  }

  private func file(
    _ call: RecordedCallTestTests.Recorded, _ kind: SessionManifest.Track.Kind,
    _ participant: UInt32
  ) throws -> String {
    try #require(
      call.manifest.tracks.first {
        $0.participant == participant && $0.kind == kind
      }
    ).file
  }

  /// Seconds by which a camera's pictures are later in its file than they were taken: the median.
  private func cameraLateness(
    _ call: RecordedCallTestTests.Recorded, _ participant: UInt32
  ) throws -> Double {
    let clock = call.plan.profile.clocks(
      ofParticipant: Int(participant) - 1, seed: call.plan.seed
    ).system
    var demuxer = try Demuxer(
      MemorySource(call.folder.bytes(try file(call, .camera, participant))))
    var decoder = try VPXDecoder()
    var distances: [Double] = []
    while let packet = try demuxer.next() {
      guard let picture = try decoder.decode(packet.bytes),
        let number = CameraPicture.number(in: picture)
      else { continue }
      let taken = clock.time(
        ofReading: clock.offset + MediaTime(count: Int64(number), rate: call.plan.camera.rate))
      let shown = (packet.time ?? .zero) + call.manifest.start
      distances.append((shown - taken).seconds)
    }
    distances.sort()
    #expect(distances.count > 60)
    return distances[distances.count / 2]
  }

  @Test func `on wifi sound, cameras and the mix stand within 20 ms of each other`() throws {
    let call = try RecordedCallTestTests.record(.wifi)
    let script = TurnScript(
      call.plan.speech, until: call.plan.duration - CallTestMeasurements.rest)
    let mix = try sound(call, "mix.webm")
    for participant in 1...2 as ClosedRange<UInt32> {
      let turns = script.turns(until: call.plan.duration - CallTestMeasurements.rest)
      let turn = try #require(turns.last { $0.participant == Int(participant) - 1 })
      let said = script.samples(
        of: Int(participant) - 1, from: turn.samples.lowerBound, count: 48_000)
      let first = call.plan.profile.clocks(
        ofParticipant: Int(participant) - 1, seed: call.plan.seed
      ).samples.time(ofSample: turn.samples.lowerBound, rate: 48_000).sampleNumber
      let track = lateness(
        try sound(call, try file(call, .microphone, participant)), said, from: first,
        start: call.manifest.start)
      let mixed = lateness(mix, said, from: first, start: call.manifest.start)
      let camera = try cameraLateness(call, participant)
      #expect(abs(track - camera) < 0.02, "\(participant): \(track) \(camera) \(mixed)")
      #expect(abs(mixed - camera) < 0.02, "\(participant): \(track) \(camera) \(mixed)")
      // And by about what the path takes, all of it.
      #expect((-0.001...0.04).contains(track), "\(participant): \(track)")
    }
  }

  @Test func `ink stands beside what its author says`() throws {
    let call = try RecordedCallTestTests.record(.wifi)
    let script = DrawingScript(
      call.plan.board, by: AuthorID(1), until: call.plan.duration - CallTestMeasurements.rest)
    var logged: [MediaTime] = []
    for case .board(let event) in call.records {
      if case .strokeBegan = event.action { logged.append(MediaTime(event.time)) }
    }
    var drawn: [MediaTime] = []
    for act in script.acts {
      if case .strokeBegan = act.action { drawn.append(act.time) }
    }
    #expect(logged.count > 5 && drawn.count >= logged.count)
    for (logged, drawn) in zip(logged, drawn).dropFirst() {
      #expect((-0.001...0.04).contains((logged - drawn).seconds), "\((logged - drawn).seconds)")
    }
  }
}
