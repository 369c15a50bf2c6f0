import MediaCore
import Strokes
import TestSupport
import Testing

@testable import CallSession

@Suite struct SessionRecordingTests {
  /// Five seconds before the recording, ten of it with a pause of two, a mute and a latecomer.
  static func record(
    _ capacities: [String: Int] = [:]
  ) throws -> (call: RecordedCall, report: SessionRecordingReport) {
    let call = try RecordedCall()
    call.folder.capacities = capacities
    let ann = try call.join("Ann", as: .host)
    let bob = try call.join("Bob")
    try call.speak(ann)
    try call.film(bob, luma: 190, frames: 300)
    call.stroke(30, from: ann)
    call.act { stage in stage.send(.say("too early", attachments: []), from: bob) }
    try call.run(seconds: 5)
    call.act { stage in stage.send(.record(.start), from: ann) }
    try call.run(seconds: 2)
    call.stroke(50, from: ann)
    call.act { stage in stage.send(.say("hello", attachments: []), from: bob) }
    call.act { stage in stage.send(.setChapter("Part two"), from: ann) }
    try call.run(seconds: 1)
    call.act { stage in stage.send(.record(.pause), from: ann) }
    call.act { stage in stage.send(.say("off the record", attachments: []), from: bob) }
    try call.run(seconds: 2)
    call.stroke(70, from: ann)
    call.act { stage in stage.send(.record(.resume), from: ann) }
    call.mute(ann, true)
    try call.run(seconds: 1)
    call.mute(ann, false)
    try call.speak(bob)
    call.recording.handle(.speaker(participant: bob.rawValue, at: call.now))
    call.act { stage in stage.send(.say("bye", attachments: []), from: bob) }
    try call.run(seconds: 4)
    call.act { stage in stage.send(.record(.stop), from: ann) }
    try call.run(seconds: 1)
    return (call, call.recording.finish(at: call.now))
  }

  static func payloads(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var demuxer = try Demuxer(MemorySource(bytes))
    var payloads: [[UInt8]] = []
    while let packet = try demuxer.next() { payloads.append(packet.bytes) }
    return payloads
  }

  @Test func `the folder holds the log, the mix, the tracks, the messages and what they are`()
    throws
  {
    let (call, report) = try Self.record()
    #expect(report.failures == [])
    let names = [
      "chat.vtt", "manifest.json", "mix.webm", "session.board", "tracks/1.webm", "tracks/2.webm",
      "tracks/3.webm",
    ]
    #expect(call.folder.names.sorted() == names)
    for name in names { #expect(call.folder.isClosed(name)) }

    let manifest = try SessionManifest(json: call.folder.bytes("manifest.json"))
    #expect(manifest == report.manifest)
    #expect(manifest.start == MediaTime(milliseconds: 5_000))
    #expect(manifest.end == MediaTime(milliseconds: 15_000))
    #expect(manifest.pauses.count == 1)
    #expect(manifest.timeline.duration == MediaTime(milliseconds: 8_000))
    #expect(manifest.tracks.map(\.file) == ["tracks/1.webm", "tracks/2.webm", "tracks/3.webm"])
    #expect(manifest.tracks.map(\.kind) == [.microphone, .camera, .microphone])
    #expect(manifest.tracks.map(\.participantName) == ["Ann", "Bob", "Bob"])
    #expect(manifest.tracks[0].gaps.map(\.reason) == [.muted])
    #expect(manifest.tracks[2].gaps.map(\.reason) == [.absent])
    #expect(manifest.announcements.map(\.participant) == [1, 2])
    for track in manifest.tracks { #expect(abs(track.driftPPM) < 50) }

    let again = try Self.record().call
    for name in names { #expect(again.folder.bytes(name) == call.folder.bytes(name), "\(name)") }
  }

  @Test func `mix and tracks are as long as the recording, and nothing is wrong with them`() throws
  {
    let (call, report) = try Self.record()
    for name in ["mix.webm", "tracks/1.webm", "tracks/2.webm", "tracks/3.webm"] {
      let source = MemorySource(call.folder.bytes(name))
      let findings = try RecordingCheck.run(source)
      #expect(findings.faults == [], "\(name)")
      #expect(findings.duration == MediaTime(milliseconds: 8_000), "\(name)")
      guard name != "tracks/2.webm" else { continue }
      var decoder = try AudioFileDecoder(MemorySource(call.folder.bytes(name)))
      let length = try decoder.measureRest()
      #expect(abs((length - MediaTime(milliseconds: 8_000)).seconds) < 0.02, "\(name)")
    }
    #expect(report.mix?.duration == MediaTime(milliseconds: 8_000))
    let info = try WebMInspection(MemorySource(call.folder.bytes("mix.webm")))
    #expect(info.chapters.map(\.title) == ["Part two"])
    #expect(info.chapters.first?.start == MediaTime(milliseconds: 2_000))
  }

  @Test func `what was sent while it ran is in the tracks as it was sent`() throws {
    let (call, _) = try Self.record()
    let silence = try OpusSilence()
    // Ann: all but the first five seconds, the pause and her mute; Bob: since he came.
    let ann = call.speakers[0].stream.payloads
    let bob = call.speakers[1].stream.payloads
    for (file, sent) in [
      ("tracks/1.webm", Array(ann[250..<400] + ann[500..<700])),
      ("tracks/3.webm", Array(bob[..<200])),
    ] {
      let passed = try Self.payloads(call.folder.bytes(file)).filter {
        $0 != silence.whole && $0 != silence.short
      }
      #expect(passed.count == sent.count, "\(file)")
      #expect(passed == sent, "\(file)")
    }
  }

  @Test func `the log is there from the room's beginning, the messages while it ran`() throws {
    let (call, _) = try Self.record()
    var reader = try BoardTextReader(
      MemorySource(call.folder.bytes("session.board")), name: "session.board")
    var events: [BoardEvent] = []
    while let event = try reader.next() { events.append(event) }
    #expect(events == Array(call.stage.log.prefix(events.count)))
    #expect(events.last?.action == .recordingStopped)
    let chat = String(decoding: call.folder.bytes("chat.vtt"), as: UTF8.self)
    #expect(chat.contains("00:00:02.000 --> 00:00:05.250\n<v Bob>hello"))
    #expect(chat.contains("00:00:04.000 --> "))
    #expect(!chat.contains("early") && !chat.contains("off the record"))
  }

  @Test func `the picture shows what was drawn before, and in a pause from its end on`() throws {
    let (call, _) = try Self.record()
    var demuxer = try Demuxer(MemorySource(call.folder.bytes("mix.webm")))
    var decoder = try VPXDecoder()
    var shown: [(time: Double, darkness: [Bool], camera: Int)] = []
    while let packet = try demuxer.next() {
      guard demuxer.streams[packet.stream].kind == .video,
        let picture = try decoder.decode(packet.bytes)
      else { continue }
      // The board of 100×60 takes 252×151 pixels in the middle of what the cameras leave.
      let (luma, camera) = picture.withPlane(.luma) { bytes, stride in
        let row = 90 * stride
        let ink = [30, 50, 70].map { x in
          bytes[row + 1 + Int((Double(x) + 0.5) * 2.52)] < 90
        }
        return (ink, Int(bytes[60 * stride + 300]))
      }
      shown.append(((packet.time ?? .zero).seconds, luma, camera))
    }
    func state(_ time: Double) -> (time: Double, darkness: [Bool], camera: Int)? {
      shown.last { $0.time <= time }
    }
    #expect(state(0)?.darkness == [true, false, false])
    #expect(state(2.5)?.darkness == [true, true, false])
    #expect(state(3.5)?.darkness == [true, true, true])
    let camera = try #require(state(7)?.camera)
    #expect(abs(camera - 190) < 16, "\(camera)")
  }

  @Test(arguments: [
    ("tracks/1.webm", 0), ("tracks/1.webm", 36_000), ("mix.webm", 0), ("mix.webm", 33_400),
    ("tracks/2.webm", 0), ("session.board", 60), ("chat.vtt", 60), ("manifest.json", 60),
  ])
  func `a file that fails ends alone, and is named`(name: String, capacity: Int) throws {
    let (call, report) = try Self.record([name: capacity])
    #expect(report.failures.map(\.file) == [name])
    let manifest = try #require(report.manifest)
    for other in ["mix.webm", "tracks/1.webm", "tracks/2.webm"] where other != name {
      #expect(try WebMInspection(MemorySource(call.folder.bytes(other))).isComplete)
    }
    if name.hasSuffix("webm"), capacity > 0 {
      // What was written is a file that plays.
      let left = try WebMInspection(MemorySource(call.folder.bytes(name)))
      #expect(left.isComplete && left.lastTime > .zero)
    }
    let listed = manifest.tracks.map(\.file) + [manifest.mix, manifest.chat].compactMap { $0 }
    let isFixed = name == "session.board" || name == "manifest.json"
    #expect(listed.contains(name) == (capacity > 0 && !isFixed))
  }

  @Test func `a call that ends before its recording is stopped is complete`() throws {
    let call = try RecordedCall()
    let ann = try call.join("Ann", as: .host)
    call.act { stage in stage.send(.record(.start), from: ann) }
    try call.speak(ann)
    try call.run(seconds: 3)
    call.act { stage in stage.send(.record(.pause), from: ann) }
    try call.run(seconds: 1)
    let report = call.recording.finish(at: call.now)
    #expect(report.failures == [] && call.recording.state == .ended)
    let manifest = try SessionManifest(json: call.folder.bytes("manifest.json"))
    #expect(manifest.timeline.duration == MediaTime(milliseconds: 3_000))
    #expect(manifest.tracks.map(\.participantName) == ["Ann"])
    #expect(manifest.announcements.map(\.participant) == [1])
    #expect(try RecordingCheck.run(MemorySource(call.folder.bytes("mix.webm"))).faults == [])
  }

  @Test func `nothing is recorded, and there is no file`() throws {
    let call = try RecordedCall()
    let ann = try call.join("Ann", as: .host)
    try call.speak(ann)
    try call.run(seconds: 1)
    let report = call.recording.finish(at: call.now)
    #expect(report.manifest == nil && call.folder.names == [])
  }

  @Test func `a camera that has to begin anew is named`() throws {
    let call = try RecordedCall()
    let ann = try call.join("Ann", as: .host)
    try call.film(ann, luma: 190, frames: 60)
    try call.run(seconds: 1)
    call.act { stage in stage.send(.record(.start), from: ann) }
    #expect(call.recording.camerasInNeed == [ann.rawValue])
    try call.run(seconds: 1.3)
    #expect(call.recording.camerasInNeed == [])
  }
}
