import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

/// A call in which somebody shares a screen for a while.
@Suite struct SharedScreenCallTests {
  private func plan(_ participant: Int) throws -> CallTestPlan {
    var plan = try CallTestTests.plan(.wifi, participants: 2, seconds: 14)
    plan.share = CallTestPlan.Share(
      participant: participant, start: MediaTime(milliseconds: 4_000),
      end: MediaTime(milliseconds: 10_000))
    return plan
  }

  @Test func `it is seen, recorded as it was sent, and in the mix`() throws {
    let call = try RecordedCallTestTests.record(.wifi, share: try plan(0).share)
    let track = try #require(call.manifest.tracks.first { $0.kind == .screen })
    #expect(abs(track.offset.seconds - 4.1) < 0.4)
    var sent: [[UInt8]] = []
    for case .screen(1, let frame, _, _, _) in call.records { sent.append(frame) }
    #expect(sent.count > 20)
    let kept = try SessionRecordingTests.payloads(call.folder.bytes(track.file))
    // The last one is the picture that stands until the end.
    #expect(Array(kept.dropLast()) == sent)
    #expect(try RecordingCheck.run(MemorySource(call.folder.bytes("mix.webm"))).faults == [])
    let title = try #require(try luma(call, x: 600, y: 12, at: 6))
    // The window's title, where a board is white.
    #expect(abs(title - 96) < 20, "\(title)")
    let after = try #require(try luma(call, x: 600, y: 12, at: 12))
    #expect(after > 200, "\(after)")
  }

  @Test func `cameras go on beside it`() throws {
    let report = try CallTest.run(try plan(0))
    #expect(report.paths.count == 2)
    for path in report.paths {
      let picture = try #require(path.picture)
      #expect(picture.frozen < 300, "\(path.from) to \(path.to): \(picture.frozen) ms")
    }
  }

  private func luma(
    _ call: RecordedCallTestTests.Recorded, x: Int, y: Int, at seconds: Double
  ) throws -> Int? {
    var demuxer = try Demuxer(MemorySource(call.folder.bytes("mix.webm")))
    var decoder = try VPXDecoder()
    var value: Int?
    while let packet = try demuxer.next() {
      guard demuxer.streams[packet.stream].kind == .video,
        let picture = try decoder.decode(packet.bytes)
      else { continue }
      if ((packet.time ?? .zero) + call.manifest.start).seconds > seconds { break }
      value = picture.withPlane(.luma) { luma, stride in Int(luma[y * stride + x]) }
    }
    return value
  }

  @Test func `who may not share is refused, and the call goes on`() throws {
    let plan = try plan(1)
    var call = Simulation(try CallTestWorld(plan, over: SimulatedCarrier(plan)))
    try call.world.begin(at: .zero)
    try call.run(until: MediaTime(milliseconds: 6_000))
    #expect(call.world.seats[1].refusals.map(\.code) == [.notAllowed])
    #expect(call.world.seats[0].screenView?.shown == 0)
    #expect(call.world.failure == nil)
  }

  @Test func `the others see it in the sizes it has`() throws {
    let plan = try plan(0)
    var call = Simulation(try CallTestWorld(plan, over: SimulatedCarrier(plan)))
    try call.world.begin(at: .zero)
    try call.run(until: MediaTime(milliseconds: 6_000))
    let view = try #require(call.world.seats[1].screenView)
    #expect(view.shown > 5 && view.size == (640, 360))
    try call.run(until: MediaTime(milliseconds: 9_500))
    #expect(view.shown > 20 && view.size == (480, 360))
    try call.run(until: MediaTime(milliseconds: 10_500))
    let shown = view.shown
    try call.run(until: MediaTime(milliseconds: 12_000))
    #expect(view.shown == shown && !call.world.seats[0].client.isSharing)
    #expect(call.world.failure == nil)
  }
}
